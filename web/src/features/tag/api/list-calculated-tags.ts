import type { UseQueryResult } from '@tanstack/react-query';
import type { CalculatedTag, getTwinCalculatedTags } from '@twinward/contracts/signals/calculated-tag';
import { useApiQuery } from '../../../shared/api/api-query.ts';

/** The calculated tags of a twin, ordered by name, with their completion state. */
export const useCalculatedTags = (twinId: number): UseQueryResult<CalculatedTag[]> =>
  useApiQuery<typeof getTwinCalculatedTags>(
    ['tags', { calculated: twinId }],
    'GET /api/twins/:id/calculated-tags',
    { params: { id: twinId } },
  );
