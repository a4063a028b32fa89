import type { UseQueryResult } from '@tanstack/react-query';
import type { ListBody, Page } from '@twinward/contracts/core/list';
import type { listTwins, TwinSummary } from '@twinward/contracts/twins/twin';
import { useApiPage } from '../../../shared/api/api-query.ts';

export const pageSize = 100;

/** A page of twins. The previous page stays while another loads. */
export const useTwins = (body: ListBody, page: number): UseQueryResult<Page<TwinSummary>> =>
  useApiPage<typeof listTwins>(['twins', { body, page }], 'POST /api/twins/filters', {
    page,
    pageSize,
    body,
  });
