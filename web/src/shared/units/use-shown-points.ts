import { useMemo } from 'react';
import type { PlotFrame } from '../../ui/chart/plot.ts';
import type { PointsQuery } from '../../ui/chart/points-view.tsx';
import type { Range } from '../../ui/chart/range.ts';
import { usePoints } from '../api/queries/use-points.ts';
import { convertSeries, type DisplayUnit } from './display-unit.ts';
import { useDisplayUnit } from './use-display-unit.ts';

/**
 * Like `usePoints`, in the display unit.
 *
 * @param code UCUM code of the tag's measured unit
 */
export function useShownPoints(
  tagId: number,
  code: string | null,
  range: Range,
  frame: PlotFrame,
): { points: PointsQuery; unit: DisplayUnit } {
  const { data: measured, error, refetch, isPlaceholderData } = usePoints(tagId, code, range, frame);
  const unit = useDisplayUnit(code);
  const data = useMemo(() => measured && convertSeries(measured, unit), [measured, unit]);
  return { points: { data, error, refetch, isPlaceholderData }, unit };
}
