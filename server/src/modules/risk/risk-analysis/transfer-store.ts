import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

export { updateCosts as updateImproveCosts } from './asset-store.ts';

/** Selects the data of the assets in an analysis, by unique id. */
export function selectMovedEntries(db: Db, analysisId: number) {
  return db
    .selectFrom('risk_analysis_asset as entry')
    .innerJoin('asset', 'asset.id', 'entry.asset_id')
    .select([
      'entry.asset_id as assetId',
      'asset.unique_id as asset',
      'entry.improve',
      'entry.improve_description as improveDescription',
      'entry.improve_cost as improveCost',
      'entry.own_consequence as consequence',
    ])
    .where('entry.risk_analysis_id', '=', analysisId)
    .orderBy(sql`asset.unique_id collate "C"`)
    .execute();
}

/** Selects the probabilities that apply only in an analysis, with the names of their failure modes. */
export async function selectMovedProbabilities(db: Db, analysisId: number) {
  const { rows } = await sql<{
    asset_id: number;
    failureMode: string | null;
    parameters: FailureDistributionParameters;
    library: boolean;
  }>`
    select own.asset_id, failure_mode.name as "failureMode", failure_distribution_parameters as parameters, library
    from risk_analysis_probability as own left join failure_mode on failure_mode.id = failure_mode_id
    where risk_analysis_id = ${analysisId}
    order by own.asset_id, failure_mode.name collate "C" nulls first`.execute(db);
  return rows;
}

/** Selects the failure modes of the twins of assets. */
export function selectNamedModes(db: Db, assetIds: readonly number[]) {
  return db
    .selectFrom('failure_mode')
    .innerJoin('twin', 'twin.id', 'failure_mode.twin_id')
    .select(['twin.asset_id', 'failure_mode.id', 'failure_mode.name'])
    .where('twin.asset_id', '=', sql<number>`any(${[...assetIds]}::int[])`)
    .execute();
}

export async function deleteOwnProbabilities(db: Db, analysisId: number): Promise<void> {
  await db.deleteFrom('risk_analysis_probability').where('risk_analysis_id', '=', analysisId).execute();
}
