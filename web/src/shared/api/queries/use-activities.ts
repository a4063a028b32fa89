import { useQuery } from '@tanstack/react-query';
import type { getTwinActivities } from '@twinward/contracts/twins/activity';
import { call } from '../http.ts';

/** The activities of a twin, by name. */
export const useActivities = (twinId: number) =>
  useQuery({
    queryKey: ['activities', { twinId }],
    queryFn: ({ signal }) =>
      call<typeof getTwinActivities>('GET /api/twins/:id/activities', { params: { id: twinId }, signal }),
  });
