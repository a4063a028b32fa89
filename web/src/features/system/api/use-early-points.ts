import type { getEarlyPoints, setEarlyPoints } from '@twinward/contracts/system/setting';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { useApiQuery } from '../../../shared/api/api-query.ts';

/** How far ahead of the clock points are accepted. */
export const useEarlyPoints = () =>
  useApiQuery<typeof getEarlyPoints>(['early-points', {}], 'GET /api/settings/system/early-points');

export const useSaveEarlyPoints = () =>
  useApiMutation<typeof setEarlyPoints>('POST /api/settings/system/early-points', {
    saves: ['early-points', {}],
  });
