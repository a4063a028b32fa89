import type { AnalysisAssetResult } from '@twinward/contracts/risk/risk-analysis';
import { lifeDistribution } from '@twinward/domain/risk/probability';
import { weibullCdf } from '@twinward/domain/risk/weibull';
import type { Db } from '../../../platform/database/database.ts';
import { selectEntryPage } from './asset-store.ts';
import { type ModeRow, selectModes } from './mode-store.ts';

/** Returns the results of an analysis for its assets, highest risk first. @param limit maximum number of assets */
export async function listAssetResults(
  db: Db,
  analysisId: number,
  limit: number,
): Promise<AnalysisAssetResult[]> {
  const request = { filters: [], sorts: [], pageNumber: 1, pageSize: limit };
  const { records } = await selectEntryPage(db, analysisId, request);
  const assetIds = records.map((row) => row.asset_id);
  const modes = new Map<number, ModeRow[]>(assetIds.map((assetId) => [assetId, []]));
  for (const mode of await selectModes(db, analysisId, assetIds)) modes.get(mode.assetId)!.push(mode);
  return records.map((row) => ({
    id: row.asset_id,
    improvement: row.improve,
    improvementComment: row.improve_description,
    probabilityValue: row.percent,
    failureModes: modes.get(row.asset_id)!.map(({ id, parameters }) => {
      const life = parameters && lifeDistribution(parameters);
      const isKnown = life !== null && row.days !== null && row.days >= 0;
      return { id, probabilityValue: isKnown ? 100 * weibullCdf(life, row.days!) : null };
    }),
  }));
}
