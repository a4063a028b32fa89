import type { clearDemo, getDemo, loadDemo, restartDemo } from '@twinward/contracts/system/demo';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { useApiQuery } from '../../../shared/api/api-query.ts';

/** The demo records. Refetched with the progress of the command that clears or loads them. */
export const useDemo = () => useApiQuery<typeof getDemo>(['demo', {}], 'GET /api/settings/system/demo');

export const useClearDemo = () =>
  useApiMutation<typeof clearDemo>('POST /api/settings/system/demo/clear', {
    says: null,
    renews: ['demo'],
    renewsOnFailure: true,
  });

export const useLoadDemo = () =>
  useApiMutation<typeof loadDemo>('POST /api/settings/system/demo/load', {
    says: null,
    renews: ['demo'],
    renewsOnFailure: true,
  });

export const useRestartDemo = () =>
  useApiMutation<typeof restartDemo>('POST /api/settings/system/demo/restart', {
    says: null,
    renews: ['demo'],
    renewsOnFailure: true,
  });
