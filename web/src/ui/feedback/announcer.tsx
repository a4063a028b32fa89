import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { keyframes } from '@mui/material/styles';
import { type FocusEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';

interface Toast {
  text: string;
  /** Undoes the confirmed action; null if it cannot be undone. */
  undo: (() => void) | null;
  /** Sequence number, which distinguishes toasts with equal texts. */
  turn: number;
}

/** The latest toast, and the latest announcement since. */
let published: { toast: Toast | null; announcement: string; turn: number } = {
  toast: null,
  announcement: '',
  turn: 0,
};
const listeners = new Set<() => void>();

function publish(toast: Omit<Toast, 'turn'> | null, announcement: string): void {
  const turn = published.turn + 1;
  // An announcement keeps the current toast.
  published = { toast: toast === null ? published.toast : { ...toast, turn }, announcement, turn };
  for (const listener of listeners) listener();
}

/** Announces a text that is visible on the page to screen readers, such as '129 excursions.'. */
export const announce = (text: string): void => publish(null, text);

/**
 * Confirms an action with a toast, such as 'Saved.', and announces it.
 * @param undo undoes the action; offered as a button and by Ctrl+Z
 */
export const toast = (text: string, undo: (() => void) | null = null): void => publish({ text, undo }, '');

/** Adds 'Undo' to the current toast unless it has one, for actions whose inverse is known only after the toast. */
export function offerUndo(undo: () => void): void {
  if (published.toast === null || published.toast.undo !== null) return;
  published = { ...published, toast: { ...published.toast, undo } };
  for (const listener of listeners) listener();
}

/** Closes a toast with 'Undo'. Called when the session changes, so that another user cannot undo the action. */
export function endUndo(): void {
  if (!published.toast?.undo) return;
  published = { toast: null, announcement: '', turn: published.turn + 1 };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Duration of a toast in milliseconds. */
const shownFor = 5_000;
/** Duration of a toast with 'Undo' in milliseconds. Restarts after the toast was focused or hovered. */
const undoableFor = 10_000;

const rise = keyframes({ from: { transform: 'translateY(8px)' } });

const toastStyle = {
  position: 'fixed',
  left: 16,
  bottom: 16,
  maxWidth: 'calc(100vw - 32px)',
  display: 'flex',
  alignItems: 'center',
  gap: 3,
  px: 4,
  py: 2,
  borderRadius: 1,
  boxShadow: 4,
  bgcolor: 'text.primary',
  color: 'background.paper',
  overflowWrap: 'anywhere',
  zIndex: 'snackbar',
  animation: `${rise} 150ms`,
  '@media print': { display: 'none' },
} as const;

/** The polite live region for announcements, which also shows toasts. */
export function Announcer(): ReactNode {
  const { toast: last, announcement, turn } = useSyncExternalStore(subscribe, () => published);
  const toastTurn = last?.turn ?? 0;
  const undo = last?.undo ?? null;
  const [endedTurn, setEndedTurn] = useState(0);
  const [hoveredTurn, setHoveredTurn] = useState(0);
  const [focusedTurn, setFocusedTurn] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const focusedBefore = useRef<HTMLElement | null>(null);
  const isToast = last !== null && endedTurn !== toastTurn;
  const isUndoable = isToast && undo !== null;
  const isHeld = isUndoable && (hoveredTurn === toastTurn || focusedTurn === toastTurn);

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => setEndedTurn(toastTurn), undo === null ? shownFor : undoableFor);
    return () => clearTimeout(timer);
  }, [toastTurn, undo, isHeld]);

  const close = (): void => {
    if (box.current?.contains(document.activeElement)) focusedBefore.current?.focus();
    setEndedTurn(toastTurn);
  };
  const runUndo = (): void => {
    close();
    undo?.();
  };
  useUndoKey(isUndoable ? runUndo : null);

  const onFocus = ({ relatedTarget }: FocusEvent): void => {
    setFocusedTurn(toastTurn);
    focusedBefore.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
  };
  return (
    <Box
      ref={box}
      data-announcer
      // A toast without a button lets clicks through to the page.
      sx={isToast ? { ...toastStyle, pointerEvents: isUndoable ? 'auto' : 'none' } : {}}
      className={isToast ? '' : 'visually-hidden'}
      onMouseMove={() => setHoveredTurn(toastTurn)}
      onMouseLeave={() => setHoveredTurn(0)}
      onFocus={onFocus}
      onBlur={() => setFocusedTurn(0)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <span role="status">
        {last === null ? null : <span key={`toast ${last.turn}`}>{last.text}</span>}
        <span key={`announcement ${turn}`} className="visually-hidden">
          {isUndoable && announcement === '' ? ' Ctrl+Z to undo.' : announcement}
        </span>
      </span>
      {isUndoable ? (
        <Button
          color="inherit"
          variant="outlined"
          size="small"
          onClick={runUndo}
          sx={{
            flexShrink: 0,
            '&:focus-visible': { outline: '2px solid currentColor', outlineOffset: '2px' },
          }}
        >
          Undo
        </Button>
      ) : null}
    </Box>
  );
}

/** Handles Ctrl+Z on the whole page, except in fields, where it undoes typing. @param undo null to disable */
function useUndoKey(undo: (() => void) | null): void {
  const listen = useRef<(event: KeyboardEvent) => void>(() => {});
  listen.current = (event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'z';
    if (!isUndo || event.defaultPrevented || isField(event.target)) return;
    event.preventDefault();
    undo?.();
  };
  const listens = undo !== null;
  useEffect(() => {
    if (!listens) return;
    const onKeyDown = (event: KeyboardEvent): void => listen.current(event);
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [listens]);
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable=true]') !== null;
