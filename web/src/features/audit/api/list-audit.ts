import { keepPreviousData } from '@tanstack/react-query';
import type { ListBody } from '@twinward/contracts/core/list';
import type { listAudit } from '@twinward/contracts/system/audit';
import { useApiListQuery } from '../../../shared/api/api-query.ts';

export const pageSize = 100;

export const useAudit = (body: ListBody, page: number) =>
  useApiListQuery<typeof listAudit>(
    ['audit', { body, page }],
    'POST /api/audit/filters',
    { query: { 'page-number': page, 'page-size': pageSize }, body },
    { placeholderData: keepPreviousData },
  );
