import { setImmediate } from 'node:timers/promises';
import type { AgeInputs, RenewableMode, RenewalWork } from '@twinward/domain/risk/age';
import { calculateFigures, endInService, timeInService } from '@twinward/domain/risk/figures';
import type { Db } from '../../../platform/database/database.ts';
import { defineCommitStep } from '../../../platform/database/transaction.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { restartCommand } from '../../jobs/command/service.ts';
import {
  type AnalysisInputs,
  type FigureRow,
  type InputRow,
  lockAssetsForChange,
  selectAnalysesOfAssets,
  selectAnalysisInputs,
  selectAssetsBelow,
  selectAssetsOfTwins,
  selectInputs,
  selectLastId,
  selectTwinsOfAliases,
  updateFigures,
  updateTotals,
} from './figures-store.ts';
import { calculateFingerprint } from './fingerprint.ts';
import { type AssetMode, modesByAsset, selectModes } from './mode-store.ts';
import { type OptionFacts, selectOptionFacts } from './option-store.ts';
import { selectRenewalWork } from './renewal-store.ts';
import { lockAnalysis, markOutdated } from './store.ts';

/** Maximum number of assets, over all analyses, whose figures are recalculated synchronously. */
export const assetsAtOnce = 2000;
export const recalculation = 'recalculate-risk-analysis';
export const targetType = 'risk-analysis';
/** Number of assets per batch, which are held in memory and locked by a command. */
const blockSize = 10_000;
/** The largest number of the type `int`. */
const largestId = 2 ** 31 - 1;

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
  const analysis = await selectAnalysisInputs(db, analysisId);
  if (analysis === null) return 0;
  let changed = 0;
  let block: Block | null = await selectBlock(db, analysis, assetIds, 0);
  let figures = await calculateBlock(analysis, block);
  while (block !== null) {
    const next: Block | null =
      block.last === null ? null : await selectBlock(db, analysis, assetIds, block.last);
    // The next batch is calculated while the database updates this one.
    const [updated, nextFigures] = await Promise.all([
      updateFigures(db, analysisId, figures),
      next === null ? [] : calculateBlock(analysis, next),
    ]);
    changed += updated;
    block = next;
    figures = nextFigures;
  }
  await updateTotals(db, analysisId);
  return changed;
}

/**
 * Recalculates the next batch of an analysis' assets after an asset id, without the totals. The caller must hold the
 * lock of the analysis.
 * @returns the number of assets, and the last one's id; 0 and null if there were no more assets.
 */
export async function recalculateBlock(
  db: Db,
  analysisId: number,
  after: number,
): Promise<{ assets: number; last: number | null }> {
  const analysis = await selectAnalysisInputs(db, analysisId);
  if (analysis === null) return { assets: 0, last: null };
  const block = await selectBlock(db, analysis, null, after);
  await updateFigures(db, analysisId, await calculateBlock(analysis, block));
  return { assets: block.rows.length, last: block.rows.at(-1)?.assetId ?? null };
}

/** The inputs of a batch of assets. */
interface Block {
  rows: readonly InputRow[];
  /** The id of the last asset; null if the batch is the last. */
  last: number | null;
  modes: ReadonlyMap<number, readonly AssetMode[]>;
  options: ReadonlyMap<number, readonly OptionFacts[]>;
  work: ReadonlyMap<number, readonly RenewalWork[]>;
}

/** Selects the inputs of the next batch of an analysis' assets after an asset id. */
async function selectBlock(
  db: Db,
  { id, asOf }: AnalysisInputs,
  assetIds: readonly number[] | null,
  after: number,
): Promise<Block> {
  const last = await selectLastId(db, id, { assetIds, after, limit: blockSize });
  const rows = await selectInputs(db, id, { after, last: last ?? largestId, assetIds });
  const ids = rows.map((row) => row.assetId);
  return {
    rows,
    last,
    modes: modesByAsset(await selectModes(db, id, ids)),
    options: await selectOptionFacts(db, id, ids),
    work: asOf === null ? new Map() : await selectRenewalWork(db, ids, new Date(asOf)),
  };
}

/** Number of assets that are calculated before other work of the process runs. */
const assetsPerTurn = 500;

/** Calculates the figures of a batch, in turns, so that a statement that was just started is sent meanwhile. */
async function calculateBlock(analysis: AnalysisInputs, block: Block): Promise<FigureRow[]> {
  const figures: FigureRow[] = [];
  for (const [index, row] of block.rows.entries()) {
    if (index % assetsPerTurn === 0) await setImmediate();
    const modes = block.modes.get(row.assetId) ?? [];
    const work = block.work.get(row.assetId) ?? [];
    const options = block.options.get(row.assetId) ?? [];
    figures.push(calculateRow(analysis, row, { modes, work, options }));
  }
  return figures;
}

function calculateRow(
  analysis: AnalysisInputs,
  row: InputRow,
  parts: { modes: readonly AssetMode[]; work: readonly RenewalWork[]; options: readonly OptionFacts[] },
): FigureRow {
  const { parameters, consequence, benchmarkShape, benchmarkLife, measuredMtbf } = row;
  const benchmark =
    benchmarkShape === null || benchmarkLife === null
      ? null
      : { shape: benchmarkShape, scale: benchmarkLife };
  const time = analysis.hasMissionTime ? timeInService(analysis, row) : null;
  const figures = calculateFigures({
    parameters,
    consequence,
    failureModes: parts.modes,
    time,
    threshold: analysis.threshold,
    benchmark,
    measuredMtbf,
    age: toAgeInputs(analysis, row, parts.work),
  });
  const hasModeCosts = figures.isRolledUp && consequence === null && figures.risk !== null;
  return {
    input: row,
    probabilitySource: figures.isRolledUp ? 'failure-modes' : row.probabilitySource,
    consequenceSource: hasModeCosts ? 'failure-modes' : row.consequenceSource,
    figures,
    fingerprint: calculateFingerprint(row, { time, ...parts }),
  };
}

/** Returns null if a date is missing. */
function toAgeInputs(
  { asOf, start, end }: Pick<AnalysisInputs, 'asOf' | 'start' | 'end'>,
  { twinStart, outOfServiceAt }: InputRow,
  work: readonly RenewalWork[],
): AgeInputs | null {
  const until = endInService(end, outOfServiceAt);
  if (asOf === null || start === null || until === null) return null;
  return { asOf, analysisStart: start, end: until, twinStart, work };
}

/** Reads the inputs of the conditional probabilities of an asset and its failure modes in an analysis. */
export async function readAge(
  db: Db,
  analysisId: number,
  assetId: number,
): Promise<{ age: AgeInputs | null; modes: readonly RenewableMode[] }> {
  const analysis = await selectAnalysisInputs(db, analysisId);
  const [row] = await selectInputs(db, analysisId, { after: 0, last: assetId, assetIds: [assetId] });
  if (analysis?.asOf == null || !row) return { age: null, modes: [] };
  const work = await selectRenewalWork(db, [assetId], new Date(analysis.asOf));
  return {
    age: toAgeInputs(analysis, row, work.get(assetId) ?? []),
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
