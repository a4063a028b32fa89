import type { Filter } from '@twinward/contracts/core/list';
import type { searchRecords } from '@twinward/contracts/records/record';
import { useApiPage } from '../api-query.ts';

/** Searches records of custom types. Sends no request without filters. */
export const useRecordSearch = (filters: readonly Filter[], page: number, pageSize: number) =>
  useApiPage<typeof searchRecords>(
    ['search', { records: filters, page, pageSize }],
    'POST /api/recordsearch',
    { page, pageSize, body: { filters: [...filters] } },
    { enabled: filters.length > 0 },
  );
