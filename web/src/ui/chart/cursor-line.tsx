import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { type PlotFrame, toX } from './plot.ts';
import type { Range } from './range.ts';

/** The cursor's time as a line across charts and lanes; hidden outside the visible range. */
export function CursorLine({
  cursor,
  range,
  frame,
  top = 0,
  height = '100%',
}: {
  cursor: number | null;
  range: Range;
  frame: PlotFrame;
  top?: number;
  height?: number | string;
}): ReactNode {
  if (cursor === null || cursor < range.from || cursor > range.to) return null;
  return (
    <Box
      // An inline style: the position changes with every pointer move, and sx would create a class for each.
      style={{ left: Math.round(toX(cursor, range, frame)), top, height }}
      sx={{ position: 'absolute', borderLeft: 1, borderColor: 'text.secondary', pointerEvents: 'none' }}
    />
  );
}
