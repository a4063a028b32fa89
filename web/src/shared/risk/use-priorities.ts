import type { UseQueryResult } from '@tanstack/react-query';
import type { listPriorities, Priorities } from '@twinward/contracts/questions/priority';
import { useApiQuery } from '../api/api-query.ts';
import { plantWide } from '../api/query-client.ts';

/** The twins with the highest priority. */
export const usePriorities = (limit: number): UseQueryResult<Priorities> =>
  useApiQuery<typeof listPriorities>(
    ['priorities', { limit }],
    'GET /api/overview/priorities',
    {
      query: { limit: String(limit) },
    },
    plantWide,
  );
