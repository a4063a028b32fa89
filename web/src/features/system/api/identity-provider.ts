import type { getIdentityProvider, setIdentityProvider } from '@twinward/contracts/access/external-sign-in';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { useApiQuery } from '../../../shared/api/api-query.ts';

export const useIdentityProvider = () =>
  useApiQuery<typeof getIdentityProvider>(
    ['identity-provider', {}],
    'GET /api/settings/security/identity-provider',
  );

export const useSaveIdentityProvider = () =>
  useApiMutation<typeof setIdentityProvider>('POST /api/settings/security/identity-provider', {
    saves: ['identity-provider', {}],
  });
