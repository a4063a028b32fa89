import type { QueryUse } from '@twinward/contracts/questions/query';
import type { Db } from '../../../platform/database/database.ts';
import { selectUserUses } from './store.ts';

/** Lists the users who ran a query in the last 90 days. */
export async function listUserUses(db: Db, queryId: number): Promise<QueryUse[]> {
  return (await selectUserUses(db, queryId)).map((use) => ({ kind: 'user', ...use }));
}
