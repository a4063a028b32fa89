import { keepPreviousData } from '@tanstack/react-query';
import type { Filter } from '@twinward/contracts/core/list';
import type { searchRecords } from '@twinward/contracts/records/record';
import { useApiListQuery } from '../api-query.ts';

/** Searches records of custom types. Sends no request without filters. */
export const useRecordSearch = (filters: readonly Filter[], page: number, pageSize: number) =>
  useApiListQuery<typeof searchRecords>(
    ['search', { records: filters, page, pageSize }],
    'POST /api/recordsearch',
    { query: { 'page-number': page, 'page-size': pageSize }, body: { filters: [...filters] } },
    { enabled: filters.length > 0, placeholderData: keepPreviousData },
  );
