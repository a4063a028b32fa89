import type {
  DraftProtection,
  DraftSimulationAsset,
  draftSimulationOutcomes,
} from '@twinward/contracts/library/draft-simulation';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

type SimulationOutcome = (typeof draftSimulationOutcomes)[number];

/** Locks the model (`FOR NO KEY UPDATE`), to serialize the starts of simulations. */
export async function lockModel(db: Db, modelId: number): Promise<void> {
  await sql`select from twin_model where id = ${modelId} for no key update`.execute(db);
}

interface SimulationRow {
  commandId: string;
  from: Date;
  to: Date;
  seen: string;
}

export async function selectSimulation(db: Db, modelId: number): Promise<SimulationRow | null> {
  const row = await db
    .selectFrom('draft_simulation')
    .select(['command_id as commandId', 'range_start as from', 'range_end as to', 'seen'])
    .where('model_id', '=', modelId)
    .executeTakeFirst();
  return row ?? null;
}

export async function deleteSimulation(db: Db, modelId: number): Promise<void> {
  await db.deleteFrom('draft_simulation').where('model_id', '=', modelId).execute();
}

export async function insertSimulation(
  db: Db,
  {
    modelId,
    commandId,
    seen,
    from,
    to,
    assetIds,
  }: {
    modelId: number;
    commandId: string;
    seen: string;
    from: number;
    to: number;
    assetIds: readonly number[];
  },
): Promise<void> {
  await db
    .insertInto('draft_simulation')
    .values({
      model_id: modelId,
      command_id: commandId,
      seen,
      range_start: new Date(from),
      range_end: new Date(to),
    })
    .execute();
  await sql`
    insert into draft_simulation_asset (command_id, asset_id)
    select distinct ${commandId}::uuid, id from unnest(${assetIds}::int[]) as id`.execute(db);
}

/** The next asset of a command; null once all are done. */
export async function selectWaiting(db: Db, commandId: string): Promise<number | null> {
  const row = await db
    .selectFrom('draft_simulation_asset')
    .select('asset_id')
    .where('command_id', '=', commandId)
    .where('outcome', '=', 'waiting')
    .orderBy('asset_id')
    .limit(1)
    .executeTakeFirst();
  return row?.asset_id ?? null;
}

export async function countAssets(
  db: Db,
  commandId: string,
): Promise<Partial<Record<SimulationOutcome, number>>> {
  const { rows } = await sql<{ outcome: SimulationOutcome; count: number }>`
    select outcome, count(*) as count from draft_simulation_asset where command_id = ${commandId}
    group by outcome`.execute(db);
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]));
}

export interface SimulatedAsset {
  outcome: SimulationOutcome;
  message: string | null;
  conflicts: number;
  protections: readonly DraftProtection[];
}

export async function updateAsset(
  db: Db,
  commandId: string,
  assetId: number,
  { outcome, message, conflicts, protections }: SimulatedAsset,
): Promise<void> {
  await sql`
    update draft_simulation_asset
    set outcome = ${outcome}, message = ${message}, conflicts = ${conflicts},
      protections = ${JSON.stringify(protections)}::jsonb
    where command_id = ${commandId} and asset_id = ${assetId}`.execute(db);
}

export async function selectSimulatedAssets(db: Db, commandId: string): Promise<DraftSimulationAsset[]> {
  const { rows } = await sql<DraftSimulationAsset>`
    select asset.id as "assetId", asset_name as "assetName", unique_id as "uniqueId", twin.id as "twinId",
      outcome, message, conflicts, protections
    from draft_simulation_asset
    join asset on asset.id = draft_simulation_asset.asset_id
    left join twin on twin.asset_id = asset.id
    where command_id = ${commandId} order by asset_name, asset.id`.execute(db);
  return rows;
}
