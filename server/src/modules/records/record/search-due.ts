import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { readCaptions } from '../field/service.ts';
import { listTypes } from '../record-type/service.ts';
import { deleteSearchDue, lockForIndexing } from './search-due-store.ts';
import { indexRecords } from './search-entries.ts';

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
  const due = await deleteSearchDue(db, recordsPerTransaction);
  if (due.length === 0) return 0;
  // A concurrent deletion waits, and then also deletes the new search entry.
  const rows = await lockForIndexing(db, due);
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
