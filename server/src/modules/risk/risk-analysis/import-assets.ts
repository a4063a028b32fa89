import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import type { Db } from '../../../platform/database/database.ts';
import { found } from '../../../platform/errors.ts';
import type { AuditActor } from '../../system/audit/service.ts';
import { assertMayAddAssets } from '../../system/edition/service.ts';
import { insertEntries, updateEntry } from './asset-store.ts';
import { recordAssetChange } from './assets.ts';
import { recalculate } from './figures.ts';
import { lockAssetsForReading } from './figures-store.ts';
import { upsertOwnProbability } from './probability-store.ts';
import { lockAnalysis, selectAnalysis } from './store.ts';

/** The data of an asset in an analysis; omitted fields are kept. */
export interface ImportedAsset {
  assetId: number;
  improve?: boolean;
  improveDescription?: string;
  /** Null: use the consequence of the twin or the asset. */
  ownConsequence?: number | null;
  parameters?: FailureDistributionParameters;
}

/**
 * Adds assets to an analysis, or updates existing ones, in the caller's transaction. The caller must have validated the
 * values.
 * @throws AppError `not-found`; `conflict` above the limit of assets, or if the edition disallows it.
 */
export async function importAssets(
  db: Db,
  actor: AuditActor,
  analysisId: number,
  assets: readonly ImportedAsset[],
): Promise<void> {
  const assetIds = assets.map(({ assetId }) => assetId);
  await lockAssetsForReading(db, assetIds);
  await lockAnalysis(db, analysisId);
  const analysis = found(await selectAnalysis(db, analysisId), 'Risk analysis');
  const added = await insertEntries(db, analysisId, assetIds);
  await assertMayAddAssets(db, analysis.asset_count, added.length);
  for (const { assetId, improve, improveDescription, ownConsequence, parameters } of assets) {
    await updateEntry(db, analysisId, assetId, {
      ...(improve === undefined ? {} : { improve }),
      ...(improveDescription === undefined ? {} : { improve_description: improveDescription }),
      ...(ownConsequence === undefined ? {} : { own_consequence: ownConsequence }),
    });
    if (parameters === undefined) continue;
    const subject = { analysisId, assetId, twinId: null };
    const fields = { failureDistribution: parameters.distribution, parameters, library: false };
    await upsertOwnProbability(db, subject, null, fields);
  }
  await recalculate(db, analysisId, assetIds);
  const facts = { added: added.length, changed: assets.length - added.length };
  await recordAssetChange(db, actor, analysis, facts, assets.length > 0);
}
