import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { formatNumber, formatSpan } from '../format.ts';
import { levelColor } from '../scales.ts';
import type { Limit } from './limits.ts';
import { inset, plotHeight, yOf } from './plot.ts';
import { spreadLabels, type ValueAxis } from './value-axis.ts';

const lineHeight = 18;

/** A limit in words: `High > 85`, `Sustained: mean over 2 h > 80`. */
export function limitText({ thresholdName, operator, value, of }: Limit): string {
  const what =
    of === undefined ? '' : `: ${statisticNames[of.statistic] ?? of.statistic} over ${formatSpan(of.window)}`;
  return `${thresholdName}${what} ${operator} ${formatNumber(value)}`;
}

const statisticNames: Record<string, string> = { AVERAGE: 'mean', MAX: 'maximum', MIN: 'minimum' };

/** Names at the right ends of the limit lines; a limit outside the axis is named at the edge it lies beyond. */
export function LimitLabels({
  limits,
  axis,
  height,
}: {
  limits: readonly Limit[];
  axis: ValueAxis;
  height: number;
}): ReactNode {
  const top = inset.top + lineHeight / 2;
  const bottom = inset.top + plotHeight(height) - lineHeight / 2;
  const wanted = limits.map(({ value }) => {
    if (value > axis.max) return top;
    if (value < axis.min) return bottom;
    return Math.max(top, yOf(value, axis, height) - lineHeight / 2 - 1);
  });
  const places = spreadLabels(wanted, lineHeight);
  return limits.map((limit, index) => {
    const beyond = limit.value > axis.max ? '↑ ' : limit.value < axis.min ? '↓ ' : '';
    return (
      <Box
        key={`${limit.thresholdId} ${limit.operator} ${limit.value}`}
        sx={{
          position: 'absolute',
          right: inset.right + 4,
          top: places[index]! - lineHeight / 2,
          height: lineHeight,
          maxWidth: '60%',
          px: 1,
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          fontSize: '0.75rem',
          lineHeight: `${lineHeight}px`,
          color: 'text.primary',
          bgcolor: 'background.paper',
          opacity: 0.88,
          borderRadius: 0.5,
          pointerEvents: 'none',
          whiteSpace: 'nowrap',
        }}
      >
        <Box component="span" sx={{ width: 10, height: 3, flex: 'none', bgcolor: levelColor(limit.level) }} />
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {beyond}
          {limitText(limit)}
        </Box>
      </Box>
    );
  });
}
