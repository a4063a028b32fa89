import { type ReactNode, useRef } from 'react';
import { type Location, useBlocker } from 'react-router';
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx';
import { useUnsavedChanges } from './unsaved-changes.ts';

/**
 * Asks before a page is left with unsaved changes; the browser asks in its own words before it closes or loads
 * the page anew.
 *
 * @param staysHere whether a change of the address still shows what is being edited; by default of the same path
 * @returns the dialog to show, and a step that lets the next change of the address pass
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
