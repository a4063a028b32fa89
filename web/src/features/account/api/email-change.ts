import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { cancelEmailChange, EmailChange, getEmailChange } from '@twinward/contracts/access/user';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { call } from '../../../shared/api/http.ts';

const key = ['email-change', {}] as const;

/** The new e-mail address that waits for confirmation, or null. */
export const useEmailChange = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<EmailChange | null> =>
      (await call<typeof getEmailChange>('GET /api/user/current/email-change', { signal })) ?? null,
  });

export function useCancelEmailChange() {
  const queryClient = useQueryClient();
  return useApiMutation<typeof cancelEmailChange>('DELETE /api/user/current/email-change', {
    onSuccess: () => queryClient.setQueryData(key, null),
  });
}
