import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ListBody } from '@twinward/contracts/core/list';
import type { listAudit } from '@twinward/contracts/system/audit';
import { callList } from '../../../shared/api/http.ts';

export const pageSize = 100;

export const useAudit = (body: ListBody, page: number) =>
  useQuery({
    queryKey: ['audit', { body, page }],
    queryFn: ({ signal }) =>
      callList<typeof listAudit>('POST /api/audit/filters', {
        query: { 'page-number': page, 'page-size': pageSize },
        body,
        signal,
      }),
    placeholderData: keepPreviousData,
  });
