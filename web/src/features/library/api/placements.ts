import type { applyPlacement, listPlacements, Placement } from '@twinward/contracts/library/placement';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { useApiPage } from '../../../shared/api/api-query.ts';

export const placementsPerPage = 50;

/** A page of the outcomes by asset. Refetched with the progress of the command. */
export const usePlacements = (
  commandId: string,
  { outcome, page, progress }: { outcome: Placement['outcome'] | null; page: number; progress: string },
) =>
  useApiPage<typeof listPlacements>(
    ['placements', { commandId, outcome, page, progress }],
    'GET /api/library/placements/:commandId',
    {
      page,
      pageSize: placementsPerPage,
      params: { commandId },
      query: { ...(outcome === null ? {} : { outcome }) },
    },
  );

/** Creates the twins of a preview. */
export const useApplyPlacement = (commandId: string) =>
  useApiMutation<typeof applyPlacement>('POST /api/library/placements/:commandId/apply', {
    params: { commandId },
  });
