import type { AgeInputs, RenewableMode, RenewalWork } from '@twinward/domain/risk/age';
import { calculateFigures } from '@twinward/domain/risk/figures';
import type { Db } from '../../../platform/database/database.ts';
import { defineCommitStep } from '../../../platform/database/transaction.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { restartCommand } from '../../jobs/command/service.ts';
import {
  type FigureRow,
  type InputRow,
  lockAssetsForChange,
  selectAnalysesOfAssets,
  selectAssetsBelow,
  selectAssetsOfTwins,
  selectInputs,
  selectTwinsOfAliases,
  updateFigures,
  updateTotals,
} from './figures-store.ts';
import { calculateFingerprint } from './fingerprint.ts';
import { type AssetMode, modesByAsset, selectModes } from './mode-store.ts';
import { selectOptionFacts } from './option-store.ts';
import { selectRenewalWork } from './renewal-store.ts';
import { lockAnalysis, markOutdated } from './store.ts';

/** Maximum number of assets, over all analyses, whose figures are recalculated synchronously. */
export const assetsAtOnce = 2000;
export const recalculation = 'recalculate-risk-analysis';
export const targetType = 'risk-analysis';
/** Number of assets per batch, which are held in memory and locked by a command. */
const blockSize = 10_000;

/**
 * Recalculates the figures of assets of an analysis (null: all), and its totals. Locks the analysis.
 * @returns the number of changed figures.
 */
export async function recalculate(
  db: Db,
  analysisId: number,
  assetIds: readonly number[] | null,
): Promise<number> {
  await lockAnalysis(db, analysisId);
  let changed = 0;
  for (let after = 0; ; ) {
    const block = await recalculateBlock(db, analysisId, assetIds, after);
    changed += block.changed;
    if (block.last === null) break;
    after = block.last;
  }
  await updateTotals(db, analysisId);
  return changed;
}

/**
 * Recalculates the next batch of an analysis' assets after an asset id, without the totals. The caller must hold the
 * lock of the analysis.
 * @returns the last asset's id; null if there were no more assets.
 */
export async function recalculateBlock(
  db: Db,
  analysisId: number,
  assetIds: readonly number[] | null,
  after: number,
): Promise<{ assets: number; last: number | null; changed: number }> {
  const rows = await selectInputs(db, analysisId, { assetIds, after, limit: blockSize });
  if (rows.length === 0) return { assets: 0, last: null, changed: 0 };
  const ids = rows.map((row) => row.assetId);
  const modes = modesByAsset(await selectModes(db, analysisId, ids));
  const options = await selectOptionFacts(db, analysisId, ids);
  const { asOf } = rows[0]!;
  const work = asOf === null ? null : await selectRenewalWork(db, ids, asOf);
  const figures = rows.map((row) => {
    const ofAsset = modes.get(row.assetId) ?? [];
    const fingerprint = calculateFingerprint(row, ofAsset, options.get(row.assetId) ?? []);
    return { ...withFigures(row, ofAsset, work?.get(row.assetId) ?? []), fingerprint };
  });
  const changed = await updateFigures(db, analysisId, figures);
  return { assets: rows.length, last: rows.at(-1)!.assetId, changed };
}

function withFigures(
  row: InputRow,
  failureModes: readonly AssetMode[],
  work: readonly RenewalWork[],
): Omit<FigureRow, 'fingerprint'> {
  const { parameters, consequence, time, threshold, benchmarkShape, benchmarkLife, measuredMtbf } = row;
  const benchmark =
    benchmarkShape === null || benchmarkLife === null
      ? null
      : { shape: benchmarkShape, scale: benchmarkLife };
  const figures = calculateFigures({
    parameters,
    consequence,
    failureModes,
    time,
    threshold,
    benchmark,
    measuredMtbf,
    age: toAgeInputs(row, work),
  });
  const hasModeCosts = figures.isRolledUp && consequence === null && figures.risk !== null;
  return {
    ...row,
    ...(figures.isRolledUp ? { probabilitySource: 'failure-modes' } : {}),
    ...(hasModeCosts ? { consequenceSource: 'failure-modes' } : {}),
    figures,
  };
}

/** Returns null if a date is missing. */
function toAgeInputs(
  { asOf, analysisStart, end, twinStart }: InputRow,
  work: readonly RenewalWork[],
): AgeInputs | null {
  if (asOf === null || analysisStart === null || end === null) return null;
  return { asOf: asOf.getTime(), analysisStart, end, twinStart, work };
}

/** Reads the inputs of the conditional probabilities of an asset and its failure modes in an analysis. */
export async function readAge(
  db: Db,
  analysisId: number,
  assetId: number,
): Promise<{ age: AgeInputs | null; modes: readonly RenewableMode[] }> {
  const [row] = await selectInputs(db, analysisId, { assetIds: [assetId], after: 0, limit: 1 });
  if (row?.asOf == null) return { age: null, modes: [] };
  const work = await selectRenewalWork(db, [assetId], row.asOf);
  return {
    age: toAgeInputs(row, work.get(assetId) ?? []),
    modes: await selectModes(db, analysisId, [assetId]),
  };
}

/** Starts the recalculation of all assets of an analysis by a command. A running recalculation starts again. */
export async function requestRecalculation(
  db: Db,
  { id, name }: { id: number; name: string },
  createdBy: number | null,
): Promise<void> {
  await markOutdated(db, id, true);
  await restartRecalculation(db, { id, name }, createdBy);
}

/** Like `requestRecalculation`, for a change that does not affect scenarios. */
export async function restartRecalculation(
  db: Db,
  { id, name }: { id: number; name: string },
  createdBy: number | null,
): Promise<void> {
  await restartCommand(db, {
    type: recalculation,
    targetType,
    targetId: String(id),
    targetName: name,
    input: { riskAnalysisId: id },
    createdBy,
  });
}

const changedAssets = defineCommitStep<number>(async (db, collected) => {
  const assetIds = [...collected].sort((a, b) => a - b);
  if (assetIds.length <= assetsAtOnce) await lockAssetsForChange(db, assetIds);
  const analyses = await selectAnalysesOfAssets(db, assetIds);
  const total = analyses.reduce((sum, analysis) => sum + analysis.assetIds.length, 0);
  for (const analysis of analyses) {
    if (total <= assetsAtOnce) await recalculate(db, analysis.id, analysis.assetIds);
    else await requestRecalculation(db, analysis, analysis.ownerId);
    await publishAnalysis(db, analysis.id);
  }
});

/** Recalculates assets in all their analyses, before the transaction commits. */
export async function followRiskInputs(db: Db, { assetIds }: { assetIds: readonly number[] }): Promise<void> {
  changedAssets.collect(db, assetIds);
}

/** Recalculates the assets of twins whose inputs were created, mapped or deleted, before the transaction commits. */
export async function followTwins(db: Db, twinIds: readonly (number | null)[]): Promise<void> {
  const known = twinIds.filter((id) => id !== null);
  if (known.length > 0) changedAssets.collect(db, await selectAssetsOfTwins(db, known));
}

/** Like `followTwins`, for inputs whose tag was deleted. */
export async function followAliases(db: Db, aliasIds: readonly number[]): Promise<void> {
  await followTwins(db, await selectTwinsOfAliases(db, aliasIds));
}

/** Recalculates the assets that a taxonomy entry's benchmark applies to, before the transaction commits. */
export async function followBenchmark(db: Db, { taxonomyId }: { taxonomyId: number }): Promise<void> {
  changedAssets.collect(db, await selectAssetsBelow(db, taxonomyId));
}

const leftAnalyses = defineCommitStep<number>(async (db, collected) => {
  for (const id of [...collected].sort((a, b) => a - b)) {
    await lockAnalysis(db, id);
    await updateTotals(db, id);
    await publishAnalysis(db, id);
  }
});

/** Updates the totals of the analyses that contain a deleted asset, before the transaction commits. */
export async function followAssetDeletion(db: Db, { assetId }: { assetId: number }): Promise<void> {
  const analyses = await selectAnalysesOfAssets(db, [assetId]);
  leftAnalyses.collect(
    db,
    analyses.map(({ id }) => id),
  );
}

/** Publishes a live event, so that open screens reload an analysis. */
export async function publishAnalysis(db: Db, id: number): Promise<void> {
  await publish(db, { type: 'risk-analysis', riskAnalysisId: id });
}
