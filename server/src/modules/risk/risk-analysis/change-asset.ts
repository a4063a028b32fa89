import type {
  RiskAnalysisAsset,
  RiskAnalysisAssetChange,
} from '@twinward/contracts/risk/risk-analysis-asset';
import { consequenceRules } from '@twinward/domain/rules/risk';
import { brokenFields } from '@twinward/domain/rules/rule';
import type { Doer } from '../../../platform/actor.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { outdated } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { updateEntry } from './asset-store.ts';
import { getEntry, recalculateEntry } from './assets.ts';
import { setProbability } from './probabilities.ts';
import { lockAnalysis } from './store.ts';

/**
 * Updates an asset of an analysis at the given version, in one transaction.
 * @throws AppError `not-found`; `conflict` with the current asset at another version; `invalid-request`.
 */
export function updateAsset(
  actor: Doer,
  analysisId: number,
  assetId: number,
  { version, improve, improveDescription, consequenceValue, probability }: RiskAnalysisAssetChange,
): Promise<RiskAnalysisAsset> {
  return withTransaction(actor.tenant.db, async (db) => {
    await lockAnalysis(db, analysisId);
    const before = await getEntry(db, analysisId, assetId);
    if (before.version !== version) throw outdated(`The asset ${before.assetName}`, version, before);
    if (consequenceValue !== undefined && consequenceValue !== null) {
      const problems = brokenFields({ value: consequenceValue }, consequenceRules);
      refuseProblems(problems.map(({ message }) => ({ path: 'consequenceValue', message })));
    }
    await updateEntry(db, analysisId, assetId, {
      ...(improve === undefined ? {} : { improve }),
      ...(improveDescription === undefined ? {} : { improve_description: improveDescription }),
      ...(consequenceValue === undefined ? {} : { own_consequence: consequenceValue }),
    });
    if (probability !== undefined) {
      await setProbability(db, analysisId, assetId, probability, 'probability.');
    }
    return recalculateEntry(db, actor, analysisId, before);
  });
}
