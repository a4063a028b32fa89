import { useQueryClient } from '@tanstack/react-query';
import type { getUserSecondFactor, resetUserSecondFactor } from '@twinward/contracts/access/second-factor';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { useApiQuery } from '../../../shared/api/api-query.ts';

export const useUserSecondFactor = (id: number) =>
  useApiQuery<typeof getUserSecondFactor>(
    ['user-second-factor', { id }],
    'GET /api/users/:id/second-factor',
    { params: { id } },
  );

export function useResetSecondFactor(id: number) {
  const queryClient = useQueryClient();
  return useApiMutation<typeof resetUserSecondFactor>('POST /api/users/:id/second-factor/reset', {
    params: { id },
    onSuccess: () => queryClient.setQueryData(['user-second-factor', { id }], { enrolled: false }),
  });
}
