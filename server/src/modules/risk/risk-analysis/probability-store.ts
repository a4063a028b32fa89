import type { RiskAnalysisProbability } from '@twinward/contracts/risk/risk-analysis-asset';
import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { tableRows } from '../../../platform/database/table-rows.ts';

/** The effective probability of an asset in an analysis, or of a failure mode of its twin. */
export interface HoldingProbability {
  id: number;
  source: RiskAnalysisProbability['source'];
  failureModeId: number | null;
  failureDistribution: 'none' | 'weibull';
  parameters: FailureDistributionParameters;
  /** Whole percent within the twin's own mission; null if it is only defined in the analysis. */
  value: number | null;
  library: boolean;
}

/** The asset, with its twin if failure modes are to be included. */
export interface Subject {
  analysisId: number;
  assetId: number;
  twinId: number | null;
}

/**
 * Selects effective probabilities. For the asset: its own in the analysis, or else its twin's, or else its own outside.
 * For each failure mode of the twin: its own in the analysis, or else its own outside. The asset comes first, then the
 * failure modes.
 */
export async function selectHolding(
  db: Db,
  { analysisId, assetId, twinId }: Subject,
): Promise<HoldingProbability[]> {
  const { rows } = await sql<HoldingProbability>`
    select distinct on (coalesce("failureModeId", 0)) id, source, "failureModeId",
      failure_distribution as "failureDistribution", failure_distribution_parameters as parameters, value, library
    from (
      select 1 as rank, id, 'analysis' as source, failure_mode_id as "failureModeId", failure_distribution,
        failure_distribution_parameters, null::smallint as value, library
      from risk_analysis_probability
      where risk_analysis_id = ${analysisId} and asset_id = ${assetId}
        and (failure_mode_id is null or failure_mode_id in (select id from failure_mode where twin_id = ${twinId}))
      union all
      select case when failure_mode_id is not null then 2 when twin_id is not null then 2 else 3 end, id,
        case when failure_mode_id is not null then 'failure-mode' when twin_id is not null then 'twin' else 'asset' end,
        failure_mode_id, failure_distribution, failure_distribution_parameters, value, library
      from probability
      where twin_id = ${twinId} or asset_id = ${assetId}
        or failure_mode_id in (select id from failure_mode where twin_id = ${twinId})
    ) as known
    order by coalesce("failureModeId", 0), rank`.execute(db);
  return rows;
}

interface Fields {
  failureDistribution: 'none' | 'weibull';
  parameters: FailureDistributionParameters;
  library: boolean;
}

const toColumns = ({ failureDistribution, parameters, library }: Fields) => ({
  failure_distribution: failureDistribution,
  failure_distribution_parameters: JSON.stringify(parameters),
  library,
});

/** Upserts the probability of an asset or failure mode in an analysis. @returns its id. */
export async function upsertOwnProbability(
  db: Db,
  { analysisId, assetId }: Subject,
  failureModeId: number | null,
  fields: Fields,
): Promise<number> {
  const { id } = await db
    .insertInto('risk_analysis_probability')
    .values({
      risk_analysis_id: analysisId,
      asset_id: assetId,
      failure_mode_id: failureModeId,
      ...toColumns(fields),
    })
    .onConflict((conflict) =>
      conflict.columns(['risk_analysis_id', 'asset_id', 'failure_mode_id']).doUpdateSet(toColumns(fields)),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Upserts the same probability for those of the assets that are in an analysis, and bumps their versions.
 * @returns the ids of these assets.
 */
export async function upsertOwnProbabilities(
  db: Db,
  analysisId: number,
  assetIds: readonly number[],
  { failureDistribution, parameters, library }: Fields,
): Promise<number[]> {
  const { rows } = await sql<{ asset_id: number }>`
    with entry as (
      update risk_analysis_asset set version = version + 1
      where risk_analysis_id = ${analysisId} and asset_id = any(${assetIds}::int[]) returning asset_id
    )
    insert into risk_analysis_probability
      (risk_analysis_id, asset_id, failure_distribution, failure_distribution_parameters, library)
    select ${analysisId}::int, asset_id, ${failureDistribution}, ${JSON.stringify(parameters)}::jsonb, ${library}::boolean
    from entry order by asset_id
    on conflict (risk_analysis_id, asset_id, failure_mode_id) do update set
      failure_distribution = excluded.failure_distribution,
      failure_distribution_parameters = excluded.failure_distribution_parameters, library = excluded.library
    returning asset_id`.execute(db);
  return rows.map((row) => row.asset_id);
}

export const deleteOwnProbability = tableRows('risk_analysis_probability').delete;

/** Returns whether a failure mode belongs to a twin. */
export async function isTwinFailureMode(
  db: Db,
  twinId: number | null,
  failureModeId: number,
): Promise<boolean> {
  if (twinId === null) return false;
  const row = await db
    .selectFrom('failure_mode')
    .select('id')
    .where('id', '=', failureModeId)
    .where('twin_id', '=', twinId)
    .executeTakeFirst();
  return row !== undefined;
}
