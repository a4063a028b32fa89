import { useQuery } from '@tanstack/react-query';
import type { getActivityDue } from '@twinward/contracts/protections/activity-protection';
import { call } from '../../../shared/api/http.ts';

/** When the work of an activity protection is due. */
export const useActivityDue = (protectionId: number) =>
  useQuery({
    queryKey: ['protections', { protectionId, due: true }],
    queryFn: ({ signal }) =>
      call<typeof getActivityDue>('GET /api/indicators/:id/due', { params: { id: protectionId }, signal }),
  });
