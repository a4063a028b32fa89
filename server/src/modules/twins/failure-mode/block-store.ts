import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { toRecordset } from '../../../platform/database/records.ts';
import type { FailureModeFields } from './store.ts';

/** The columns of a failure mode for a batch write. */
export type FailureModeToWrite = FailureModeFields & { model_part: number | null };

/** @returns the new ids, in the order of the rows. */
export async function insertFailureModeBlock(
  db: Db,
  rows: readonly (FailureModeToWrite & { twin_id: number })[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const { rows: inserted } = await sql<{ id: number }>`
    insert into failure_mode (twin_id, name, description, mechanism, cause, pf_interval, model_part)
    select twin_id, name, description, mechanism, cause, pf_interval, model_part
    from ${toRecordset('failure_mode', rows)} returning id`.execute(db);
  return inserted.map(({ id }) => id);
}

export async function updateFailureModeBlock(
  db: Db,
  rows: readonly (FailureModeToWrite & { id: number })[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update failure_mode set name = changed.name, description = changed.description, mechanism = changed.mechanism,
      cause = changed.cause, pf_interval = changed.pf_interval, model_part = changed.model_part,
      version = failure_mode.version + 1
    from ${toRecordset('failure_mode', rows)} as changed where failure_mode.id = changed.id`.execute(db);
}
