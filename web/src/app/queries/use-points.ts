import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { getPoints, PointSeries } from '@twinward/contracts/data-point';
import type { PointsRequest } from '../../ui/chart/resolution.ts';
import { type ChartSeries, toChartSeries } from '../../ui/chart/series.ts';
import { call } from '../http.ts';

/** The points of a tag for a chart. What was there before stays until the new ones arrive. */
export function usePoints(tagId: number, request: PointsRequest, enabled = true) {
  return useQuery<PointSeries, Error, ChartSeries>({
    queryKey: ['data-points', { tagId, ...request }],
    queryFn: ({ signal }) =>
      call<typeof getPoints>('GET /api/tags/:id/data-points', {
        params: { id: tagId },
        query: {
          from: String(request.from),
          to: String(request.to),
          buckets: String(request.buckets),
        },
        signal,
      }),
    placeholderData: (previous, query) =>
      query?.queryKey[1].tagId === tagId ? keepPreviousData(previous) : undefined,
    select: toChartSeries,
    enabled,
  });
}
