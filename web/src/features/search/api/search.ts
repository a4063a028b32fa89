import { keepPreviousData } from '@tanstack/react-query';
import type { Filter } from '@twinward/contracts/core/list';
import type { SearchType, search } from '@twinward/contracts/core/search';
import { useApiListQuery } from '../../../shared/api/api-query.ts';

export const pageSize = 50;

/** The first page of search results; no request without search words or types. */
export const useSearch = (filters: readonly Filter[], types: readonly SearchType[]) =>
  useApiListQuery<typeof search>(
    ['search', { filters, types }],
    'POST /api/search',
    {
      query: { 'page-number': 1, 'page-size': pageSize },
      body: { filters: [...filters], types: [...types] },
    },
    { enabled: filters.length > 0 && types.length > 0, placeholderData: keepPreviousData },
  );
