import type { Db } from '../../../platform/database/database.ts';

/** Names of the sets of data that were loaded. */
export async function selectLoaded(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('demo_load').select('data_set').execute();
  return new Set(rows.map((row) => row.data_set));
}

/**
 * Notes that a set of data is loaded, in the transaction that loads it. Another process that loads the same
 * set is waited for.
 * @returns false when it was loaded before.
 */
export async function claimDataSet(trx: Db, dataSet: string): Promise<boolean> {
  const row = await trx
    .insertInto('demo_load')
    .values({ data_set: dataSet })
    .onConflict((conflict) => conflict.doNothing())
    .returning('data_set')
    .executeTakeFirst();
  return row !== undefined;
}
