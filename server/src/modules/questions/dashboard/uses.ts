import type { QueryUse } from '@twinward/contracts/questions/query';
import type { Db } from '../../../platform/database/database.ts';
import { selectAlertsOfQuery } from './figure-alert-store.ts';
import { selectDashboardsOfQuery } from './store.ts';

/** Lists the dashboards that show a query. The id is null if the user may not open the dashboard. */
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

/** Lists the alerts on a query. For alerts of other users, only the user's name is included. */
export async function listAlertsOfQuery(db: Db, queryId: number, userId: number): Promise<QueryUse[]> {
  const rows = await selectAlertsOfQuery(db, queryId);
  return rows.map(({ id, name, user_id, user_name }) => ({
    kind: 'alert',
    lastUsedOn: null,
    ...(user_id === userId ? { id, name } : { id: null, name: `of ${user_name}` }),
  }));
}
