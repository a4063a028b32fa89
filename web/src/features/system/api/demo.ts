import { useMutation } from '@tanstack/react-query';
import type { clearDemo, getDemo, loadDemo, restartDemo } from '@twinward/contracts/system/demo';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';

/** The demo records. Refetched with the progress of the command that clears or loads them. */
export const useDemo = () => useApiQuery<typeof getDemo>(['demo', {}], 'GET /api/settings/system/demo');

export const useClearDemo = () =>
  useMutation({
    mutationFn: () => call<typeof clearDemo>('POST /api/settings/system/demo/clear'),
    meta: { says: null, renews: ['demo'], renewsOnFailure: true },
  });

export const useLoadDemo = () =>
  useMutation({
    mutationFn: () => call<typeof loadDemo>('POST /api/settings/system/demo/load'),
    meta: { says: null, renews: ['demo'], renewsOnFailure: true },
  });

export const useRestartDemo = () =>
  useMutation({
    mutationFn: () => call<typeof restartDemo>('POST /api/settings/system/demo/restart'),
    meta: { says: null, renews: ['demo'], renewsOnFailure: true },
  });
