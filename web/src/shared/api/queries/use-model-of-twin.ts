import type { getModelOfTwin } from '@twinward/contracts/library/upgrade';
import { useApiQuery } from '../api-query.ts';

/** The model of a twin, and the differences of the twin from it; null without a model. */
export const useModelOfTwin = (twinId: number) =>
  useApiQuery<typeof getModelOfTwin>(['twin-models', { twinId }], 'GET /api/twins/:id/model', {
    params: { id: twinId },
  });
