import { type ReactNode, useRef } from 'react';
import type { Path } from 'react-router';
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx';
import { useHeldNavigation } from '../navigation/use-held-navigation.ts';
import { useUnsavedChanges } from './unsaved-changes.ts';

/**
 * Asks for confirmation before navigation discards unsaved changes. The browser asks before it closes or reloads the
 * page.
 *
 * @param staysHere whether another URL still shows the edited form; by default, if it has the same path
 * @returns the dialog to render, and a function that lets the next navigation pass
 */
export function useUnsavedGuard(
  isDirty: boolean,
  staysHere: (current: Path, next: Path) => boolean = isSamePath,
): { dialog: ReactNode; leaveFreely(): void } {
  const isFree = useRef(false);
  const held = useHeldNavigation((current, next) => {
    const passes = isFree.current || !isDirty || staysHere(current, next);
    isFree.current = false;
    return !passes;
  });

  useUnsavedChanges(isDirty);

  return {
    dialog:
      held !== null ? (
        <ConfirmDialog title="Unsaved Changes" yes="Leave" no="Stay" onYes={held.leave} onNo={held.stay}>
          Your unsaved changes will be discarded if you leave now.
        </ConfirmDialog>
      ) : null,
    leaveFreely() {
      isFree.current = true;
    },
  };
}

const isSamePath = (current: Path, next: Path): boolean => current.pathname === next.pathname;
