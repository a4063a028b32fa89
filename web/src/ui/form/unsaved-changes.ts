import { useEffect } from 'react';

/** The forms on the page with unsaved changes. */
const unsaved = new Set<symbol>();

const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Registers unsaved changes, so that the browser asks before the page is left. */
export function useUnsavedChanges(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const mine = Symbol();
    unsaved.add(mine);
    window.addEventListener('beforeunload', ask);
    return () => forget(mine);
  }, [isDirty]);
}

function forget(mine: symbol): void {
  unsaved.delete(mine);
  if (unsaved.size === 0) window.removeEventListener('beforeunload', ask);
}

export const hasUnsavedChanges = (): boolean => unsaved.size > 0;

/** Forgets all unsaved changes after the user has discarded them, so that the browser does not ask again. */
export function discardUnsavedChanges(): void {
  for (const each of unsaved) forget(each);
}
