import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { getUserSecondFactor, resetUserSecondFactor } from '@twinward/contracts/access/second-factor';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';

export const useUserSecondFactor = (id: number) =>
  useApiQuery<typeof getUserSecondFactor>(
    ['user-second-factor', { id }],
    'GET /api/users/:id/second-factor',
    { params: { id } },
  );

export function useResetSecondFactor(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call<typeof resetUserSecondFactor>('POST /api/users/:id/second-factor/reset', { params: { id } }),
    onSuccess: () => queryClient.setQueryData(['user-second-factor', { id }], { enrolled: false }),
  });
}
