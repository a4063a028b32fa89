import { useEffect } from 'react';

/** What is being edited anywhere on the page and not saved yet. */
const unsaved = new Set<symbol>();

const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Tells that something has unsaved changes: the browser asks in its own words before the page is left. */
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

/** The user gave them up: the page may be left without another question. */
export function discardUnsavedChanges(): void {
  for (const each of unsaved) forget(each);
}
