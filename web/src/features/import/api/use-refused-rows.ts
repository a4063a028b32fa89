import { keepPreviousData } from '@tanstack/react-query';
import type { listRefusedRows } from '@twinward/contracts/signals/import';
import { useApiListQuery } from '../../../shared/api/api-query.ts';

export const refusedPageSize = 10;

/** A page (from 1) of the rejected rows of an import, ordered by line. */
export const useRefusedRows = (commandId: string, page: number) =>
  useApiListQuery<typeof listRefusedRows>(
    ['refused-rows', { commandId, page }],
    'GET /api/imports/:commandId/refused',
    { params: { commandId }, query: { 'page-number': String(page), 'page-size': String(refusedPageSize) } },
    { placeholderData: keepPreviousData },
  );
