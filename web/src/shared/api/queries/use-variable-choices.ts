import type { getVariableChoices } from '@twinward/contracts/questions/dashboard-data';
import { useApiQuery } from '../api-query.ts';

/** The sites and classes that have twins. */
export const useVariableChoices = (enabled: boolean) =>
  useApiQuery<typeof getVariableChoices>(
    ['dashboard-variables', {}],
    'GET /api/dashboards/variables',
    {},
    { enabled, staleTime: 10 * 60_000 },
  );
