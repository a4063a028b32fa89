import { useTheme } from '@mui/material/styles';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Tag } from '@twinward/contracts/signals/tag';
import type { Limiting } from '@twinward/domain/limits';
import { useMemo } from 'react';
import { convertSeries } from '../../../shared/units/display-unit.ts';
import { useDisplayUnits } from '../../../shared/units/use-display-unit.ts';
import { useLimits } from '../../../shared/units/use-limits.ts';
import { accumulateRises } from '../../../ui/chart/rises.ts';
import { type ChartSeries, emptySeries } from '../../../ui/chart/series.ts';
import type { ChartLine } from '../../../ui/chart/several/axes.ts';
import { useStableList } from '../../../ui/list/use-stable-list.ts';

/** Line colours, distinct from the level colours. */
const colors = {
  light: ['#1b1b1b', '#1b618d', '#8a3ffc', '#00796b', '#8d5524', '#b0377b', '#3f51b5', '#5a6b7b'],
  dark: ['#f2f2f2', '#7bc3ec', '#c7a2ff', '#5fc9b8', '#d7a77a', '#ee8fc0', '#9fa8f0', '#a8b6c4'],
};
const dashes = ['solid', 'dashed', 'dotted'] as const;

/** Tags and their points as lines of a chart, in display units. */
export function useLines(
  tags: readonly Tag[],
  points: readonly UseQueryResult<ChartSeries>[],
  rising: readonly number[],
  protections: readonly Limiting[],
): ChartLine[] {
  const { palette } = useTheme();
  const toDisplayUnit = useDisplayUnits();
  const findLimits = useLimits();
  const rises = useStableList(rising);
  const series = useStableList(points.map(({ data }) => data ?? emptySeries));
  return useMemo(
    () =>
      tags.map((tag, index): ChartLine => {
        const unit = toDisplayUnit(tag.unit);
        const shown = convertSeries(series[index] ?? emptySeries, unit);
        const drawn = rises.includes(tag.id)
          ? { ...accumulateRises(shown), limits: [] }
          : { series: shown, resets: [], limits: findLimits(protections, tag.id, unit) };
        const ofMode = colors[palette.mode];
        return {
          id: tag.id,
          name: tag.name,
          unit: unit.text,
          color: ofMode[index % ofMode.length]!,
          dash: dashes[Math.floor(index / 3) % dashes.length]!,
          ...drawn,
        };
      }),
    [tags, series, rises, protections, toDisplayUnit, findLimits, palette.mode],
  );
}
