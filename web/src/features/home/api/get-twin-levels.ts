import type { UseQueryResult } from '@tanstack/react-query';
import type { getTwinLevels, TwinLevels } from '@twinward/contracts/twins/twin';
import { useApiQuery } from '../../../shared/api/api-query.ts';

/** How many active twins are in each bucket of levels. */
export const useTwinLevels = (): UseQueryResult<TwinLevels> =>
  useApiQuery<typeof getTwinLevels>(['twin-levels', {}], 'GET /api/twins/levels');
