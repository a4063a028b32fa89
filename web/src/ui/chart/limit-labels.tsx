import Box from '@mui/material/Box';
import { limitText, limitValue } from '@twinward/domain/limit-text';
import type { Limit } from '@twinward/domain/limits';
import { memo, type ReactNode } from 'react';
import { levelColor } from '../format/scales.ts';
import { type PlotFrame, plotHeight, top, toY } from './plot.ts';
import { spreadLabels, type ValueAxis } from './value-axis.ts';

const lineHeight = 18;

/** Labels at the right end of the limit lines. A limit outside the axis is labelled at the nearest edge. */
export const LimitLabels = memo(function LimitLabels({
  limits,
  axis,
  frame,
  height,
}: {
  limits: readonly Limit[];
  axis: ValueAxis;
  frame: PlotFrame;
  height: number;
}): ReactNode {
  const wanted = limits.map(({ value }) =>
    Math.min(top + plotHeight(height), Math.max(top, toY(value, axis, height))),
  );
  const places = spreadLabels(wanted, lineHeight);
  return limits.map((limit, index) => {
    const beyond = limit.value > axis.max ? '↑ ' : limit.value < axis.min ? '↓ ' : '';
    return (
      <Box
        key={`${limit.thresholdId} ${limit.operator} ${limit.value}`}
        title={`${limit.protectionName}: ${limitText(limit)}`}
        sx={{
          position: 'absolute',
          left: frame.width - frame.right + 4,
          width: frame.right - 4,
          top: places[index]! - lineHeight / 2,
          height: lineHeight,
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          fontSize: '0.75rem',
          color: 'text.secondary',
          whiteSpace: 'nowrap',
        }}
      >
        <LimitSwatch limit={limit} />
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {beyond}
          {limit.thresholdName}
        </Box>
        <Box component="span" sx={{ color: 'text.primary' }}>
          {limitValue(limit)}
        </Box>
      </Box>
    );
  });
});

/** The limits as text below a chart, where there is no room for labels beside it. */
export function LimitList({ limits, of }: { limits: readonly Limit[]; of?: string }): ReactNode {
  if (limits.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label={of === undefined ? 'Limits' : `Limits of ${of}`}
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 4,
        fontSize: '0.8125rem',
      }}
    >
      {of === undefined ? null : (
        <Box component="li" aria-hidden sx={{ color: 'text.secondary' }}>
          {of}
        </Box>
      )}
      {limits.map((limit) => (
        <Box
          component="li"
          key={`${limit.thresholdId} ${limit.operator} ${limit.value}`}
          sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}
        >
          <LimitSwatch limit={limit} />
          {limitText(limit)}
        </Box>
      ))}
    </Box>
  );
}

const LimitSwatch = ({ limit }: { limit: Limit }): ReactNode => (
  <Box
    component="span"
    data-swatch
    sx={{ width: 10, height: 3, flex: 'none', bgcolor: levelColor(limit.level) }}
  />
);
