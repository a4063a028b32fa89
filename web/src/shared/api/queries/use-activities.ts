import type { getTwinActivities } from '@twinward/contracts/twins/activity';
import { useApiQuery } from '../api-query.ts';

/** The activities of a twin, ordered by name. */
export const useActivities = (twinId: number) =>
  useApiQuery<typeof getTwinActivities>(['activities', { twinId }], 'GET /api/twins/:id/activities', {
    params: { id: twinId },
  });
