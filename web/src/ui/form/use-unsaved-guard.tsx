import { type ReactNode, useRef } from 'react';
import { type Location, useBlocker } from 'react-router';
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx';
import { useUnsavedChanges } from './unsaved-changes.ts';

/**
 * Asks before a page with unsaved changes is left; the browser itself asks before it closes or reloads the page.
 *
 * @param staysHere whether another URL still shows what is being edited; by default, the same path
 * @returns the dialog to render, and a function that lets the next navigation pass
 */
export function useUnsavedGuard(
  isDirty: boolean,
  staysHere: (current: Location, next: Location) => boolean = isSamePath,
): { dialog: ReactNode; leaveFreely(): void } {
  const isFree = useRef(false);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const passes = isFree.current || !isDirty || staysHere(currentLocation, nextLocation);
    isFree.current = false;
    return !passes;
  });

  useUnsavedChanges(isDirty);

  return {
    dialog:
      blocker.state === 'blocked' ? (
        <ConfirmDialog
          title="Unsaved Changes"
          yes="Leave"
          no="Stay"
          onYes={() => blocker.proceed()}
          onNo={() => blocker.reset()}
        >
          Your unsaved changes will be discarded if you leave now.
        </ConfirmDialog>
      ) : null,
    leaveFreely() {
      isFree.current = true;
    },
  };
}

const isSamePath = (current: Location, next: Location): boolean => current.pathname === next.pathname;
