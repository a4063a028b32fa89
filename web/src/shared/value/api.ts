import { useMutation } from '@tanstack/react-query';
import type {
  approveValue,
  getValueLine,
  ValueApproval,
  withdrawValue,
} from '@twinward/contracts/questions/value-ledger';
import { useApiQuery } from '../api/api-query.ts';
import { call } from '../api/http.ts';

export const useValueLine = (twinId: number, id: number) =>
  useApiQuery<typeof getValueLine>(['advisories', { twinId, value: id }], 'GET /api/value-ledger/:id', {
    params: { id },
  });

export const useApproveValue = (id: number) =>
  useMutation({
    mutationFn: (body: ValueApproval) =>
      call<typeof approveValue>('PUT /api/value-ledger/:id', { params: { id }, body }),
    meta: { renews: ['advisories'] },
  });

export const useWithdrawValue = (id: number) =>
  useMutation({
    mutationFn: () => call<typeof withdrawValue>('DELETE /api/value-ledger/:id', { params: { id } }),
    meta: { says: 'Deleted.', renews: ['advisories'] },
  });
