import { useMutation } from '@tanstack/react-query';
import type { getTimeZone, setTimeZone, TimeZoneSetting } from '@twinward/contracts/system/setting';
import { useApiQuery } from '../api-query.ts';
import { call } from '../http.ts';

/** The plant's time zone, used for intervals of months and years. */
export const usePlantTimeZone = () =>
  useApiQuery<typeof getTimeZone>(['plant-time-zone', {}], 'GET /api/settings/system/time-zone');

export const useSavePlantTimeZone = () =>
  useMutation({
    mutationFn: (body: TimeZoneSetting) =>
      call<typeof setTimeZone>('POST /api/settings/system/time-zone', { body }),
    meta: { saves: ['plant-time-zone', {}] },
  });
