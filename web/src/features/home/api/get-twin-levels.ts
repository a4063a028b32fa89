import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { getTwinLevels, TwinLevels } from '@twinward/contracts/twins/twin';
import { call } from '../../../shared/api/http.ts';

/** How many active twins are in each bucket of levels. */
export const useTwinLevels = (): UseQueryResult<TwinLevels> =>
  useQuery({
    queryKey: ['twin-levels', {}],
    queryFn: ({ signal }) => call<typeof getTwinLevels>('GET /api/twins/levels', { signal }),
  });
