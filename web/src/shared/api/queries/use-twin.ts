import type { getTwin } from '@twinward/contracts/twins/twin';
import { useApiQuery } from '../api-query.ts';

/** A twin, with its probability, consequence and risk. */
export const useTwin = (twinId: number) =>
  useApiQuery<typeof getTwin>(['twins', { twinId }], 'GET /api/twins/:id', { params: { id: twinId } });
