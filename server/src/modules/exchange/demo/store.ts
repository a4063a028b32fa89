import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** Names of the loaded data sets. */
export async function selectLoaded(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('demo_load').select('data_set').execute();
  return new Set(rows.map((row) => row.data_set));
}

/**
 * Records that a data set is loaded, in the transaction that loads it. Waits for another process that loads the same
 * set.
 * @returns false if it was loaded before.
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

/** Selects the classes of the taxonomy, and whether each has its own benchmark. */
export function selectClasses(db: Db) {
  return db
    .selectFrom('taxonomy_entry as entry')
    .leftJoin('benchmark', 'benchmark.taxonomy_id', 'entry.id')
    .select(['entry.id', 'entry.category', 'entry.class'])
    .select((eb) => eb('benchmark.taxonomy_id', 'is not', null).as('hasBenchmark'))
    .where('entry.class', 'is not', null)
    .where('entry.type', 'is', null)
    .execute();
}

/**
 * Selects the last inspection report of each asset that has an advisory on its twin, and the first of these advisories.
 */
export async function selectInspectionsWithAdvisories(db: Db): Promise<{ fromId: number; toId: number }[]> {
  const { rows } = await sql<{ fromId: number; toId: number }>`
    select distinct on (twin.id) record.id as "fromId", advisory.id as "toId"
    from record join record_type on record_type.id = record.type_id and record_type.name = 'inspection'
    join demo_record on demo_record.kind = 'record' and demo_record.record_id = record.id
    join twin on twin.asset_id = (record.fields ->> 'asset')::int
    join advisory on advisory.twin_id = twin.id
    order by twin.id, record.fields ->> 'inspected' desc, advisory.id`.execute(db);
  return rows;
}

/** Selects the tag of the demo's machine, and the protection on its signal; null if a user deleted them. */
export async function selectMachineSignal(db: Db): Promise<{ tagId: number; protectionId: number } | null> {
  const { rows } = await sql<{ tagId: number; protectionId: number }>`
    select tag.id as "tagId", protection.id as "protectionId"
    from asset join demo_record on demo_record.kind = 'asset' and demo_record.record_id = asset.id
    join twin on twin.asset_id = asset.id join protection on protection.twin_id = twin.id
    join tag on tag.name = 'MACHINE-01.TEMPERATURE'
    where asset.unique_id = 'MACHINE-01' order by protection.id limit 1`.execute(db);
  return rows[0] ?? null;
}

/** The twins of assets, in the order of their unique ids. */
export function selectTwinsByUniqueId(
  db: Db,
  uniqueIds: readonly string[],
): Promise<{ twinId: number; uniqueId: string }[]> {
  return db
    .selectFrom('twin')
    .innerJoin('asset', 'asset.id', 'twin.asset_id')
    .select(['twin.id as twinId', 'unique_id as uniqueId'])
    .where('unique_id', 'in', uniqueIds)
    .orderBy('unique_id')
    .execute();
}

/** The versions of a model, the oldest first. */
export async function selectVersionIds(db: Db, modelId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('twin_model_version')
    .select('id')
    .where('model_id', '=', modelId)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
