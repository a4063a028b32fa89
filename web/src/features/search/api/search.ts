import { keepPreviousData } from '@tanstack/react-query';
import type { Filter } from '@twinward/contracts/core/list';
import type { SearchType, search, searchByKind } from '@twinward/contracts/core/search';
import type { searchFurther } from '@twinward/contracts/questions/further-search';
import { useApiPage, useApiQuery } from '../../../shared/api/api-query.ts';

/** Maximum number of results per kind in a search of several kinds. */
const ofEach = 5;

/** The first results of each kind. Sends no request without search words, or for only one kind. */
export const useSearchByKind = (filters: readonly Filter[], types: readonly SearchType[]) =>
  useApiQuery<typeof searchByKind>(
    ['search', { filters, types }],
    'POST /api/search/kinds',
    { body: { filters: [...filters], types: [...types], ofEach } },
    { enabled: filters.length > 0 && types.length > 1, placeholderData: keepPreviousData },
  );

/** The first results of one kind. @param type null to send no request */
export const useSearchOfKind = (filters: readonly Filter[], type: SearchType | null, shown: number) =>
  useApiPage<typeof search>(
    ['search', { filters, type, shown }],
    'POST /api/search',
    { page: 1, pageSize: shown, body: { filters: [...filters], types: type === null ? [] : [type] } },
    { enabled: filters.length > 0 && type !== null },
  );

/** The first results of each kind outside the search index. Sends no request without search words. */
export const useFurtherSearch = (filters: readonly Filter[], shown: number) =>
  useApiQuery<typeof searchFurther>(
    ['search', { filters, further: shown }],
    'POST /api/search/further',
    { body: { filters: [...filters], ofEach: shown } },
    { enabled: filters.length > 0, placeholderData: keepPreviousData },
  );
