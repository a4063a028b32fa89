import type { listDashboards, listReadyMadeDashboards } from '@twinward/contracts/questions/dashboard';
import { useApiListQuery, useApiQuery } from '../api-query.ts';

/** Built-in dashboards. */
export const useReadyMade = (enabled = true) =>
  useApiQuery<typeof listReadyMadeDashboards>(
    ['dashboards', { list: 'ready-made' }],
    'GET /api/dashboards/ready-made',
    {},
    { enabled },
  );

/** Own and shared dashboards, ordered by name. */
export const useDashboards = (enabled = true) =>
  useApiListQuery<typeof listDashboards>(
    ['dashboards', { list: 'stored' }],
    'POST /api/dashboards/filters',
    { query: { 'page-number': '1', 'page-size': '1000' }, body: {} },
    { enabled },
  );
