import type { UseQueryResult } from '@tanstack/react-query';
import type { CalculationInput, getTwinCalculationInputs } from '@twinward/contracts/twins/tag-alias';
import { useApiQuery } from '../../../shared/api/api-query.ts';

/** The names available to a twin's calculated tags: the twin's mapped inputs. */
export const useCalculationInputs = (
  twinId: number,
  calculatedTagId: number | null,
): UseQueryResult<CalculationInput[]> =>
  useApiQuery<typeof getTwinCalculationInputs>(
    ['tag-aliases', { twinId, calculatedTagId }],
    'GET /api/twins/:id/calculation-inputs',
    { params: { id: twinId }, query: calculatedTagId === null ? {} : { tagId: calculatedTagId } },
  );
