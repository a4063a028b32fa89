import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { retryProtection } from '@twinward/contracts/protections/protection';
import { call } from '../../../shared/api/http.ts';

/** Has a protection of a twin that was set aside evaluated again. */
export function useRetryProtection(twinId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      call<typeof retryProtection>('POST /api/indicators/:id/retry', { params: { id } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(['protections', { protectionId: saved.id }], saved);
      return queryClient.invalidateQueries({ queryKey: ['protections', { twinId }] });
    },
  });
}
