import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  getSessionSettings,
  SessionSettings,
  updateSessionSettings,
} from '@twinward/contracts/access/session-setting';
import { call } from '../../../shared/api/http.ts';

const key = ['session-settings', {}] as const;

export const useSessionSettings = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      call<typeof getSessionSettings>('GET /api/settings/security/sessions', { signal }),
  });

export function useSaveSessionSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SessionSettings) =>
      call<typeof updateSessionSettings>('POST /api/settings/security/sessions', { body }),
    onSuccess: (saved) => queryClient.setQueryData(key, saved),
  });
}
