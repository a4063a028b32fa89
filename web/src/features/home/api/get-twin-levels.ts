import type { UseQueryResult } from '@tanstack/react-query';
import type { ActiveTwinLevels, getTwinLevels } from '@twinward/contracts/twins/twin';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { plantWide } from '../../../shared/api/query-client.ts';

/** The number of active twins per level bucket. */
export const useTwinLevels = (): UseQueryResult<ActiveTwinLevels> =>
  useApiQuery<typeof getTwinLevels>(['twin-levels', {}], 'GET /api/twins/levels', {}, plantWide);
