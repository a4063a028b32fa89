import type { updateTwinParameters } from '@twinward/contracts/twins/parameter';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';

/** Replaces the parameters of a twin. */
export const useSaveParameters = (twinId: number) =>
  useApiMutation<typeof updateTwinParameters>('PUT /api/twins/:id/parameters', {
    params: { id: twinId },
    saves: () => ['twin-parameters', { twinId }],
    renews: ['twins', 'protections', 'tags'],
  });
