import type { getTwinFailureModes } from '@twinward/contracts/twins/failure-mode';
import { useApiListQuery } from '../api-query.ts';

/** The failure modes of a twin, highest risk first, at most 500. */
export const useFailureModes = (twinId: number) =>
  useApiListQuery<typeof getTwinFailureModes>(
    ['failure-modes', { twinId }],
    'GET /api/twins/:id/failure-modes',
    { params: { id: twinId }, query: { 'page-number': '1', 'page-size': '500' } },
  );
