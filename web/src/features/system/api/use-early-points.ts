import { useMutation } from '@tanstack/react-query';
import type { EarlyPointsSetting, getEarlyPoints, setEarlyPoints } from '@twinward/contracts/system/setting';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';

/** How far ahead of the clock points are accepted. */
export const useEarlyPoints = () =>
  useApiQuery<typeof getEarlyPoints>(['early-points', {}], 'GET /api/settings/system/early-points');

export const useSaveEarlyPoints = () =>
  useMutation({
    mutationFn: (body: EarlyPointsSetting) =>
      call<typeof setEarlyPoints>('POST /api/settings/system/early-points', { body }),
    meta: { saves: ['early-points', {}] },
  });
