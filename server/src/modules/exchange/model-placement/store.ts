import type { Placement, placementOutcomes } from '@twinward/contracts/library/placement';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { toRecordset } from '../../../platform/database/records.ts';

export type PlacementOutcome = (typeof placementOutcomes)[number];

/** The proposal for one input of an asset's twin. */
export interface PlacedInput {
  partId: number;
  name: string;
  /** Also null for a calculated tag that is created with the twin. */
  tagId: number | null;
  tagName: string | null;
  score: number | null;
  problem: string | null;
}

export interface NewPlacement {
  asset_id: number;
  outcome: PlacementOutcome;
  twin_id: number | null;
  inputs: readonly PlacedInput[];
  missing_parameters: readonly string[];
}

export async function insertPlacements(
  db: Db,
  commandId: string,
  placements: readonly NewPlacement[],
): Promise<void> {
  await sql`
    insert into model_placement (command_id, asset_id, outcome, twin_id, inputs, missing_parameters)
    select ${commandId}, asset_id, outcome, twin_id, inputs, missing_parameters
    from ${toRecordset('model_placement', placements)}`.execute(db);
}

/**
 * Copies the proposals of a preview, except for some assets, to the command that executes them.
 * @returns the number of assets.
 */
export async function copyProposed(
  db: Db,
  from: string,
  to: string,
  exceptAssetIds: readonly number[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into model_placement (command_id, asset_id, outcome, inputs, missing_parameters)
    select ${to}, asset_id, case when asset_id = any(${exceptAssetIds}::int[]) then 'left-out' else 'proposed' end,
      inputs, missing_parameters
    from model_placement where command_id = ${from} and outcome = 'proposed'`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Selects the next assets for which twins are to be created, by id. */
export async function selectProposed(
  db: Db,
  commandId: string,
  limit: number,
): Promise<{ assetId: number; inputs: PlacedInput[] }[]> {
  const { rows } = await sql<{ assetId: number; inputs: PlacedInput[] }>`
    select asset_id as "assetId", inputs from model_placement
    where command_id = ${commandId} and outcome = 'proposed' order by asset_id limit ${limit}`.execute(db);
  return rows;
}

/** Stores the outcomes of assets. */
export async function updatePlacements(
  db: Db,
  commandId: string,
  placements: readonly {
    asset_id: number;
    outcome: PlacementOutcome;
    message: string | null;
    twin_id: number | null;
  }[],
): Promise<void> {
  await sql`
    update model_placement as placement
    set outcome = done.outcome, message = done.message, twin_id = done.twin_id
    from ${toRecordset('model_placement', placements)} as done
    where placement.command_id = ${commandId} and placement.asset_id = done.asset_id`.execute(db);
}

export async function countPlacements(
  db: Db,
  commandId: string,
): Promise<Partial<Record<PlacementOutcome, number>>> {
  const { rows } = await sql<{ outcome: PlacementOutcome; count: number }>`
    select outcome, count(*) as count from model_placement where command_id = ${commandId} group by outcome`.execute(
    db,
  );
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]));
}

/** A page of the assets of a command, by name. */
export async function selectPlacementPage(
  db: Db,
  commandId: string,
  outcome: PlacementOutcome | undefined,
  page: { limit: number; offset: number },
): Promise<{ records: Placement[]; total: number }> {
  const where = sql`command_id = ${commandId} and ${outcome === undefined ? sql`true` : sql`outcome = ${outcome}`}`;
  const { rows } = await sql<Omit<Placement, 'mapped' | 'inputs'> & { inputs: PlacedInput[] }>`
    select asset_id as "assetId", asset_name as "assetName", unique_id as "uniqueId", model_placement.twin_id as "twinId",
      outcome, message, inputs, missing_parameters as "missingParameters"
    from model_placement join asset on asset.id = asset_id
    where ${where} order by asset_name, asset_id limit ${page.limit} offset ${page.offset}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from model_placement where ${where}`.execute(db);
  const records = rows.map(({ inputs, ...row }) => ({
    ...row,
    inputs: inputs.map(({ partId: _, ...input }) => input),
    mapped: inputs.filter(({ tagName }) => tagName !== null).length,
  }));
  return { records, total: counted[0]!.total };
}

/** The tags with those names, and their assets. */
export function selectTagsByName(db: Db, names: readonly string[]) {
  return db
    .selectFrom('tag')
    .select(['id', 'name', 'type', 'unit'])
    .select(sql<number[]>`array(select asset_id from asset_tag where tag_id = tag.id)`.as('asset_ids'))
    .where('name', '=', sql<string>`any(${names}::text[])`)
    .execute();
}
export type NamedTag = Awaited<ReturnType<typeof selectTagsByName>>[number];
