import { useMutation } from '@tanstack/react-query';
import type {
  getIdentityProvider,
  IdentityProviderChange,
  setIdentityProvider,
} from '@twinward/contracts/access/external-sign-in';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';

export const useIdentityProvider = () =>
  useApiQuery<typeof getIdentityProvider>(
    ['identity-provider', {}],
    'GET /api/settings/security/identity-provider',
  );

export const useSaveIdentityProvider = () =>
  useMutation({
    mutationFn: (body: IdentityProviderChange) =>
      call<typeof setIdentityProvider>('POST /api/settings/security/identity-provider', { body }),
    meta: { saves: ['identity-provider', {}] },
  });
