import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { toRecordset } from '../../../platform/database/records.ts';
import { versionedTableRows } from '../../../platform/database/table-rows.ts';

/** The columns of a twin for a batch insert. */
export interface TwinToInsert {
  asset_id: number;
  description: string;
  technical_number: string | null;
  connection_id: number | null;
  active: boolean;
  start_date: Date | null;
  /** ISO 8601 duration */
  mission_time: string | null;
}

/** Inserts the twins of assets, and skips assets that have one. @returns the new ids by asset. */
export async function insertTwinBlock(db: Db, rows: readonly TwinToInsert[]): Promise<Map<number, number>> {
  const { rows: inserted } = await sql<{ id: number; assetId: number }>`
    insert into twin (asset_id, description, technical_number, connection_id, active, start_date, mission_time)
    select asset_id, description, technical_number, connection_id, active, start_date, mission_time
    from ${toRecordset('twin', rows)}
    on conflict (asset_id) do nothing returning id, asset_id as "assetId"`.execute(db);
  return new Map(inserted.map(({ id, assetId }) => [assetId, id]));
}

/** Deletes twins that were created in the same transaction. */
export async function deleteTwinBlock(db: Db, ids: readonly number[]): Promise<void> {
  await sql`delete from twin where id = any(${ids}::int[])`.execute(db);
}

/** Updates the mission times and model versions of twins, and bumps their optimistic-lock versions. */
export const updateTwinBlock = versionedTableRows('twin').updateBlock<{
  id: number;
  mission_time: string | null;
  model_version_id: number | null;
}>;
