import type { getTwinProtections } from '@twinward/contracts/protections/protection';
import { useApiListQuery } from '../api-query.ts';

/** The protections of a twin, highest level first; the first hundred. */
export const useTwinProtections = (twinId: number) =>
  useApiListQuery<typeof getTwinProtections>(['protections', { twinId }], 'GET /api/twins/:id/protections', {
    params: { id: twinId },
    query: { 'page-number': '1', 'page-size': '100' },
  });
