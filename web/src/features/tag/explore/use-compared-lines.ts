import type { UseQueryResult } from '@tanstack/react-query';
import type { Tag } from '@twinward/contracts/signals/tag';
import { useMemo } from 'react';
import { useSeveralPoints } from '../../../shared/api/queries/use-points.ts';
import { convertSeries } from '../../../shared/units/display-unit.ts';
import { useDisplayUnits } from '../../../shared/units/use-display-unit.ts';
import type { PlotFrame } from '../../../ui/chart/plot.ts';
import type { Range } from '../../../ui/chart/range.ts';
import { accumulateRises } from '../../../ui/chart/rises.ts';
import { type ChartSeries, emptySeries, shiftSeries } from '../../../ui/chart/series.ts';
import type { ChartLine } from '../../../ui/chart/several/axes.ts';
import { useTimeZone } from '../../../ui/format/time-zone.ts';
import { useStableList } from '../../../ui/list/use-stable-list.ts';
import { type Comparison, comparisonShift } from './comparison.ts';

const none = [] as const;

/**
 * Adds a comparison line after each line: dashed, in the same colour, and shifted onto the visible range.
 *
 * @param tags tags of the lines, in the same order
 * @param sister the compared tag of another asset; undefined while loading
 */
export function useComparedLines(
  lines: readonly ChartLine[],
  tags: readonly Tag[],
  {
    comparison,
    sister,
    rising,
  }: { comparison: Comparison | null; sister: Tag | undefined; rising: readonly number[] },
  range: Range,
  frame: PlotFrame,
): { lines: readonly ChartLine[]; points: readonly UseQueryResult<ChartSeries>[] } {
  const timeZone = useTimeZone();
  const toDisplayUnit = useDisplayUnits();
  const shift = comparison === null ? 0 : comparisonShift(comparison, range, timeZone);
  const compared = useMemo(() => comparedTags(comparison, tags, sister), [comparison, tags, sister]);
  const points = useSeveralPoints(
    compared.map(({ id }) => id),
    range,
    frame,
    shift,
  );
  const rises = useStableList(rising);
  const series = useStableList(points.map(({ data }) => data ?? emptySeries));
  const kind = comparison?.with;
  const all = useMemo(
    () =>
      lines.flatMap((line, index): ChartLine[] => {
        const tag = compared[index];
        if (tag === undefined) return [line];
        const unit = toDisplayUnit(tag.unit);
        const moved = shiftSeries(convertSeries(series[index] ?? emptySeries, unit), shift);
        return [
          line,
          {
            id: tag.id,
            name: kind === 'tag' ? tag.name : `${tag.name}, previous ${kind}`,
            unit: unit.text,
            color: line.color,
            dash: line.dash === 'dashed' ? 'dotted' : 'dashed',
            series: rises.includes(line.id) ? accumulateRises(moved).series : moved,
            resets: none,
            limits: none,
            compared: { of: line.id, shift },
          },
        ];
      }),
    [lines, compared, series, kind, shift, rises, toDisplayUnit],
  );
  return { lines: all, points };
}

/** The compared tags, in the order of the lines. Another asset's tag is compared only with the first line. */
function comparedTags(
  comparison: Comparison | null,
  tags: readonly Tag[],
  sister: Tag | undefined,
): readonly Tag[] {
  if (comparison === null) return none;
  if (comparison.with !== 'tag') return tags;
  return sister === undefined ? none : [sister];
}
