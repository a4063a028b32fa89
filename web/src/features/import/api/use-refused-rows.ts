import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { listRefusedRows } from '@twinward/contracts/signals/import';
import { callList } from '../../../shared/api/http.ts';

export const refusedPageSize = 10;

/** A page of the refused rows of an import, by line; pages count from 1. */
export const useRefusedRows = (commandId: string, page: number) =>
  useQuery({
    queryKey: ['refused-rows', { commandId, page }],
    queryFn: ({ signal }) =>
      callList<typeof listRefusedRows>('GET /api/imports/:commandId/refused', {
        params: { commandId },
        query: { 'page-number': String(page), 'page-size': String(refusedPageSize) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
