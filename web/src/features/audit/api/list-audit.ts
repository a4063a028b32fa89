import type { ListBody } from '@twinward/contracts/core/list';
import type { listAudit } from '@twinward/contracts/system/audit';
import { useApiPage } from '../../../shared/api/api-query.ts';

export const pageSize = 100;

export const useAudit = (body: ListBody, page: number) =>
  useApiPage<typeof listAudit>(['audit', { body, page }], 'POST /api/audit/filters', {
    page,
    pageSize,
    body,
  });
