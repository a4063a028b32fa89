import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { getTimeZone, setTimeZone, TimeZoneSetting } from '@twinward/contracts/system/setting';
import { call } from '../http.ts';

/** The time zone in which the plant's intervals of months and years are counted. */
export const usePlantTimeZone = () =>
  useQuery({
    queryKey: ['plant-time-zone', {}],
    queryFn: ({ signal }) => call<typeof getTimeZone>('GET /api/settings/system/time-zone', { signal }),
  });

export function useSavePlantTimeZone() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: TimeZoneSetting) =>
      call<typeof setTimeZone>('POST /api/settings/system/time-zone', { body }),
    onSuccess: (saved) => queryClient.setQueryData(['plant-time-zone', {}], saved),
  });
}
