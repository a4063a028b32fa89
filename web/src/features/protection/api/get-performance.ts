import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type {
  getBadActors,
  getChattering,
  getStanding,
  PerformanceWindow,
} from '@twinward/contracts/protections/alarm-performance';
import type { listExcursions } from '@twinward/contracts/protections/protection';
import { useApiListQuery } from '../../../shared/api/api-query.ts';
import { callList } from '../../../shared/api/http.ts';

/** The request for alarm performance: a window, its end (ISO 8601; null for now), and a page. */
export interface PerformanceChoice {
  window: PerformanceWindow;
  until: string | null;
  page: number;
  /** Shows the standing excursions of silent protections, which have had no data for longer than expected. */
  silent: boolean;
}

export const performancePageSize = 50;

const toQuery = ({ window, until, page }: PerformanceChoice) => ({
  window,
  ...(until === null ? {} : { to: until }),
  'page-number': page,
  'page-size': performancePageSize,
});

export const useBadActors = (choice: PerformanceChoice) =>
  useApiListQuery<typeof getBadActors>(
    ['excursions', { ranked: 'bad-actors', ...choice }],
    'GET /api/excursions/bad-actors',
    { query: toQuery(choice) },
    { placeholderData: keepPreviousData },
  );

export const useChattering = (choice: PerformanceChoice) =>
  useApiListQuery<typeof getChattering>(
    ['excursions', { ranked: 'chattering', ...choice }],
    'GET /api/excursions/chattering',
    { query: toQuery(choice) },
    { placeholderData: keepPreviousData },
  );

export const useStanding = (choice: PerformanceChoice) =>
  useApiListQuery<typeof getStanding>(
    ['excursions', { ranked: 'standing', ...choice }],
    'GET /api/excursions/standing',
    { query: { ...toQuery(choice), silent: choice.silent ? 'true' : 'false' } },
    { placeholderData: keepPreviousData },
  );

/** The start of the newest excursion of the plant; null without excursions. */
export const useNewestExcursion = () =>
  useQuery({
    queryKey: ['excursions', { ranked: 'newest' }],
    queryFn: async ({ signal }) => {
      const { records } = await callList<typeof listExcursions>('POST /api/excursions/filters', {
        query: { 'page-size': 1 },
        body: { filters: [], sorts: [{ field: 'Start', direction: 'Descending' }] },
        signal,
      });
      return records[0]?.start ?? null;
    },
  });
