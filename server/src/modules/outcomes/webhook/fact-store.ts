import type { AdvisoryState } from '@twinward/contracts/advisories/advisory';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { EndedExcursion, Happening } from '../../protections/evaluation/events.ts';

/** The twin of an event, as named in payloads. `path` is the path of its asset. */
export interface TwinFact {
  twinId: number;
  assetId: number;
  assetName: string;
  uniqueId: string;
  path: string;
}

const twinColumns = sql`twin.id as "twinId", asset.id as "assetId", asset.asset_name as "assetName",
  asset.unique_id as "uniqueId", asset.path`;

export interface ExcursionFact extends TwinFact {
  id: number;
  start: Date;
  end: Date | null;
  protectionId: number;
  protectionName: string;
  thresholdId: number;
  thresholdName: string;
  level: number | null;
}

/** Selects the logged and announced excursions of protections that are not shelved. */
export async function selectExcursions(
  db: Db,
  excursions: readonly Pick<Happening | EndedExcursion, 'thresholdId' | 'start'>[],
): Promise<ExcursionFact[]> {
  const { rows } = await sql<ExcursionFact>`
    select ${twinColumns}, excursion.id, start_at as start, end_at as "end", protection.id as "protectionId",
      protection.name as "protectionName", threshold.id as "thresholdId", threshold.name as "thresholdName",
      threshold.level
    from unnest(${excursions.map(({ thresholdId }) => thresholdId)}::int[],
        ${excursions.map(({ start }) => new Date(start))}::timestamptz[]) as wanted (threshold_id, start)
    join excursion on excursion.threshold_id = wanted.threshold_id and excursion.start_at = wanted.start
    join threshold on threshold.id = excursion.threshold_id
    join protection on protection.id = excursion.protection_id
    join twin on twin.id = protection.twin_id
    join asset on asset.id = twin.asset_id
    where announced and not exists (
      select from shelving where shelving.protection_id = protection.id and shelving.until > now())
    order by excursion.id`.execute(db);
  return rows;
}

export async function selectTwins(db: Db, ids: readonly number[]): Promise<TwinFact[]> {
  const { rows } = await sql<TwinFact>`
    select ${twinColumns} from twin join asset on asset.id = twin.asset_id
    where twin.id = any(${ids}::int[])`.execute(db);
  return rows;
}

export interface AdvisoryFact extends TwinFact {
  id: number;
  name: string;
  state: AdvisoryState;
  level: number | null;
}

export async function selectAdvisory(db: Db, id: number): Promise<AdvisoryFact | null> {
  const { rows } = await sql<AdvisoryFact>`
    select ${twinColumns}, advisory.id, advisory.name, advisory.state, advisory.level
    from advisory join twin on twin.id = advisory.twin_id join asset on asset.id = twin.asset_id
    where advisory.id = ${id}`.execute(db);
  return rows[0] ?? null;
}
