import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { readCaptions } from '../field/service.ts';
import { listTypes } from '../record-type/service.ts';
import { indexRecords } from './search-entries.ts';

/** Queues records for `indexDueRecords`, which writes their search entries later, so that imports are faster. */
export async function insertSearchDue(db: Db, records: readonly { id: number }[]): Promise<void> {
  const ids = records.map(({ id }) => id);
  await sql`
    insert into record_search_due (record_id) select unnest(${ids}::int[]) on conflict do nothing`.execute(
    db,
  );
}

const recordsPerTransaction = 500;
/** Batches per call, so that other tenants and jobs can run. */
const blocksPerCall = 20;

/** Writes search entries of queued records. Several processes may run it concurrently. */
export async function indexDueRecords(db: Db): Promise<void> {
  for (let block = 0; block < blocksPerCall; block++) {
    const count = await withTransaction(db, indexBlock);
    if (count < recordsPerTransaction) return;
  }
}

async function indexBlock(db: Db): Promise<number> {
  const { rows: due } = await sql<{ id: number }>`
    delete from record_search_due where record_id in (
      select record_id from record_search_due order by record_id limit ${recordsPerTransaction}
      for update skip locked)
    returning record_id as id`.execute(db);
  if (due.length === 0) return 0;
  const rows = await db
    .selectFrom('record')
    .select(['id', 'type_id', 'title', 'fields'])
    .where(sql<SqlBool>`id = any(${due.map(({ id }) => id)}::int[])`)
    // A concurrent deletion waits, and then also deletes the new search entry.
    .forKeyShare()
    .execute();
  for (const type of await listTypes(db)) {
    const records = rows.filter((row) => row.type_id === type.id);
    if (records.length === 0) continue;
    const captions = await readCaptions(
      db,
      type.fields,
      records.map(({ fields }) => fields),
    );
    await indexRecords(db, type, records, captions);
  }
  return due.length;
}
