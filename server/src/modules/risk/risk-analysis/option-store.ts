import { sql } from 'kysely';
import { toArrayParameter } from '../../../platform/database/array.ts';
import type { Db } from '../../../platform/database/database.ts';

/** The effect and cost of an improvement option. */
export interface OptionFacts {
  failureModeId: number | null;
  cost: number | null;
  effect: 'life' | 'probability';
  shape: number | null;
  scale: string | null;
  percent: number | null;
}

/** Selects the improvement options of assets in an analysis, by asset. */
export async function selectOptionFacts(
  db: Db,
  analysisId: number,
  assetIds: readonly number[],
): Promise<Map<number, OptionFacts[]>> {
  const { rows } = await sql<OptionFacts & { assetId: number }>`
    select asset_id as "assetId", failure_mode_id as "failureModeId", cost, effect, shape, scale, percent
    from improvement_option
    where risk_analysis_id = ${analysisId} and asset_id = any(${toArrayParameter('int', assetIds, (id) => id)})`.execute(
    db,
  );
  const options = new Map<number, OptionFacts[]>();
  for (const { assetId, ...facts } of rows) options.set(assetId, [...(options.get(assetId) ?? []), facts]);
  return options;
}
