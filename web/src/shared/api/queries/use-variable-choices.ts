import { keepPreviousData } from '@tanstack/react-query';
import type { getVariableChoices } from '@twinward/contracts/questions/dashboard-data';
import { useApiQuery } from '../api-query.ts';

/** Searches sites and classes that have twins, by name. */
export const useVariableChoices = (find: string, enabled: boolean) =>
  useApiQuery<typeof getVariableChoices>(
    ['dashboard-variables', { find }],
    'GET /api/dashboards/variables',
    { query: { find } },
    { enabled, staleTime: 10 * 60_000, placeholderData: keepPreviousData },
  );
