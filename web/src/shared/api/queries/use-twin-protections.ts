import { useQuery } from '@tanstack/react-query';
import type { getTwinProtections } from '@twinward/contracts/protections/protection';
import { callList } from '../http.ts';

/** The protections of a twin, highest level first; the first hundred. */
export const useTwinProtections = (twinId: number) =>
  useQuery({
    queryKey: ['protections', { twinId }],
    queryFn: ({ signal }) =>
      callList<typeof getTwinProtections>('GET /api/twins/:id/protections', {
        params: { id: twinId },
        query: { 'page-number': '1', 'page-size': '100' },
        signal,
      }),
  });
