import type { QueryUse } from '@twinward/contracts/questions/query';
import type { Db } from '../../../platform/database/database.ts';
import { selectReportsOfQuery } from './subscription-store.ts';

/** Lists the subscriptions to a query. The id is null for subscriptions of other users. */
export async function listReportsOfQuery(db: Db, queryId: number, userId: number): Promise<QueryUse[]> {
  const rows = await selectReportsOfQuery(db, queryId);
  return rows.map(({ id, name, user_id, user_name }) => ({
    kind: 'report',
    lastUsedOn: null,
    ...(user_id === userId ? { id, name } : { id: null, name: `of ${user_name}` }),
  }));
}
