import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** The stored state of an asset in the file. */
export interface KnownAsset {
  id: number;
  uniqueId: string;
  assetName: string;
  twinStart: Date | null;
  isIn: boolean;
  improve: boolean;
  improveDescription: string;
  ownConsequence: number | null;
  parameters: FailureDistributionParameters | null;
}

export async function selectKnown(
  db: Db,
  analysisId: number,
  uniqueIds: readonly string[],
): Promise<KnownAsset[]> {
  const { rows } = await sql<KnownAsset>`
    select asset.id, unique_id as "uniqueId", asset_name as "assetName", twin.start_date as "twinStart",
      entry.asset_id is not null as "isIn", coalesce(improve, false) as improve,
      coalesce(improve_description, '') as "improveDescription", own_consequence as "ownConsequence",
      own.failure_distribution_parameters as parameters
    from asset
    left join twin on twin.asset_id = asset.id
    left join risk_analysis_asset entry on entry.asset_id = asset.id and entry.risk_analysis_id = ${analysisId}
    left join risk_analysis_probability own on own.asset_id = asset.id
      and own.risk_analysis_id = ${analysisId} and own.failure_mode_id is null
    where unique_id = any(${uniqueIds}::text[])`.execute(db);
  return rows;
}
