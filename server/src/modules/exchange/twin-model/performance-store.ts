import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { AdvisoryTable } from '../../../platform/database/generated/rows.ts';
import { newestFirst } from './store.ts';

/** Selects the versions of a model that twins are at, newest first. */
export async function selectVersionsInUse(db: Db, modelId: number) {
  const { rows } = await sql<{
    versionId: number;
    major: number;
    minor: number;
    patch: number;
    twins: number;
  }>`
    select version_id as "versionId", major, minor, patch, count(*)::int as twins
    from model_of_twin where model_id = ${modelId}
    group by version_id, major, minor, patch order by ${newestFirst}`.execute(db);
  return rows;
}

/** The twins of a model; only those at one version, if it is given. */
export interface TwinsOfModel {
  modelId: number;
  versionId: number | null;
}

const isOne = ({ modelId, versionId }: TwinsOfModel) =>
  sql`model_of_twin.model_id = ${modelId} and (${versionId}::int is null or model_of_twin.version_id = ${versionId})`;

/** The protections of a model's twins, by part and then by id. */
export async function selectProtections(db: Db, twins: TwinsOfModel) {
  const { rows } = await sql<{ id: number; part: number; twin_id: number }>`
    select protection.id, protection.model_part as part, protection.twin_id
    from model_of_twin join protection using (twin_id)
    where ${isOne(twins)} and model_part is not null
    order by model_part, protection.id`.execute(db);
  return rows;
}

/** Counts the excursions that began since a time, by part. */
export async function countExcursions(
  db: Db,
  twins: TwinsOfModel,
  since: Date,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ part: number; count: number }>`
    select protection.model_part as part, count(*)::int as count
    from model_of_twin join protection using (twin_id)
    join excursion on excursion.protection_id = protection.id
    where ${isOne(twins)} and model_part is not null and excursion.start_at >= ${since}
    group by 1`.execute(db);
  return new Map(rows.map(({ part, count }) => [part, count]));
}

/** The assets of the twins that have each failure mode of the model. */
export async function selectAssetsOfModes(db: Db, twins: TwinsOfModel): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ part: number; assets: number[] }>`
    select failure_mode.model_part as part, array_agg(distinct twin.asset_id) as assets
    from model_of_twin join twin on twin.id = model_of_twin.twin_id
    join failure_mode on failure_mode.twin_id = twin.id
    where ${isOne(twins)} and failure_mode.model_part is not null
    group by 1`.execute(db);
  return new Map(rows.map(({ part, assets: ids }) => [part, ids]));
}

export interface AdvisoryCount {
  part: number;
  state: AdvisoryTable['state'];
  outcome: AdvisoryTable['outcome'];
  count: number;
}

/** The numbers of advisories of a model's protections, by part, state and outcome. */
export async function countAdvisories(db: Db, twins: TwinsOfModel): Promise<AdvisoryCount[]> {
  const { rows } = await sql<AdvisoryCount>`
    select protection.model_part as part, advisory.state, advisory.outcome, count(*)::int as count
    from model_of_twin join protection using (twin_id)
    join advisory on advisory.protection_id = protection.id
    where ${isOne(twins)} and model_part is not null
    group by 1, 2, 3`.execute(db);
  return rows;
}
