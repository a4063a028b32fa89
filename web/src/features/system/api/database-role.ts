import type { getDatabaseRole } from '@twinward/contracts/system/setting';
import { useApiQuery } from '../../../shared/api/api-query.ts';

/** The database role of requests and jobs. */
export const useDatabaseRole = () =>
  useApiQuery<typeof getDatabaseRole>(['database-role', {}], 'GET /api/settings/system/database');
