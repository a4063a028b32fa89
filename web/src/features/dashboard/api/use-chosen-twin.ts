import type { getTwin } from '@twinward/contracts/twins/twin';
import { useApiQuery } from '../../../shared/api/api-query.ts';

/** The twin by which a dashboard is filtered, if any. */
export const useChosenTwin = (twinId: number | undefined) =>
  useApiQuery<typeof getTwin>(
    ['twins', { twinId: twinId ?? 0 }],
    'GET /api/twins/:id',
    { params: { id: twinId ?? 0 } },
    { enabled: twinId !== undefined },
  );
