import type { listRefusedRows } from '@twinward/contracts/signals/import';
import { useApiPage } from '../../../shared/api/api-query.ts';

export const refusedPageSize = 10;

/** A page (from 1) of the rejected rows of an import, ordered by line. */
export const useRefusedRows = (commandId: string, page: number) =>
  useApiPage<typeof listRefusedRows>(
    ['refused-rows', { commandId, page }],
    'GET /api/imports/:commandId/refused',
    { page, pageSize: refusedPageSize, params: { commandId } },
  );
