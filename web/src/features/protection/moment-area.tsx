import Box from '@mui/material/Box';
import type { SxProps } from '@mui/material/styles';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react';
import { type PlotFrame, timeAt } from '../../ui/chart/plot.ts';
import type { Range } from '../../ui/chart/range.ts';

/** A drag of fewer pixels counts as a click. */
const slop = 5;

/** An area of charts in which a click, or Enter at the cursor, requests an explanation. The charts have the focus. */
export function MomentArea({
  range,
  frame,
  cursor,
  onAsk,
  sx = {},
  children,
}: {
  range: Range;
  frame: PlotFrame;
  cursor: number | null;
  /** Null if explanations are unavailable, as for tables. */
  onAsk: ((time: number) => void) | null;
  sx?: SxProps;
  children: ReactNode;
}): ReactNode {
  const pressedAt = useRef(0);
  const byClick = (event: MouseEvent<HTMLElement>): void => {
    const isControl = event.target instanceof Element && event.target.closest('a, button, input') !== null;
    if (onAsk === null || isControl || Math.abs(event.clientX - pressedAt.current) > slop) return;
    onAsk(timeAt(event.clientX - event.currentTarget.getBoundingClientRect().left, range, frame));
  };
  const byKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && cursor !== null) onAsk?.(cursor);
  };
  return (
    <Box
      onPointerDown={(event) => {
        pressedAt.current = event.clientX;
      }}
      onClick={byClick}
      onKeyDown={byKey}
      sx={{ position: 'relative', ...sx }}
    >
      {children}
    </Box>
  );
}
