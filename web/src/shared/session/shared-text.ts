/** A text in local storage, shared by all tabs of a browser. */
export interface SharedText {
  read(): string | null;
  /** @param text null to remove it */
  write(text: string | null): void;
  /** Subscribes to changes made in this tab or another; returns a function to unsubscribe. */
  onChange(listener: () => void): () => void;
}

export function createSharedText(key: string): SharedText {
  const listeners = new Set<() => void>();
  return {
    read: () => localStorage.getItem(key),
    write(text) {
      if (text === null) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
      for (const listener of listeners) listener();
    },
    onChange(listener) {
      const fromAnotherTab = (event: StorageEvent): void => {
        if (event.key === key || event.key === null) listener();
      };
      listeners.add(listener);
      window.addEventListener('storage', fromAnotherTab);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', fromAnotherTab);
      };
    },
  };
}
