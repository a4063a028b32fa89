import { useEffect, useSyncExternalStore } from 'react';

/** The title of the current page; empty while it is not known. */
let shown = '';
const listeners = new Set<() => void>();

function set(title: string): void {
  shown = title;
  for (const listener of listeners) listener();
}

/** Sets the title while the calling page is mounted. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    set(title);
    return () => set('');
  }, [title]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const shownTitle = (): string => shown;
export const useShownTitle = (): string => useSyncExternalStore(subscribe, shownTitle);
