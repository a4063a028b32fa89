import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type {
  createServiceAccount,
  createServiceToken,
  listServiceAccounts,
  NewServiceAccount,
  NewServiceToken,
  revokeServiceAccount,
  ServiceAccountChange,
  updateServiceAccount,
} from '@twinward/contracts/access/service-account';
import type { ListBody } from '@twinward/contracts/core/list';
import { useApiListQuery } from '../../shared/api/api-query.ts';
import { call } from '../../shared/api/http.ts';

export const pageSize = 100;

export const useServiceAccounts = (body: ListBody, page: number) =>
  useApiListQuery<typeof listServiceAccounts>(
    ['service-accounts', { body, page }],
    'POST /api/service-accounts/filters',
    { query: { 'page-number': page, 'page-size': pageSize }, body },
    { placeholderData: keepPreviousData },
  );

const renews = { renews: ['service-accounts'] } as const;

export const useCreateServiceAccount = () =>
  useMutation({
    mutationFn: (body: NewServiceAccount) =>
      call<typeof createServiceAccount>('POST /api/service-accounts', { body }),
    meta: renews,
  });

export const useUpdateServiceAccount = () =>
  useMutation({
    mutationFn: ({ id, ...body }: ServiceAccountChange & { id: number }) =>
      call<typeof updateServiceAccount>('PUT /api/service-accounts/:id', { params: { id }, body }),
    meta: renews,
  });

export const useCreateServiceToken = (id: number) =>
  useMutation({
    mutationFn: (body: NewServiceToken) =>
      call<typeof createServiceToken>('POST /api/service-accounts/:id/token', { params: { id }, body }),
    meta: renews,
  });

export const useRevokeServiceAccount = (id: number) =>
  useMutation({
    mutationFn: () =>
      call<typeof revokeServiceAccount>('DELETE /api/service-accounts/:id/token', { params: { id } }),
    meta: renews,
  });
