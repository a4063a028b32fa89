import { useQuery } from '@tanstack/react-query';
import type { getTwinFailureModes } from '@twinward/contracts/twins/failure-mode';
import { callList } from '../http.ts';

/** The failure modes of a twin, highest risk first; the first five hundred. */
export const useFailureModes = (twinId: number) =>
  useQuery({
    queryKey: ['failure-modes', { twinId }],
    queryFn: ({ signal }) =>
      callList<typeof getTwinFailureModes>('GET /api/twins/:id/failure-modes', {
        params: { id: twinId },
        query: { 'page-number': '1', 'page-size': '500' },
        signal,
      }),
  });
