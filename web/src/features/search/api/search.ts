import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Filter } from '@twinward/contracts/core/list';
import type { SearchType, search } from '@twinward/contracts/core/search';
import { callList } from '../../../shared/api/http.ts';

export const pageSize = 50;

/** The first page of what is found; nothing is asked without filters or without types. */
export const useSearch = (filters: readonly Filter[], types: readonly SearchType[]) =>
  useQuery({
    queryKey: ['search', { filters, types }],
    queryFn: ({ signal }) =>
      callList<typeof search>('POST /api/search', {
        query: { 'page-number': 1, 'page-size': pageSize },
        body: { filters: [...filters], types: [...types] },
        signal,
      }),
    enabled: filters.length > 0 && types.length > 0,
    placeholderData: keepPreviousData,
  });
