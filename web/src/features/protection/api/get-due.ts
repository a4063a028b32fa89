import type { getActivityDue } from '@twinward/contracts/protections/activity-protection';
import { useApiQuery } from '../../../shared/api/api-query.ts';

/** The due date of an activity protection's work. */
export const useActivityDue = (protectionId: number) =>
  useApiQuery<typeof getActivityDue>(
    ['protections', { protectionId, due: true }],
    'GET /api/indicators/:id/due',
    { params: { id: protectionId } },
  );
