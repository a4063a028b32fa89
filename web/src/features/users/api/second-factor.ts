import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { getUserSecondFactor, resetUserSecondFactor } from '@twinward/contracts/access/second-factor';
import { call } from '../../../shared/api/http.ts';

export const useUserSecondFactor = (id: number) =>
  useQuery({
    queryKey: ['user-second-factor', { id }],
    queryFn: ({ signal }) =>
      call<typeof getUserSecondFactor>('GET /api/users/:id/second-factor', { params: { id }, signal }),
  });

export function useResetSecondFactor(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call<typeof resetUserSecondFactor>('POST /api/users/:id/second-factor/reset', { params: { id } }),
    onSuccess: () => queryClient.setQueryData(['user-second-factor', { id }], { enrolled: false }),
  });
}
