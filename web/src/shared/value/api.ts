import type { approveValue, getValueLine, withdrawValue } from '@twinward/contracts/questions/value-ledger';
import { useApiMutation } from '../api/api-mutation.ts';
import { useApiQuery } from '../api/api-query.ts';

export const useValueLine = (twinId: number, id: number) =>
  useApiQuery<typeof getValueLine>(['advisories', { twinId, value: id }], 'GET /api/value-ledger/:id', {
    params: { id },
  });

export const useApproveValue = (id: number) =>
  useApiMutation<typeof approveValue>('PUT /api/value-ledger/:id', {
    params: { id },
    renews: ['advisories'],
  });

export const useWithdrawValue = (id: number) =>
  useApiMutation<typeof withdrawValue>('DELETE /api/value-ledger/:id', {
    params: { id },
    says: 'Deleted.',
    renews: ['advisories'],
  });
