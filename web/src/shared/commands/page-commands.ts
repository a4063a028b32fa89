import { useEffect, useSyncExternalStore } from 'react';

/** A page that can be opened from where the user is, offered by Ctrl+K. */
export interface PageCommand {
  /** A short phrase, such as 'Train patterns of Overheating'. */
  title: string;
  to: string;
  /** Offered only once words of its title are typed. */
  isTyped?: boolean;
}

const none: readonly PageCommand[] = [];
let offers: readonly (readonly PageCommand[])[] = [];
let all = none;
const listeners = new Set<() => void>();

function replace(next: typeof offers): void {
  offers = next;
  all = next.length === 0 ? none : next.flat();
  for (const listener of listeners) listener();
}

/** Offers commands while the calling component is shown. */
export function usePageCommands(commands: readonly PageCommand[]): void {
  const key = JSON.stringify(commands);
  useEffect(() => {
    const own = JSON.parse(key) as PageCommand[];
    replace([...offers, own]);
    return () => replace(offers.filter((one) => one !== own));
  }, [key]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The commands of the pages that are shown. */
export const useOfferedCommands = (): readonly PageCommand[] => useSyncExternalStore(subscribe, () => all);

/** The commands whose title has all words of a text; for an empty text those that need none typed. */
export function matchingCommands(commands: readonly PageCommand[], text: string): PageCommand[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ title, isTyped }) =>
    words.length === 0 ? !isTyped : words.every((word) => title.toLowerCase().includes(word)),
  );
}
