import { useMemo } from 'react';
import type { PlotFrame } from '../../ui/chart/plot.ts';
import type { PointsQuery } from '../../ui/chart/points-view.tsx';
import type { Range } from '../../ui/chart/range.ts';
import { usePoints } from '../api/queries/use-points.ts';
import { convertSeries, type DisplayUnit } from './display-unit.ts';
import { useDisplayUnit } from './use-display-unit.ts';

/**
 * The points of a tag for a chart of a range, as `usePoints` reads them, in the unit of the user's choice.
 *
 * @param code UCUM code of what the tag is measured in
 */
export function useShownPoints(
  tagId: number,
  code: string | null,
  range: Range,
  frame: PlotFrame,
): { points: PointsQuery; unit: DisplayUnit } {
  const { data: measured, error, refetch, isPlaceholderData } = usePoints(tagId, range, frame);
  const unit = useDisplayUnit(code);
  const data = useMemo(() => measured && convertSeries(measured, unit), [measured, unit]);
  return { points: { data, error, refetch, isPlaceholderData }, unit };
}
