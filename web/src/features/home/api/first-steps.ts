import { useMutation } from '@tanstack/react-query';
import type { getFirstSteps, setFirstSteps } from '@twinward/contracts/system/first-steps';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';

/** The completion of the first steps. */
export const useFirstSteps = () =>
  // Refetched at each visit of Home, since the user may return from a step.
  useApiQuery<typeof getFirstSteps>(
    ['first-steps', {}],
    'GET /api/overview/first-steps',
    {},
    { staleTime: 0 },
  );

const setDismissed = (isDismissed: boolean) =>
  call<typeof setFirstSteps>('POST /api/settings/user/first-steps', { body: { isDismissed } });

export const useDismissFirstSteps = () =>
  useMutation({
    mutationFn: () => setDismissed(true),
    meta: { says: 'Hidden.', renews: ['first-steps'], undo: () => () => setDismissed(false) },
  });
