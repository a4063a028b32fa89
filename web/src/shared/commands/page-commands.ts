import { useEffect, useRef, useSyncExternalStore } from 'react';

/** A command of the Ctrl+K menu: a page to open, or an action on the current page. */
export type PageCommand = {
  /** A short phrase, such as 'Train patterns of Overheating'. */
  title: string;
  /** Offered only after words of its title are typed. */
  isTyped?: boolean;
} & ({ to: string } | { run: () => void });

const none: readonly PageCommand[] = [];
let offers: readonly (readonly PageCommand[])[] = [];
let all = none;
const listeners = new Set<() => void>();

function replace(next: typeof offers): void {
  offers = next;
  all = next.length === 0 ? none : next.flat();
  for (const listener of listeners) listener();
}

/** Offers commands while the calling component is mounted. */
export function usePageCommands(commands: readonly PageCommand[]): void {
  // Actions are compared by title; the latest function is called when a command is chosen.
  const key = JSON.stringify(commands);
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes with the displayed commands
  useEffect(() => {
    const own = latest.current.map((command, place): PageCommand => {
      if ('to' in command) return command;
      return {
        ...command,
        run: () => {
          const now = latest.current[place];
          if (now !== undefined && 'run' in now) now.run();
        },
      };
    });
    replace([...offers, own]);
    return () => replace(offers.filter((one) => one !== own));
  }, [key]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The commands of all mounted pages. */
export const useOfferedCommands = (): readonly PageCommand[] => useSyncExternalStore(subscribe, () => all);

/** The commands whose title contains all words of a text; for an empty text, all commands without `isTyped`. */
export function matchingCommands(commands: readonly PageCommand[], text: string): PageCommand[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ title, isTyped }) =>
    words.length === 0 ? !isTyped : words.every((word) => title.toLowerCase().includes(word)),
  );
}
