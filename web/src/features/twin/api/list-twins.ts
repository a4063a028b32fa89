import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ListBody, Page } from '@twinward/contracts/core/list';
import type { listTwins, TwinSummary } from '@twinward/contracts/twins/twin';
import { callList } from '../../../shared/api/http.ts';

export const pageSize = 100;

/** A page of twins; while another is on its way, the one before stays. */
export const useTwins = (body: ListBody, page: number): UseQueryResult<Page<TwinSummary>> =>
  useQuery({
    queryKey: ['twins', { body, page }],
    queryFn: ({ signal }) =>
      callList<typeof listTwins>('POST /api/twins/filters', {
        query: { 'page-number': page, 'page-size': pageSize },
        body,
        signal,
      }),
    placeholderData: keepPreviousData,
  });
