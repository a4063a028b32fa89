import type {
  createServiceAccount,
  createServiceToken,
  listServiceAccounts,
  revokeServiceAccount,
  ServiceAccountChange,
  updateServiceAccount,
} from '@twinward/contracts/access/service-account';
import type { ListBody } from '@twinward/contracts/core/list';
import { useApiMutation } from '../../shared/api/api-mutation.ts';
import { useApiPage } from '../../shared/api/api-query.ts';

export const pageSize = 100;

export const useServiceAccounts = (body: ListBody, page: number) =>
  useApiPage<typeof listServiceAccounts>(
    ['service-accounts', { body, page }],
    'POST /api/service-accounts/filters',
    { page, pageSize, body },
  );

const renews = { renews: ['service-accounts'] } as const;

export const useCreateServiceAccount = () =>
  useApiMutation<typeof createServiceAccount>('POST /api/service-accounts', { ...renews });

export const useUpdateServiceAccount = () =>
  useApiMutation<typeof updateServiceAccount, ServiceAccountChange & { id: number }>(
    'PUT /api/service-accounts/:id',
    { toCall: ({ id, ...body }) => ({ params: { id }, body }), ...renews },
  );

export const useCreateServiceToken = (id: number) =>
  useApiMutation<typeof createServiceToken>('POST /api/service-accounts/:id/token', {
    params: { id },
    ...renews,
  });

export const useRevokeServiceAccount = (id: number) =>
  useApiMutation<typeof revokeServiceAccount>('DELETE /api/service-accounts/:id/token', {
    params: { id },
    ...renews,
  });
