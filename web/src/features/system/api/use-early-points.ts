import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EarlyPointsSetting, getEarlyPoints, setEarlyPoints } from '@twinward/contracts/system/setting';
import { call } from '../../../shared/api/http.ts';

/** How far ahead of the clock points may be. */
export const useEarlyPoints = () =>
  useQuery({
    queryKey: ['early-points', {}],
    queryFn: ({ signal }) => call<typeof getEarlyPoints>('GET /api/settings/system/early-points', { signal }),
  });

export function useSaveEarlyPoints() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EarlyPointsSetting) =>
      call<typeof setEarlyPoints>('POST /api/settings/system/early-points', { body }),
    onSuccess: (saved) => queryClient.setQueryData(['early-points', {}], saved),
  });
}
