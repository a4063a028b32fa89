import Box from '@mui/material/Box';
import { type ReactNode, useSyncExternalStore } from 'react';
import { visuallyHidden } from '../page/visually-hidden.ts';

/** What was said last; the number distinguishes two equal texts. */
let said = { text: '', turn: 0 };
const listeners = new Set<() => void>();

/** Announces the result of an action to users of screen readers, such as '129 excursions.'. */
export function announce(text: string): void {
  said = { text, turn: said.turn + 1 };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The live region in which announcements are read out, politely. */
export function Announcer(): ReactNode {
  const { text, turn } = useSyncExternalStore(subscribe, () => said);
  return (
    <Box role="status" data-announcer sx={visuallyHidden}>
      <span key={turn}>{text}</span>
    </Box>
  );
}
