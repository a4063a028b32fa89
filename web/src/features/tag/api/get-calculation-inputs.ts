import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { CalculationInput, getTwinCalculationInputs } from '@twinward/contracts/twins/tag-alias';
import { call } from '../../../shared/api/http.ts';

/** What the logic of a calculated tag of a twin may name: the twin's mapped inputs. */
export const useCalculationInputs = (
  twinId: number,
  calculatedTagId: number | null,
): UseQueryResult<CalculationInput[]> =>
  useQuery({
    queryKey: ['tag-aliases', { twinId, calculatedTagId }],
    queryFn: ({ signal }) =>
      call<typeof getTwinCalculationInputs>('GET /api/twins/:id/calculation-inputs', {
        params: { id: twinId },
        query: calculatedTagId === null ? {} : { tagId: calculatedTagId },
        signal,
      }),
  });
