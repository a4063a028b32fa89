import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import type { RenewableMode } from '@twinward/domain/risk/age';
import { lifeDistribution } from '@twinward/domain/risk/probability';
import type { ModeLife } from '@twinward/domain/risk/risk';
import { sql } from 'kysely';
import { toArrayParameter } from '../../../platform/database/array.ts';
import type { Db } from '../../../platform/database/database.ts';

/** A failure mode of an asset's twin, with its effective parameters in an analysis. */
export interface ModeRow {
  assetId: number;
  id: number;
  name: string;
  mechanism: string | null;
  /** The parameters in the analysis, or else those of the failure mode; null if there are none. */
  parameters: FailureDistributionParameters | null;
  consequence: number | null;
}

/** Selects the failure modes of assets in an analysis, by asset and id. */
export async function selectModes(
  db: Db,
  analysisId: number,
  assetIds: readonly number[],
): Promise<ModeRow[]> {
  const { rows } = await sql<ModeRow>`
    select twin.asset_id as "assetId", mode.id, mode.name, mode.mechanism, consequence.value as consequence,
      coalesce(own.failure_distribution_parameters, probability.failure_distribution_parameters) as parameters
    from twin
    join failure_mode mode on mode.twin_id = twin.id
    left join probability on probability.failure_mode_id = mode.id
    left join consequence on consequence.failure_mode_id = mode.id
    left join risk_analysis_probability own on own.failure_mode_id = mode.id
      and own.risk_analysis_id = ${analysisId} and own.asset_id = twin.asset_id
    where twin.asset_id = any(${toArrayParameter('int', assetIds, (id) => id)})
    order by twin.asset_id, mode.id`.execute(db);
  return rows;
}

/** A failure mode with a probability. */
export interface AssetMode extends ModeLife, RenewableMode {
  name: string;
}

/** Returns the failure modes with a probability, by asset. */
export function modesByAsset(rows: readonly ModeRow[]): Map<number, AssetMode[]> {
  const modes = new Map<number, AssetMode[]>();
  for (const { assetId, parameters, ...mode } of rows) {
    const life = parameters && lifeDistribution(parameters);
    if (!life) continue;
    const others = modes.get(assetId);
    if (others) others.push({ ...mode, life });
    else modes.set(assetId, [{ ...mode, life }]);
  }
  return modes;
}
