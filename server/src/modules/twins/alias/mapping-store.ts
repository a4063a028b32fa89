import type { AliasMapping, MappingOutcome } from '@twinward/contracts/twins/mapping';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** An input with the asset of its twin, or with the first asset of its calculated tag. */
export interface AliasOfAsset {
  id: number;
  twin_id: number | null;
  calculated_tag_id: number | null;
  mapped_tag_id: number | null;
  type: 'work' | 'data_point';
  name: string;
  description: string;
  keywords: string[];
  unit: string | null;
  version: number;
  asset_id: number | null;
  asset_name: string | null;
  unique_id: string | null;
}

/** Selects the inputs with the given ids, or all inputs of a twin, by name. */
export async function selectAliasesWithAsset(
  db: Db,
  of: { ids: readonly number[] } | { twinId: number },
): Promise<AliasOfAsset[]> {
  const wanted = 'ids' in of ? sql`alias.id = any(${of.ids}::int[])` : sql`alias.twin_id = ${of.twinId}`;
  const { rows } = await sql<AliasOfAsset>`
    select alias.id, alias.twin_id, alias.calculated_tag_id, alias.mapped_tag_id, alias.type, alias.name,
      alias.description, alias.keywords, alias.unit, alias.version,
      asset.id as asset_id, asset.asset_name, asset.unique_id
    from tag_alias as alias left join twin on twin.id = alias.twin_id
    left join asset on asset.id = coalesce(twin.asset_id,
      (select min(asset_id) from asset_tag where asset_tag.tag_id = alias.calculated_tag_id))
    where ${wanted} order by alias.name, alias.id`.execute(db);
  return rows;
}

/**
 * Selects the ids of the twins with unmapped inputs, in ascending order.
 * @param twinIds twins to choose from; null: all
 */
export async function selectUnmappedTwins(db: Db, twinIds: readonly number[] | null): Promise<number[]> {
  const chosen = twinIds === null ? sql`true` : sql`twin_id = any(${twinIds}::int[])`;
  const { rows } = await sql<{ id: number }>`
    select distinct twin_id as id from tag_alias
    where mapped_tag_id is null and twin_id is not null and ${chosen} order by twin_id`.execute(db);
  return rows.map(({ id }) => id);
}

export interface NewMapping {
  alias: AliasOfAsset;
  tag: { id: number; name: string } | null;
  score: number | null;
  outcome: MappingOutcome;
}

/** Inserts the results of a preview for some inputs. Existing results are kept. */
export async function insertMappings(
  db: Db,
  commandId: string,
  mappings: readonly NewMapping[],
): Promise<void> {
  const column = <T>(value: (one: NewMapping) => T) => mappings.map(value);
  await sql`
    insert into alias_mapping (command_id, alias_id, alias_name, twin_id, asset_name, new_tag_id, new_tag_name,
      score, alias_version, outcome)
    select ${commandId}, * from unnest(
      ${column(({ alias }) => alias.id)}::int[], ${column(({ alias }) => alias.name)}::text[],
      ${column(({ alias }) => alias.twin_id)}::int[], ${column(({ alias }) => alias.asset_name)}::text[],
      ${column(({ tag }) => tag?.id ?? null)}::int[], ${column(({ tag }) => tag?.name ?? null)}::text[],
      ${column(({ score }) => score)}::real[], ${column(({ alias }) => alias.version)}::int[],
      ${column(({ outcome }) => outcome)}::text[])
    on conflict do nothing`.execute(db);
}

/** Copies the proposals of a preview to a mapping command, except for some inputs. @returns the number of inputs. */
export async function copyProposed(
  db: Db,
  from: string,
  to: string,
  exceptAliasIds: readonly number[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into alias_mapping (command_id, alias_id, alias_name, twin_id, asset_name, old_tag_id, old_tag_name,
      new_tag_id, new_tag_name, score, alias_version, outcome)
    select ${to}, alias_id, alias_name, twin_id, asset_name, old_tag_id, old_tag_name, new_tag_id, new_tag_name,
      score, alias_version, 'pending'
    from alias_mapping
    where command_id = ${from} and outcome = 'proposed' and alias_id <> all(${exceptAliasIds}::int[])`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Copies the mappings of a command to a command that undoes them. @returns the number of inputs. */
export async function copyMapped(db: Db, from: string, to: string): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into alias_mapping (command_id, alias_id, alias_name, twin_id, asset_name, old_tag_id, old_tag_name,
      new_tag_id, new_tag_name, old_unit, alias_version, outcome)
    select ${to}, alias_id, alias_name, twin_id, asset_name, new_tag_id, new_tag_name, old_tag_id, old_tag_name,
      old_unit, alias_version, 'pending'
    from alias_mapping where command_id = ${from} and outcome = 'mapped'`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

const columns = sql`alias_id as "aliasId", alias_name as "aliasName", twin_id as "twinId",
  asset_name as "assetName", old_tag_id as "oldTagId", old_tag_name as "oldTagName",
  new_tag_id as "newTagId", new_tag_name as "newTagName", score, alias_version as "aliasVersion", outcome,
  message`;

/** Selects some pending inputs of a command, grouped by twin. */
export async function selectPendingMappings(
  db: Db,
  commandId: string,
  limit: number,
): Promise<(AliasMapping & { oldUnit: string | null })[]> {
  const { rows } = await sql<AliasMapping & { oldUnit: string | null }>`
    select ${columns}, old_unit as "oldUnit" from alias_mapping where command_id = ${commandId} and outcome = 'pending'
    order by twin_id, alias_id limit ${limit}`.execute(db);
  return rows;
}

/** Updates the outcome of an input. */
export async function updateMapping(
  db: Db,
  commandId: string,
  aliasId: number,
  change: {
    outcome: MappingOutcome;
    message?: string;
    oldTagId?: number | null;
    oldTagName?: string | null;
    oldUnit?: string | null;
    version?: number;
  },
): Promise<void> {
  const sets: RawBuilder<unknown>[] = [
    sql`outcome = ${change.outcome}`,
    sql`message = ${change.message ?? null}`,
    ...(change.version === undefined
      ? []
      : [
          sql`alias_version = ${change.version}`,
          sql`old_tag_id = ${change.oldTagId ?? null}`,
          sql`old_tag_name = ${change.oldTagName ?? null}`,
          sql`old_unit = ${change.oldUnit ?? null}`,
        ]),
  ];
  await sql`
    update alias_mapping set ${sql.join(sets)} where command_id = ${commandId} and alias_id = ${aliasId}`.execute(
    db,
  );
}

/** Counts the inputs of a command by outcome, and their twins. */
export async function countMappings(
  db: Db,
  commandId: string,
): Promise<{ twins: number; aliases: number; outcomes: Partial<Record<MappingOutcome, number>> }> {
  const { rows } = await sql<{ outcome: MappingOutcome; count: number }>`
    select outcome, count(*) as count from alias_mapping where command_id = ${commandId} group by outcome`.execute(
    db,
  );
  const twins = await sql<{ count: number }>`
    select count(distinct twin_id) as count from alias_mapping where command_id = ${commandId}`.execute(db);
  return {
    twins: twins.rows[0]!.count,
    aliases: rows.reduce((sum, { count }) => sum + count, 0),
    outcomes: Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count])),
  };
}

/** Selects a page of the mappings of a command, by asset and input. */
export async function selectMappingPage(
  db: Db,
  commandId: string,
  outcome: MappingOutcome | undefined,
  page: { limit: number; offset: number },
): Promise<{ records: AliasMapping[]; total: number }> {
  const where = sql`command_id = ${commandId} and ${outcome === undefined ? sql`true` : sql`outcome = ${outcome}`}`;
  const { rows: records } = await sql<AliasMapping>`
    select ${columns} from alias_mapping where ${where}
    order by asset_name, alias_name, alias_id limit ${page.limit} offset ${page.offset}`.execute(db);
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from alias_mapping where ${where}`.execute(db);
  return { records, total: rows[0]!.total };
}
