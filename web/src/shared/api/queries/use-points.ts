import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { getPoints, PointSeries } from '@twinward/contracts/signals/data-point';
import { type PlotFrame, plotWidth } from '../../../ui/chart/plot.ts';
import type { Range } from '../../../ui/chart/range.ts';
import { choosePoints, earlierPoints, type PointsRequest } from '../../../ui/chart/resolution.ts';
import { type ChartSeries, toChartSeries } from '../../../ui/chart/series.ts';
import { useSettled } from '../../../ui/chart/use-settled.ts';
import { apiQuery } from '../api-query.ts';

const pointsQuery = (tagId: number, unit: string | null, request: PointsRequest | null) => ({
  ...apiQuery<typeof getPoints>(
    ['data-points', { tagId, unit, ...request }],
    'GET /api/tags/:id/data-points',
    {
      params: { id: tagId },
      query: {
        from: String(request?.from),
        to: String(request?.to),
        buckets: String(request?.buckets),
        ...(unit === null ? {} : { unit }),
      },
    },
  ),
  select: toChartSeries,
  enabled: request !== null,
});

/** The debounced request; null while the frame has no width. */
const useRequest = (range: Range, frame: PlotFrame, shift = 0): PointsRequest | null =>
  useSettled(frame.width > 0 ? earlierPoints(choosePoints(range, plotWidth(frame)), shift) : null);

/**
 * The points of a tag for a chart, at the resolution of its width. Changes of the range are debounced, and the previous
 * points stay until the new ones arrive.
 *
 * @param unit UCUM code of the unit to read; null for the tag's own unit
 * @param frame no request is sent while its width is 0
 */
export function usePoints(tagId: number, unit: string | null, range: Range, frame: PlotFrame) {
  const request = useRequest(range, frame);
  return useQuery<PointSeries, Error, ChartSeries>({
    ...pointsQuery(tagId, unit, request),
    placeholderData: (previous, query) => {
      const before = query?.queryKey[1] as { tagId?: number; unit?: string | null } | undefined;
      return before?.tagId === tagId && before.unit === unit ? keepPreviousData(previous) : undefined;
    },
  });
}

/**
 * Like `usePoints`, for several tags, in order.
 *
 * @param shift milliseconds before the range from which points are read, for comparison
 */
export function useSeveralPoints(tagIds: readonly number[], range: Range, frame: PlotFrame, shift = 0) {
  const request = useRequest(range, frame, shift);
  return useQueries({
    queries: tagIds.map((tagId) => ({
      ...pointsQuery(tagId, null, request),
      placeholderData: (previous: PointSeries | undefined) => previous,
    })),
  });
}
