import { memo, type ReactNode } from 'react';
import { formatSpan } from '../format/format.ts';
import { Muted } from '../page/muted.tsx';
import { type ChartSeries, questionableTimes } from './series.ts';

/** Explains the marks of merged points and of points of poor quality. */
export const ChartLegend = memo(function ChartLegend({
  series,
  expected,
  hasGaps = false,
}: {
  series: ChartSeries;
  /** Whether ranges that were not recorded are drawn. */
  hasGaps?: boolean;
  /** Expected values, if they are drawn. */
  expected?: ChartSeries | undefined;
}): ReactNode {
  const { bad, uncertain } = questionableTimes(series);
  const parts = [
    ...(series.merged
      ? [
          `Line: mean of the points of every ${formatSpan(series.width) || 'moment'}. Shade: minimum to maximum.`,
        ]
      : []),
    ...(expected ? ['Grey band: expected range, given the other inputs. Dashed line: its middle.'] : []),
    ...(hasGaps ? ['Grey columns: not recorded.'] : []),
    ...(bad.length > 0 ? ['× bad quality, not evaluated.'] : []),
    ...(uncertain.length > 0 ? ['△ uncertain quality.'] : []),
  ];
  if (parts.length === 0) return null;
  return <Muted>{parts.join(' ')}</Muted>;
});
