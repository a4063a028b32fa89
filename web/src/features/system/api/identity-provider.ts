import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  getIdentityProvider,
  IdentityProviderChange,
  setIdentityProvider,
} from '@twinward/contracts/access/external-sign-in';
import { call } from '../../../shared/api/http.ts';

export const useIdentityProvider = () =>
  useQuery({
    queryKey: ['identity-provider', {}],
    queryFn: ({ signal }) =>
      call<typeof getIdentityProvider>('GET /api/settings/security/identity-provider', { signal }),
  });

export function useSaveIdentityProvider() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: IdentityProviderChange) =>
      call<typeof setIdentityProvider>('POST /api/settings/security/identity-provider', { body }),
    onSuccess: (saved) => queryClient.setQueryData(['identity-provider', {}], saved),
  });
}
