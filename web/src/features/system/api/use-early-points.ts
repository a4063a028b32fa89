import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EarlyPointsSetting, getEarlyPoints, setEarlyPoints } from '@twinward/contracts/system/setting';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';

/** How far ahead of the clock points may be. */
export const useEarlyPoints = () =>
  useApiQuery<typeof getEarlyPoints>(['early-points', {}], 'GET /api/settings/system/early-points');

export function useSaveEarlyPoints() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EarlyPointsSetting) =>
      call<typeof setEarlyPoints>('POST /api/settings/system/early-points', { body }),
    onSuccess: (saved) => queryClient.setQueryData(['early-points', {}], saved),
  });
}
