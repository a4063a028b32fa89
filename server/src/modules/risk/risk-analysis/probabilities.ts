import type {
  NewRiskAnalysisProbability,
  RiskAnalysisAsset,
  RiskAnalysisProbability,
  RiskAnalysisProbabilityChange,
} from '@twinward/contracts/risk/risk-analysis-asset';
import type { FailureDistributionParameters, ProbabilityChange } from '@twinward/contracts/twins/probability';
import { daysToDuration } from '@twinward/domain/duration';
import { type AgeInputs, percentInAnalysis, type RenewableMode } from '@twinward/domain/risk/age';
import { datesInService, daysInAnalysis } from '@twinward/domain/risk/analysis';
import { isAssigned } from '@twinward/domain/risk/life-cycle';
import type { MissionDates } from '@twinward/domain/risk/mission';
import { lifeDistribution, type Mission, missionProbability } from '@twinward/domain/risk/probability';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { referred, refuseProblems } from '../../../platform/rules.ts';
import type { AuditActor } from '../../system/audit/service.ts';
import { resolveParameters } from '../../twins/failure-risk/service.ts';
import { updateEntry } from './asset-store.ts';
import { getEntry, recalculateEntry, recordAssetChange } from './assets.ts';
import { getDates } from './dates.ts';
import { readAge, recalculate } from './figures.ts';
import {
  deleteOwnProbability,
  type HoldingProbability,
  isTwinFailureMode,
  type Subject,
  selectHolding,
  upsertOwnProbabilities,
  upsertOwnProbability,
} from './probability-store.ts';
import { lockAnalysis, selectAnalysis } from './store.ts';

/**
 * Returns the effective probability of an asset in an analysis; with a twin, also those of the twin's failure modes.
 * @throws AppError `not-found`; `invalid-request` for the twin of another asset.
 */
export async function getProbabilities(
  db: Db,
  analysisId: number,
  assetId: number,
  twinId: number | undefined,
): Promise<RiskAnalysisProbability[]> {
  const context = await readContext(db, analysisId, assetId);
  assertTwin(context.entry, twinId);
  const holding = await selectHolding(db, context.subject);
  return holding
    .filter(({ failureModeId }) => twinId !== undefined || failureModeId === null)
    .map((probability) => toProbability(probability, context));
}

/**
 * Creates a probability of an asset, or of a failure mode of its twin, in the analysis only.
 * @throws AppError `not-found`; `conflict` if it already exists; `invalid-request`.
 */
export function createAnalysisProbability(
  actor: Actor,
  analysisId: number,
  assetId: number,
  probability: NewRiskAnalysisProbability,
): Promise<RiskAnalysisProbability> {
  return withTransaction(actor.tenant.db, async (db) => {
    await lockAnalysis(db, analysisId);
    const context = await readContext(db, analysisId, assetId);
    assertOwner(context, probability);
    if (!isAssigned('probability', probability.lifeCycleState)) {
      refuseProblems([{ path: 'lifeCycleState', message: 'Please give a probability that is assigned.' }]);
    }
    const { failureModeId } = probability;
    if (failureModeId !== null) {
      const isKnown = await isTwinFailureMode(db, context.entry.twinId, failureModeId);
      referred(isKnown || null, 'failureModeId', failureModeId);
    }
    const held = await findHeld(db, context, (one) => one.failureModeId === failureModeId);
    if (held?.source === 'analysis') {
      throw new AppError('conflict', 'A probability already exists. Change that one.');
    }
    return saveProbability(db, actor, context, held, failureModeId, probability);
  });
}

/**
 * Updates a probability in the analysis only.
 * @returns null if it was removed.
 * @throws AppError `not-found` unless it applies to the asset; `invalid-request`.
 */
export function updateAnalysisProbability(
  actor: Actor,
  analysisId: number,
  assetId: number,
  id: number,
  change: RiskAnalysisProbabilityChange,
): Promise<RiskAnalysisProbability | null> {
  return withTransaction(actor.tenant.db, async (db) => {
    await lockAnalysis(db, analysisId);
    const context = await readContext(db, analysisId, assetId);
    assertOwner(context, change);
    const held = found(await findHeld(db, context, (one) => one.id === id), 'Probability');
    if (!isAssigned('probability', change.lifeCycleState)) {
      await remove(db, actor, context, held);
      return null;
    }
    return saveProbability(db, actor, context, held, held.failureModeId, change);
  });
}

/** @throws AppError `not-found`; `conflict` for a probability that is not specific to the analysis. */
export async function deleteAnalysisProbability(
  actor: Actor,
  analysisId: number,
  assetId: number,
  id: number,
): Promise<void> {
  await withTransaction(actor.tenant.db, async (db) => {
    await lockAnalysis(db, analysisId);
    const context = await readContext(db, analysisId, assetId);
    await remove(
      db,
      actor,
      context,
      found(await findHeld(db, context, (one) => one.id === id), 'Probability'),
    );
  });
}

/**
 * Sets the same distribution for those of the assets that are in an analysis, in the caller's transaction.
 * @returns the ids of these assets.
 * @throws AppError `not-found`.
 */
export async function setDistribution(
  db: Db,
  actor: AuditActor,
  analysisId: number,
  assetIds: readonly number[],
  parameters: FailureDistributionParameters,
): Promise<number[]> {
  await lockAnalysis(db, analysisId);
  const analysis = found(await selectAnalysis(db, analysisId), 'Risk analysis');
  const fields = { failureDistribution: parameters.distribution, parameters, library: false };
  const changed = await upsertOwnProbabilities(db, analysisId, assetIds, fields);
  if (changed.length > 0) await recalculate(db, analysisId, changed);
  await recordAssetChange(
    db,
    actor,
    analysis,
    { probabilities: changed.length, parameters },
    changed.length > 0,
  );
  return changed;
}

/** An asset in an analysis, with its time in the analysis. */
interface Context {
  subject: Subject;
  entry: RiskAnalysisAsset;
  dates: MissionDates;
  /** From its start in the analysis to the analysis' end; null if a date is missing. */
  mission: Mission;
  /** Null if a date is missing, and for a twin that starts after the end. */
  age: AgeInputs | null;
  modes: readonly RenewableMode[];
}

async function readContext(db: Db, analysisId: number, assetId: number): Promise<Context> {
  const entry = await getEntry(db, analysisId, assetId);
  const dates = datesInService(await getDates(db, analysisId), entry.outOfServiceAt);
  const days = daysInAnalysis(dates, entry.twinStartDate);
  const mission =
    days === null
      ? { startDate: null, missionTime: null }
      : { startDate: entry.twinStartDate ?? dates.startDate, missionTime: daysToDuration(days) };
  const { age, modes } = await readAge(db, analysisId, assetId);
  const subject = { analysisId, assetId, twinId: entry.twinId };
  return { subject, entry, dates, mission, age: days === null ? null : age, modes };
}

async function findHeld(
  db: Db,
  { subject }: Context,
  isIt: (one: HoldingProbability) => boolean,
): Promise<HoldingProbability | null> {
  return (await selectHolding(db, subject)).find(isIt) ?? null;
}

/**
 * Sets the probability of the asset as a whole, in the caller's transaction. The caller must then recalculate the
 * asset.
 * @param path path of the probability in the request
 */
export async function setProbability(
  db: Db,
  analysisId: number,
  assetId: number,
  change: ProbabilityChange,
  path: string,
): Promise<void> {
  const context = await readContext(db, analysisId, assetId);
  const held = await findHeld(db, context, (one) => one.failureModeId === null);
  if (isAssigned('probability', change.lifeCycleState)) await write(db, context, held, null, change, path);
  else await erase(db, found(held, 'Probability'));
}

async function saveProbability(
  db: Db,
  actor: AuditActor,
  context: Context,
  held: HoldingProbability | null,
  failureModeId: number | null,
  change: ProbabilityChange,
): Promise<RiskAnalysisProbability> {
  const written = await write(db, context, held, failureModeId, change, '');
  await refreshEntry(db, actor, context);
  return toProbability(written, context);
}

async function remove(db: Db, actor: AuditActor, context: Context, held: HoldingProbability): Promise<void> {
  await erase(db, held);
  await refreshEntry(db, actor, context);
}

async function refreshEntry(db: Db, actor: AuditActor, { subject, entry }: Context): Promise<void> {
  await updateEntry(db, subject.analysisId, subject.assetId);
  await recalculateEntry(db, actor, subject.analysisId, entry);
}

async function write(
  db: Db,
  context: Context,
  held: HoldingProbability | null,
  failureModeId: number | null,
  change: ProbabilityChange,
  path: string,
): Promise<HoldingProbability> {
  const { subject, mission } = context;
  const before = held && { parameters: held.parameters, value: answeredValue(held, context) };
  const parameters = resolveParameters(change, before, mission, path);
  const fields = { failureDistribution: parameters.distribution, parameters, library: change.library };
  const id = await upsertOwnProbability(db, subject, failureModeId, fields);
  return { ...fields, id, source: 'analysis', failureModeId, value: null };
}

async function erase(db: Db, { id, source }: HoldingProbability): Promise<void> {
  if (source !== 'analysis') {
    const whose = source.replace('-', ' ');
    throw new AppError('conflict', `The probability is that of the ${whose}: please remove it there.`);
  }
  await deleteOwnProbability(db, id);
}

function assertTwin({ twinId }: RiskAnalysisAsset, given: number | null | undefined): void {
  if (given === undefined || given === null || given === twinId) return;
  refuseProblems([{ path: 'twinId', message: 'Please give the twin of the asset.' }]);
}

function assertOwner({ entry }: Context, { assetId, twinId }: RiskAnalysisProbabilityChange): void {
  assertTwin(entry, twinId);
  if (assetId === undefined || assetId === null || assetId === entry.assetId) return;
  refuseProblems([{ path: 'assetId', message: `The asset of this call is ${entry.assetId}.` }]);
}

/** Returns the percent within the mission of the twin; without a twin, within the analysis. */
function answeredValue(
  { value, parameters }: HoldingProbability,
  { entry, mission }: Context,
): number | null {
  if (entry.twinId === null) return missionProbability(parameters, mission);
  const ofTwin = { startDate: entry.twinStartDate, missionTime: entry.twinMissionTime };
  return value ?? missionProbability(parameters, ofTwin);
}

function toProbability(held: HoldingProbability, context: Context): RiskAnalysisProbability {
  const { entry, mission, age, modes } = context;
  const { id, source, failureModeId, failureDistribution, parameters, library } = held;
  const life = lifeDistribution(parameters);
  const mode = modes.find((one) => one.id === failureModeId) ?? null;
  const isOfTwin = failureModeId === null && entry.twinId !== null;
  return {
    id,
    assetId: failureModeId === null && entry.twinId === null ? entry.assetId : null,
    twinId: isOfTwin ? entry.twinId : null,
    failureModeId,
    value: answeredValue(held, context),
    riskAnalysisValue: missionProbability(parameters, mission),
    failureDistribution,
    failureDistributionParameters: parameters,
    library,
    lifeCycleState: null,
    source,
    conditional: life && age && percentInAnalysis(life, age, mode),
  };
}
