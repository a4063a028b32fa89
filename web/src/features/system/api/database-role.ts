import { useQuery } from '@tanstack/react-query';
import type { getDatabaseRole } from '@twinward/contracts/system/setting';
import { call } from '../../../shared/api/http.ts';

/** The database role that requests and jobs have. */
export const useDatabaseRole = () =>
  useQuery({
    queryKey: ['database-role', {}],
    queryFn: ({ signal }) => call<typeof getDatabaseRole>('GET /api/settings/system/database', { signal }),
  });
