import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { type PlotFrame, xOf } from './plot.ts';
import type { Range } from './range.ts';

/** The time that is being read, as a line over charts and lanes; nothing when it is out of sight. */
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
      // Positions change with every move of the pointer: a style, so that no class is made for each.
      style={{ left: Math.round(xOf(cursor, range, frame)), top, height }}
      sx={{ position: 'absolute', borderLeft: 1, borderColor: 'text.secondary', pointerEvents: 'none' }}
    />
  );
}
