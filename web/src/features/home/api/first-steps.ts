import { useMutation } from '@tanstack/react-query';
import type { getFirstSteps, setFirstSteps } from '@twinward/contracts/system/first-steps';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';

/** Which of the first steps are done. */
export const useFirstSteps = () =>
  // Read at each visit of Home: the user comes back from a step.
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
