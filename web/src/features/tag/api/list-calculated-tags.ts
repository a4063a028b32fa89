import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { CalculatedTag, getTwinCalculatedTags } from '@twinward/contracts/signals/tag';
import { call } from '../../../shared/api/http.ts';

/** The calculated tags of a twin, by name, each with how far it is made. */
export const useCalculatedTags = (twinId: number): UseQueryResult<CalculatedTag[]> =>
  useQuery({
    queryKey: ['tags', { calculatedOf: twinId }],
    queryFn: ({ signal }) =>
      call<typeof getTwinCalculatedTags>('GET /api/twins/:id/calculated-tags', {
        params: { id: twinId },
        signal,
      }),
  });
