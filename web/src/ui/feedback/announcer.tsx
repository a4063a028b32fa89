import Box from '@mui/material/Box';
import { keyframes } from '@mui/material/styles';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { visuallyHidden } from '../page/visually-hidden.ts';

/** What was said last; the number distinguishes two equal texts. */
let said = { text: '', turn: 0, isShown: false };
const listeners = new Set<() => void>();

function say(text: string, isShown: boolean): void {
  said = { text, turn: said.turn + 1, isShown };
  for (const listener of listeners) listener();
}

/** Announces what the page shows as well to users of screen readers, such as '129 excursions.'. */
export const announce = (text: string): void => say(text, false);

/** Confirms an action by a toast, such as 'Saved.', and announces it. */
export const toast = (text: string): void => say(text, true);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** How long a toast is shown. Milliseconds. */
const shownFor = 5_000;

const rise = keyframes({ from: { transform: 'translateY(8px)' } });

const toastStyle = {
  position: 'fixed',
  left: 16,
  bottom: 16,
  maxWidth: 'calc(100vw - 32px)',
  px: 4,
  py: 2,
  borderRadius: 1,
  boxShadow: 4,
  bgcolor: 'text.primary',
  color: 'background.paper',
  overflowWrap: 'anywhere',
  zIndex: 'snackbar',
  // What is beneath can be clicked.
  pointerEvents: 'none',
  animation: `${rise} 150ms`,
  '@media print': { display: 'none' },
} as const;

/** The live region in which announcements are read out, politely; toasts are seen in it as well. */
export function Announcer(): ReactNode {
  const { text, turn, isShown } = useSyncExternalStore(subscribe, () => said);
  const [endedTurn, setEndedTurn] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setEndedTurn(turn), shownFor);
    return () => clearTimeout(timer);
  }, [turn]);
  const isToast = isShown && endedTurn !== turn;
  return (
    <Box role="status" data-announcer sx={isToast ? toastStyle : visuallyHidden}>
      <span key={turn}>{text}</span>
    </Box>
  );
}
