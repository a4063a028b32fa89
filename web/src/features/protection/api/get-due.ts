import type { getActivityDue } from '@twinward/contracts/protections/activity-protection';
import { useApiQuery } from '../../../shared/api/api-query.ts';

/** When the work of an activity protection is due. */
export const useActivityDue = (protectionId: number) =>
  useApiQuery<typeof getActivityDue>(
    ['protections', { protectionId, due: true }],
    'GET /api/indicators/:id/due',
    { params: { id: protectionId } },
  );
