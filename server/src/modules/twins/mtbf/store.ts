import type { MtbfBasis } from '@twinward/contracts/assets/mtbf';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import './tables.ts';

/** The asset with its twin's start, kept from being deleted until the caller's transaction ends. */
export async function findSubject(db: Db, assetId: number) {
  const row = await db
    .selectFrom('asset')
    .leftJoin('twin', 'twin.asset_id', 'asset.id')
    .select(['asset.id', 'asset.asset_name', 'twin.start_date'])
    .where('asset.id', '=', assetId)
    .forKeyShare('asset')
    .executeTakeFirst();
  return row ?? null;
}

/** The tags under which an asset's work is recorded: its own, and those that inputs of its twin are mapped to. */
export async function findWorkTags(db: Db, assetId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select tag.id from tag join asset_tag on asset_tag.tag_id = tag.id
    where asset_tag.asset_id = ${assetId} and tag.type = 'work'
    union
    select tag_alias.mapped_tag_id from tag_alias join twin on twin.id = tag_alias.twin_id
    where twin.asset_id = ${assetId} and tag_alias.type = 'work' and tag_alias.mapped_tag_id is not null
    order by 1`.execute(db);
  return rows.map((row) => row.id);
}

/** What was last calculated for each of the assets that has it. */
export function findMeasured(db: Db, assetIds: readonly number[]) {
  return db
    .selectFrom('measured_mtbf')
    .selectAll()
    .where(sql<SqlBool>`asset_id = any(${assetIds}::int[])`)
    .execute();
}

/** Keeps a calculation; the value before it is kept as the previous one where it differs. */
export async function putMeasured(
  db: Db,
  assetId: number,
  { mtbf, calculatedAt, basis }: { mtbf: string | null; calculatedAt: Date; basis: MtbfBasis },
): Promise<void> {
  const text = JSON.stringify(basis);
  await db
    .insertInto('measured_mtbf')
    .values({ asset_id: assetId, mtbf, previous_mtbf: null, calculated_at: calculatedAt, basis: text })
    .onConflict((conflict) =>
      conflict.column('asset_id').doUpdateSet({
        mtbf,
        previous_mtbf: sql<string | null>`case when measured_mtbf.mtbf is distinct from excluded.mtbf
          then measured_mtbf.mtbf else measured_mtbf.previous_mtbf end`,
        calculated_at: calculatedAt,
        basis: text,
      }),
    )
    .execute();
}
