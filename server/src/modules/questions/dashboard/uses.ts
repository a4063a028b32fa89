import type { QueryUse } from '@twinward/contracts/questions/query';
import type { Db } from '../../../platform/database/database.ts';
import { selectDashboardsOfQuery } from './store.ts';

/** The dashboards that show a query; the id is null for those that the user may not open. */
export async function listUsesOfQuery(db: Db, queryId: number, userId: number): Promise<QueryUse[]> {
  const rows = await selectDashboardsOfQuery(db, queryId);
  return rows.map(({ id, name, sharing, owner_id }) => {
    const isOpen = sharing === 'tenant' || owner_id === userId;
    return {
      kind: 'dashboard',
      lastUsedOn: null,
      ...(isOpen ? { id, name } : { id: null, name: 'a private dashboard' }),
    };
  });
}
