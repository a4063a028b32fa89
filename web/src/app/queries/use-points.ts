import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { getPoints, PointSeries } from '@twinward/contracts/data-point';
import { type PlotFrame, plotWidth } from '../../ui/chart/plot.ts';
import type { Range } from '../../ui/chart/range.ts';
import { choosePoints } from '../../ui/chart/resolution.ts';
import { type ChartSeries, toChartSeries } from '../../ui/chart/series.ts';
import { useSettled } from '../../ui/chart/use-settled.ts';
import { call } from '../http.ts';

/**
 * The points of a tag for a chart of a range, at the resolution of its width. They are asked for once moving
 * has come to rest, and what was there before stays until the new ones arrive.
 *
 * @param frame nothing is asked for while its width is 0
 */
export function usePoints(tagId: number, range: Range, frame: PlotFrame) {
  const request = useSettled(frame.width > 0 ? choosePoints(range, plotWidth(frame)) : null);
  return useQuery<PointSeries, Error, ChartSeries>({
    queryKey: ['data-points', { tagId, ...request }],
    queryFn: ({ signal }) =>
      call<typeof getPoints>('GET /api/tags/:id/data-points', {
        params: { id: tagId },
        query: {
          from: String(request?.from),
          to: String(request?.to),
          buckets: String(request?.buckets),
        },
        signal,
      }),
    placeholderData: (previous, query) =>
      query?.queryKey[1].tagId === tagId ? keepPreviousData(previous) : undefined,
    select: toChartSeries,
    enabled: request !== null,
  });
}
