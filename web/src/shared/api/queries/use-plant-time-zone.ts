import type { getTimeZone, setTimeZone } from '@twinward/contracts/system/setting';
import { useApiMutation } from '../api-mutation.ts';
import { useApiQuery } from '../api-query.ts';

/** The plant's time zone, used for intervals of months and years. */
export const usePlantTimeZone = () =>
  useApiQuery<typeof getTimeZone>(['plant-time-zone', {}], 'GET /api/settings/system/time-zone');

export const useSavePlantTimeZone = () =>
  useApiMutation<typeof setTimeZone>('POST /api/settings/system/time-zone', {
    saves: ['plant-time-zone', {}],
  });
