import type { RangeAction } from './range.ts';

/** The effect of a key on a chart: change the range, move the cursor by samples, or hide the cursor. */
export type ChartKey =
  | { type: 'range'; action: RangeAction }
  | { type: 'cursor'; move: -1 | 1 | -10 | 10 }
  | { type: 'clear' };

const range = (action: RangeAction): ChartKey => ({ type: 'range', action });

const plain: Record<string, ChartKey> = {
  ArrowLeft: range({ type: 'pan', fraction: -0.1 }),
  ArrowRight: range({ type: 'pan', fraction: 0.1 }),
  PageUp: range({ type: 'pan', fraction: -1 }),
  PageDown: range({ type: 'pan', fraction: 1 }),
  Home: range({ type: 'goto', edge: 'start' }),
  End: range({ type: 'goto', edge: 'end' }),
  ArrowUp: range({ type: 'zoom', factor: 0.8 }),
  ArrowDown: range({ type: 'zoom', factor: 1.25 }),
  '+': range({ type: 'zoom', factor: 0.5 }),
  '=': range({ type: 'zoom', factor: 0.5 }),
  '-': range({ type: 'zoom', factor: 2 }),
  _: range({ type: 'zoom', factor: 2 }),
  '0': range({ type: 'reset' }),
  ',': { type: 'cursor', move: -1 },
  '.': { type: 'cursor', move: 1 },
  '<': { type: 'cursor', move: -10 },
  '>': { type: 'cursor', move: 10 },
  Escape: { type: 'clear' },
};

const withShift: Record<string, ChartKey> = {
  ...plain,
  ArrowLeft: { type: 'cursor', move: -1 },
  ArrowRight: { type: 'cursor', move: 1 },
  PageUp: { type: 'cursor', move: -10 },
  PageDown: { type: 'cursor', move: 10 },
};

/** Maps a key press to its effect; null leaves it to the browser. */
export function chartKey(event: {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}): ChartKey | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  return (event.shiftKey ? withShift : plain)[event.key] ?? null;
}

export const chartKeyHelp =
  'Arrow keys left and right move, plus and minus zoom, 0 shows all data, Home and End go to the start and end, Shift with an arrow key reads the next value.';
