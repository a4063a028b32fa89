import type { ListRequest, Page } from '@twinward/contracts/core/list';
import {
  assetsInAnswer,
  type NewRiskAnalysis,
  type RiskAnalysis,
  type RiskAnalysisChange,
  type RiskAnalysisSummary,
  type RiskOverTime,
  type TwinRiskAnalysis,
} from '@twinward/contracts/risk/risk-analysis';
import { getAssetLimit } from '@twinward/contracts/system/edition';
import { clampToAnalysis } from '@twinward/domain/risk/age';
import { linkDates } from '@twinward/domain/risk/analysis';
import { sumRisk } from '@twinward/domain/risk/figures';
import type { MissionDates } from '@twinward/domain/risk/mission';
import { missionDateProblems } from '@twinward/domain/rules/risk-analysis';
import type { Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { fromRow } from '../../../platform/database/from-row.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { found, outdated } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { listPendingCommands } from '../../jobs/command/service.ts';
import { refuseReferredTo, saveSystemFields, withFieldFacts } from '../../records/record-type/service.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { getEdition } from '../../system/edition/service.ts';
import { assertTwin } from '../../twins/twin/service.ts';
import { getToday } from './ages.ts';
import { listAssetResults } from './asset-results.ts';
import { addAssetsIn } from './assets.ts';
import { toDates } from './dates.ts';
import {
  assetsAtOnce,
  publishAnalysis,
  recalculate,
  recalculation,
  requestRecalculation,
  targetType,
} from './figures.ts';
import { selectAgingAssets, updateTotals } from './figures-store.ts';
import { type ImportedAsset, importAssets } from './import-assets.ts';
import {
  type AnalysisRow,
  deleteAnalysisRow,
  insertAnalysis,
  lockAnalysis,
  markOutdated,
  selectAnalysesOfTwin,
  selectAnalysis,
  selectAnalysisPage,
  selectValidScenarios,
  updateAnalysisRow,
} from './store.ts';

export { refreshAges } from './ages.ts';
export { updateCosts as setBenchmarkCosts } from './asset-store.ts';
export { addAssets, addAssetsIn, getEntry, listEntries, removeAssets } from './assets.ts';
export { updateAsset } from './change-asset.ts';
export { failureCost } from './failure-cost-store.ts';
export {
  followAliases,
  followAssetDeletion,
  followBenchmark,
  followRiskInputs,
  followTwins,
  publishAnalysis,
  recalculate,
} from './figures.ts';
export {
  createAnalysisProbability,
  getProbabilities,
  setDistribution,
  updateAnalysisProbability,
} from './probabilities.ts';
export { lockAnalysis } from './store.ts';
export { type MovedEntry, readMovedEntries, replaceMovedEntries } from './transfer.ts';
export { type ImportedAsset, importAssets };

export async function listAnalyses(actor: Doer, request: ListRequest): Promise<Page<RiskAnalysisSummary>> {
  const { records, total } = await selectAnalysisPage(actor.tenant.db, actor, request);
  return { records: records.map(toSummary), total };
}

/** @throws AppError `not-found`. */
export async function getAnalysis(db: Db, id: number): Promise<RiskAnalysis> {
  const row = found(await selectAnalysis(db, id), 'Risk analysis');
  const pending = await listPendingCommands(db, recalculation, { type: targetType, id: String(id) });
  const edition = await getEdition(db);
  const scenarios = await selectValidScenarios(db, id);
  return {
    ...toSummary(row),
    maximumConsequence: row.maximum_consequence,
    assetLimit: getAssetLimit(edition),
    canAddAsset: edition.canAddAsset,
    canDeleteAsset: edition.canDeleteAsset,
    validScenarios: scenarios.map(({ created_at, ...scenario }) => ({
      ...scenario,
      createdAt: created_at.toISOString(),
    })),
    recalculating: pending.length > 0,
    outdated: row.is_outdated && pending.length === 0,
    asOf: asOfIn(row),
    conditionalRisk: row.conditional_risk,
    withoutConditional: row.without_conditional,
    version: row.version,
  };
}

/** Returns an analysis with its assets of the highest risk. @throws AppError `not-found`. */
export async function getAnalysisWithAssets(db: Db, id: number): Promise<RiskAnalysis> {
  return { ...(await getAnalysis(db, id)), assets: await listAssetResults(db, id, assetsInAnswer) };
}

/**
 * Creates an analysis owned by the actor.
 * @throws AppError `invalid-request` for inconsistent dates and unknown assets; `conflict` for too many assets.
 */
export function createAnalysis(actor: Doer, analysis: NewRiskAnalysis): Promise<RiskAnalysis> {
  const { startDate, missionTime, endDate, assets } = analysis;
  const assetIds = [...analysis.assetIds, ...assets.map((asset) => asset.id)];
  const dates = linkDates(
    { startDate: null, missionTime: null, endDate: null },
    { startDate, missionTime, endDate },
  );
  refuseDates(dates, '0.');
  return withTransaction(actor.tenant.db, async (db) => {
    const id = await insertAnalysis(db, {
      // The contract requires one of the two names.
      name: (analysis.analysisName ?? analysis.name)!,
      description: analysis.description,
      probability_threshold: analysis.probabilityThreshold,
      owner_id: actor.userId,
      as_of: await getToday(db),
      ...toColumns(dates),
    });
    await saveSystemFields(db, actor, 'risk-analysis', [{ id, isNew: true, changes: analysis.fields }], {
      path: '0.fields',
    });
    await updateTotals(db, id);
    await audit.created(db, actor, await getAnalysis(db, id));
    if (assetIds.length > 0) await addAssetsIn(db, actor, id, assetIds, '0.assetIds');
    await updateSavedAssets(db, actor, id, assets);
    await publishAnalysis(db, id);
    return getAnalysis(db, id);
  });
}

/**
 * Updates an analysis at the given version. New dates or another threshold recalculate its assets; after an interrupted
 * recalculation, every change does.
 * @throws AppError `not-found`; `conflict` with the current analysis at another version; `invalid-request`.
 */
export function updateAnalysis(actor: Doer, id: number, change: RiskAnalysisChange): Promise<RiskAnalysis> {
  for (const path of ['id', 'analysis'] as const) {
    if (change[path] === undefined || change[path] === id) continue;
    refuseProblems([{ path, message: `The analysis of this call is ${id}.` }]);
  }
  return withTransaction(actor.tenant.db, async (db) => {
    await lockAnalysis(db, id);
    const before = await getAnalysis(db, id);
    if (before.version !== change.version) {
      throw outdated(`The risk analysis ${before.name}`, change.version, before);
    }
    const dates = linkDates(before, givenDates(change));
    refuseDates(dates, '');
    const name = change.analysisName ?? change.name ?? before.name;
    const { description = before.description, probabilityThreshold = before.probabilityThreshold } = change;
    await updateAnalysisRow(db, id, {
      name,
      description,
      probability_threshold: probabilityThreshold,
      ...toColumns(dates),
    });
    // A change of only the dates does not require further fields.
    if (
      ['name', 'analysisName', 'description', 'probabilityThreshold', 'fields'].some((name) => name in change)
    ) {
      await saveSystemFields(db, actor, 'risk-analysis', [{ id, isNew: false, changes: change.fields }]);
    }
    const hasOtherDates = JSON.stringify(toColumns(dates)) !== JSON.stringify(toColumns(before));
    if (hasOtherDates || probabilityThreshold !== before.probabilityThreshold || before.outdated) {
      await recalculateAll(db, actor, before);
    }
    const { assets = [] } = change;
    if (assets.length > 0) {
      await addAssetsIn(
        db,
        actor,
        id,
        assets.map((asset) => asset.id),
        'assets',
      );
      await updateSavedAssets(db, actor, id, assets);
    }
    const now = await getAnalysis(db, id);
    await audit.updated(db, actor, before, now);
    await publishAnalysis(db, id);
    return now;
  });
}

/** Applies the data of the assets in a saved analysis. */
async function updateSavedAssets(
  db: Db,
  actor: Doer,
  id: number,
  assets: NewRiskAnalysis['assets'],
): Promise<void> {
  const said = assets.map(({ id: assetId, improvement, improvementComment }) => ({
    assetId,
    ...(improvement === undefined ? {} : { improve: improvement }),
    ...(improvementComment === undefined ? {} : { improveDescription: improvementComment }),
  }));
  if (said.length > 0) await importAssets(db, actor, id, said);
}

/** Recalculates all assets of an analysis: synchronously, or by a command if there are many. */
async function recalculateAll(
  db: Db,
  { userId }: Doer,
  analysis: Pick<RiskAnalysis, 'id' | 'name' | 'assetCount'>,
): Promise<void> {
  if (analysis.assetCount > assetsAtOnce) return requestRecalculation(db, analysis, userId);
  await recalculate(db, analysis.id, null);
  await markOutdated(db, analysis.id, false);
}

/**
 * Deletes an analysis; its assets are kept.
 * @throws AppError `not-found`; `conflict` if fields of records refer to it.
 */
export async function deleteAnalysis(actor: Doer, id: number): Promise<void> {
  await withTransaction(actor.tenant.db, async (db) => {
    await lockAnalysis(db, id);
    await refuseReferredTo(db, 'risk-analysis', [id]);
    const before = await getAnalysis(db, id);
    await deleteAnalysisRow(db, id);
    await audit.deleted(db, actor, before);
    await publishAnalysis(db, id);
  });
}

/** @throws AppError `not-found`. */
export async function listAnalysesOfTwin(db: Db, twinId: number): Promise<TwinRiskAnalysis[]> {
  await assertTwin(db, twinId);
  const rows = await selectAnalysesOfTwin(db, twinId);
  return rows.map((row) => fromRow(row));
}

const stepsOverTime = 40;
/** Above this number of assets, each step takes some tenths of a second. */
const manyAssets = 10_000;
const day = 86_400_000;

/** Returns the risk over time, from the start of an analysis to its end. @throws AppError `not-found`. */
export async function getRiskOverTime(db: Db, id: number): Promise<RiskOverTime> {
  const { startDate, endDate, missionTime, assetCount } = await getAnalysis(db, id);
  if (startDate === null || endDate === null || missionTime === null) return { times: [], risk: [] };
  const steps = assetCount > manyAssets ? stepsOverTime / 4 : stepsOverTime;
  const [from, to] = [Date.parse(startDate), Date.parse(endDate)];
  const times = Array.from({ length: steps + 1 }, (_, step) => new Date(from + ((to - from) * step) / steps));
  const daysLeft = times.map((time) => (to - time.getTime()) / day);
  let risk = times.map(() => 0);
  for await (const assets of selectAgingAssets(db, id, manyAssets)) {
    const sums = sumRisk(assets, daysLeft);
    risk = risk.map((sum, step) => sum + sums[step]!);
  }
  return { times: times.map((time) => time.toISOString()), risk };
}

/** Returns the midnight as of which conditional probabilities are calculated, limited to the dates of the analysis. */
function asOfIn({ as_of, start_date, end_date }: AnalysisRow): string | null {
  if (as_of === null || start_date === null || end_date === null) return null;
  return new Date(clampToAnalysis(as_of.getTime(), start_date.getTime(), end_date.getTime())).toISOString();
}

function toSummary(row: AnalysisRow): RiskAnalysisSummary {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    ...toDates(row),
    probabilityThreshold: row.probability_threshold,
    ownerId: row.owner_id,
    owner: row.user_name,
    assetCount: row.asset_count,
    overThreshold: row.over_threshold,
    risk: row.risk,
    updatedAt: row.updated_at.toISOString(),
    fields: row.fields,
  };
}

function toColumns({ startDate, missionTime, endDate }: MissionDates) {
  return {
    start_date: startDate === null ? null : new Date(startDate),
    mission_time: missionTime,
    end_date: endDate === null ? null : new Date(endDate),
  };
}

const dateColumns = { startDate: 'start_date', missionTime: 'mission_time', endDate: 'end_date' } as const;

function givenDates(change: RiskAnalysisChange): Partial<MissionDates> {
  const fields = Object.keys(dateColumns) as (keyof MissionDates)[];
  return Object.fromEntries(
    fields
      .filter((field) => change[field] !== undefined)
      .filter((field) => change.dirtyFlags === undefined || change.dirtyFlags.includes(dateColumns[field]))
      .map((field) => [field, change[field]]),
  );
}

function refuseDates(dates: MissionDates, path: string): void {
  const problems = Object.entries(missionDateProblems(dates));
  refuseProblems(problems.map(([field, message]) => ({ path: path + field, message })));
}

const audit = new EntityAudit(targetType, async (analysis: RiskAnalysis, db) => {
  const { id, name, description, startDate, missionTime, endDate, probabilityThreshold, fields } = analysis;
  const facts = { name, description, startDate, missionTime, endDate, probabilityThreshold, fields };
  return { id, name, facts: await withFieldFacts(db, 'risk-analysis', facts) };
});
