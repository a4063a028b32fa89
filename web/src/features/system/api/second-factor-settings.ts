import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  getSecondFactorSettings,
  SecondFactorSettings,
  setSecondFactorSettings,
} from '@twinward/contracts/access/second-factor';
import { call } from '../../../shared/api/http.ts';

export const useSecondFactorSettings = () =>
  useQuery({
    queryKey: ['second-factor-settings', {}],
    queryFn: ({ signal }) =>
      call<typeof getSecondFactorSettings>('GET /api/settings/security/second-factor', { signal }),
  });

export function useSaveSecondFactorSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SecondFactorSettings) =>
      call<typeof setSecondFactorSettings>('POST /api/settings/security/second-factor', { body }),
    onSuccess: (saved) => queryClient.setQueryData(['second-factor-settings', {}], saved),
  });
}
