import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTimeZone } from '../format/time-zone.ts';
import { type PlotFrame, plotWidth, toX } from './plot.ts';
import type { Range } from './range.ts';
import { timeTicks } from './time-ticks.ts';

/** Height of the axis in pixels. */
const axisHeight = 20;
/** Width of a tick label in pixels, including spacing. */
const tickSpace = 84;
/** Ticks closer than this to 'Now', in pixels, have no label. */
const nowSpace = 48;

/** The time axis below lanes, with the present marked. */
export function TimeAxis({
  range,
  frame,
  now,
}: {
  range: Range;
  frame: PlotFrame;
  /** Epoch milliseconds. */
  now: number;
}): ReactNode {
  const timeZone = useTimeZone();
  const nowAt = isWithin(now, range) ? toX(now, range, frame) : null;
  const ticks = timeTicks(range, timeZone, plotWidth(frame) / tickSpace).map(({ time, label }) => ({
    label,
    x: toX(time, range, frame),
  }));
  return (
    <Box
      aria-hidden
      sx={{ position: 'relative', width: frame.width, height: axisHeight, mt: 1, overflow: 'hidden' }}
    >
      {ticks
        .filter(({ x }) => (nowAt === null || Math.abs(x - nowAt) > nowSpace) && x < frame.width - 24)
        .map(({ x, label }) => (
          <AxisLabel key={x} x={x}>
            {label}
          </AxisLabel>
        ))}
      {nowAt === null ? null : (
        <AxisLabel x={nowAt} isNow>
          Now
        </AxisLabel>
      )}
    </Box>
  );
}

const AxisLabel = ({
  x,
  isNow = false,
  children,
}: {
  x: number;
  isNow?: boolean;
  children: ReactNode;
}): ReactNode => (
  <Box
    component="span"
    style={{ left: x }}
    sx={{
      position: 'absolute',
      transform: 'translateX(-50%)',
      fontSize: '0.75rem',
      whiteSpace: 'nowrap',
      color: isNow ? 'text.primary' : 'text.secondary',
      fontWeight: isNow ? 600 : 400,
    }}
  >
    {children}
  </Box>
);

/** The present as a dashed line over charts and lanes that share a time axis, down to the axis below them. */
export function NowLine({ range, frame, now }: { range: Range; frame: PlotFrame; now: number }): ReactNode {
  if (!isWithin(now, range)) return null;
  return (
    <Box
      aria-hidden
      style={{ left: Math.round(toX(now, range, frame)) }}
      sx={{
        position: 'absolute',
        top: 0,
        bottom: axisHeight,
        borderLeft: '1px dashed',
        borderColor: 'text.primary',
        pointerEvents: 'none',
      }}
    />
  );
}

const isWithin = (time: number, range: Range): boolean => time >= range.from && time <= range.to;
