import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type {
  BudgetChoice,
  ImprovementOffer,
  Scenario,
  ScenarioAsset,
} from '@twinward/contracts/risk/scenario';
import { chooseWithinBudget } from '@twinward/domain/risk/budget';
import { lifeDistribution } from '@twinward/domain/risk/probability';
import {
  gainOf,
  type ScenarioAsset as Improvable,
  type Improvement,
  improve,
  leaveOut,
  unimproved,
} from '@twinward/domain/risk/scenario';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { found, orNameTaken } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { recordAudit } from '../../system/audit/service.ts';
import {
  getAnalysis,
  publishAnalysis,
  setImprovementCosts,
  updateValidScenarios,
} from '../risk-analysis/service.ts';
import {
  deleteScenarioRow,
  insertScenario,
  lockInputs,
  type ScenarioAssetRow,
  type ScenarioRow,
  type SnapshotRow,
  selectScenario,
  selectScenarioAssets,
  selectScenarios,
  selectSnapshot,
} from './store.ts';

/** The scenarios of an analysis, the latest first. @throws AppError `not-found`. */
export async function listScenarios(db: Db, analysisId: number): Promise<Scenario[]> {
  await getAnalysis(db, analysisId);
  return (await selectScenarios(db, analysisId)).map(scenarioOf);
}

/** @throws AppError `not-found`. */
export async function getScenario(db: Db, analysisId: number, id: number): Promise<Scenario> {
  return scenarioOf(found(await selectScenario(db, analysisId, id), 'Scenario'));
}

/** A page of what a scenario makes of the assets. @throws AppError `not-found`. */
export async function listScenarioAssets(
  db: Db,
  analysisId: number,
  id: number,
  request: ListRequest,
): Promise<Page<ScenarioAsset>> {
  await getScenario(db, analysisId, id);
  const { records, total } = await selectScenarioAssets(db, id, request);
  return { records: records.map(assetOf), total };
}

export interface NewScenario {
  name: string;
  /** Whole dollars; null: all improvements are made. */
  budget: number | null;
}

/**
 * Makes a scenario of an analysis as it is.
 * @throws AppError `not-found`; `conflict` for a name that another scenario of it has.
 */
export function createScenario(
  actor: Actor,
  analysisId: number,
  scenario: NewScenario,
  choose: Choose,
): Promise<Scenario> {
  return withTransaction(actor.tenant.db, (db) => snapshot(db, actor, analysisId, scenario, choose));
}

/** Makes a new scenario of the analysis as it is now, with the budget of another. @throws AppError `not-found`. */
export function recalculateScenario(
  actor: Actor,
  analysisId: number,
  id: number,
  choose: Choose,
): Promise<Scenario> {
  return withTransaction(actor.tenant.db, async (db) => {
    await lockInputs(db, analysisId);
    const old = await getScenario(db, analysisId, id);
    const names = new Set((await selectScenarios(db, analysisId)).map(({ name }) => name));
    const base = old.name.replace(/ \(\d+\)$/, '');
    let count = 2;
    while (names.has(numbered(base, count))) count += 1;
    const scenario = { name: numbered(base, count), budget: old.budget?.budget ?? null };
    return snapshot(db, actor, analysisId, scenario, choose);
  });
}

const longestName = 50;
function numbered(name: string, count: number): string {
  const end = ` (${count})`;
  return `${name.slice(0, longestName - end.length)}${end}`;
}

async function snapshot(
  db: Db,
  actor: Actor,
  analysisId: number,
  { name, budget }: NewScenario,
  choose: Choose,
): Promise<Scenario> {
  const inputsVersion = found(await lockInputs(db, analysisId), 'Risk analysis');
  const analysis = await getAnalysis(db, analysisId);
  const rows = await selectSnapshot(db, analysisId, { onlyImproved: false });
  const choice = budget === null ? null : await choose({ rows, budget });
  const chosen = choice && new Set(choice.assetIds);
  const improved = rows.map((row) => ({ row, ...improvementOf(row, chosen) }));
  const { startDate, endDate, missionTime, probabilityThreshold } = analysis;
  const inserted = insertScenario(
    db,
    {
      risk_analysis_id: analysisId,
      name,
      inputs_version: inputsVersion,
      created_by: actor.userId,
      analysis: JSON.stringify({
        name: analysis.name,
        ...{ startDate, endDate, missionTime, probabilityThreshold },
        assets: rows.length,
      }),
      totals: JSON.stringify({ total: totalOf(improved, probabilityThreshold), budget: choice }),
    },
    improved.map(columnsOf),
  );
  const id = await orNameTaken(
    inserted,
    `There is a scenario '${name}' already. Please choose another name.`,
  );
  await updateValidScenarios(db, analysisId);
  const made = await getScenario(db, analysisId, id);
  await audit(db, actor, 'create', made);
  return made;
}

/** @throws AppError `not-found`. */
export async function deleteScenario(actor: Actor, analysisId: number, id: number): Promise<void> {
  await withTransaction(actor.tenant.db, async (db) => {
    await lockInputs(db, analysisId);
    const before = await getScenario(db, analysisId, id);
    await deleteScenarioRow(db, id);
    await updateValidScenarios(db, analysisId);
    await audit(db, actor, 'delete', before);
  });
}

async function audit(db: Db, actor: Actor, action: 'create' | 'delete', scenario: Scenario): Promise<void> {
  const { name, total, budget, riskAnalysisId } = scenario;
  await recordAudit(db, actor, {
    action,
    entityType: 'scenario',
    entityId: scenario.id,
    entityName: name,
    [action === 'create' ? 'new' : 'old']: { riskAnalysisId, ...total, budget: budget?.budget ?? null },
  });
  await publishAnalysis(db, riskAnalysisId);
}

/** The best set under a budget of the improvements that are marked. @throws AppError `not-found`. */
export async function chooseImprovements(
  db: Db,
  analysisId: number,
  budget: number,
  choose: Choose,
): Promise<BudgetChoice> {
  await getAnalysis(db, analysisId);
  return choose({ rows: await selectSnapshot(db, analysisId, { onlyImproved: true }), budget });
}

/** What is marked to be improved, the largest gain first. @throws AppError `not-found`. */
export async function listImprovements(db: Db, analysisId: number): Promise<ImprovementOffer[]> {
  await getAnalysis(db, analysisId);
  const rows = await selectSnapshot(db, analysisId, { onlyImproved: true });
  return rows
    .map((row) => {
      const { before, after, noEffect } = improvementOf(row, null);
      return {
        assetId: row.asset_id,
        assetName: row.asset_name,
        cost: row.improve_cost,
        risk: before.risk,
        gain: gainOf({ before, after }),
        noEffect,
      };
    })
    .toSorted((a, b) => b.gain - a.gain);
}

/** Says what improvements cost. @throws AppError `not-found`; `invalid-request` for assets not in the analysis. */
export async function setCosts(
  actor: Actor,
  analysisId: number,
  costs: readonly { assetId: number; cost: number | null }[],
): Promise<void> {
  await withTransaction(actor.tenant.db, async (db) => {
    const analysis = await getAnalysis(db, analysisId);
    const known = await setImprovementCosts(db, analysisId, costs);
    refuseProblems(
      costs.flatMap(({ assetId }, place) =>
        known.has(assetId)
          ? []
          : [{ path: `${place}.assetId`, message: `The asset ${assetId} is not in the analysis.` }],
      ),
    );
    await recordAudit(db, actor, {
      action: 'update',
      entityType: 'risk-analysis',
      entityId: analysisId,
      entityName: analysis.name,
      new: { improvementCosts: costs.length <= 20 ? costs : costs.length },
    });
    await publishAnalysis(db, analysisId);
  });
}

/** What is marked to be improved, and what it may cost. */
export interface Offers {
  rows: readonly SnapshotRow[];
  budget: number;
}

/** Runs `chooseFrom`, which may take some tenths of a second. */
export type Choose = (offers: Offers) => Promise<BudgetChoice>;

export function chooseFrom({ rows, budget }: Offers): BudgetChoice {
  const marked = rows.filter((row) => row.improve);
  const candidates = marked.flatMap((row) =>
    row.improve_cost === null
      ? []
      : [{ id: row.asset_id, cost: row.improve_cost, gain: gainOf(improve(improvableOf(row))) }],
  );
  const { chosen, ...choice } = chooseWithinBudget(candidates, budget);
  return { budget, assetIds: chosen, ...choice, withoutCost: marked.length - candidates.length };
}

interface ImprovedRow extends Improvement {
  row: SnapshotRow;
}

/** @param chosen of those marked, the ones that the budget allows; null: all. */
function improvementOf(row: SnapshotRow, chosen: ReadonlySet<number> | null): Improvement {
  const asset = improvableOf(row);
  if (!row.improve) return unimproved(asset);
  const isMade = chosen === null || chosen.has(row.asset_id);
  return isMade ? improve(asset) : leaveOut(asset, row.improve_cost);
}

function improvableOf(row: SnapshotRow): Improvable {
  const lifeOf = (shape: number | null, scale: number | null) =>
    shape === null || scale === null ? null : { shape, scale };
  return {
    life: lifeOf(row.shape, row.scale_days),
    // Days below 0: the twin begins after the analysis has ended.
    days: row.days !== null && row.days >= 0 ? row.days : null,
    consequence: row.consequence_value,
    library: lifeOf(row.benchmark_shape, row.benchmark_days),
    failureModes: row.failure_modes.flatMap(({ name, parameters }) => {
      const modeLife = lifeDistribution(parameters);
      return modeLife ? [{ name, life: modeLife }] : [];
    }),
  };
}

function totalOf(rows: readonly ImprovedRow[], threshold: number): Scenario['total'] {
  const compared = rows.filter(({ before, after }) => before.risk !== null && after.risk !== null);
  const sum = (of: (row: ImprovedRow) => number) => compared.reduce((total, row) => total + of(row), 0);
  const made = rows.filter(({ row, noEffect }) => row.improve && noEffect === null);
  const priced = made.flatMap(({ row }) => row.improve_cost ?? []);
  const over = (of: (row: ImprovedRow) => number | null) =>
    rows.filter((row) => (of(row) ?? -1) >= threshold).length;
  return {
    risk: sum(({ before }) => before.risk!),
    improvedRisk: sum(({ after }) => after.risk!),
    improved: made.length,
    withoutEffect: rows.filter(({ noEffect }) => noEffect !== null).length,
    cost: priced.length === 0 ? null : priced.reduce((total, cost) => total + cost, 0),
    withoutCost: made.length - priced.length,
    overThreshold: over(({ before }) => before.probability),
    improvedOverThreshold: over(({ after }) => after.probability),
  };
}

function columnsOf({ row, before, after, noEffect, failureModes }: ImprovedRow) {
  return {
    asset_id: row.asset_id,
    asset_name: row.asset_name,
    taxonomy: row.taxonomy,
    improve: row.improve,
    no_effect: noEffect,
    cost: row.improve_cost,
    days: row.days,
    shape: before.life?.shape ?? null,
    scale_days: before.life?.scale ?? null,
    improved_shape: after.life?.shape ?? null,
    improved_scale_days: after.life?.scale ?? null,
    benchmark_days: row.benchmark_days,
    benchmark_level: row.benchmark_level,
    percent: before.percent,
    probability_value: before.probability,
    improved_percent: after.percent,
    improved_probability_value: after.probability,
    consequence_value: row.consequence_value,
    risk: before.risk,
    improved_risk: after.risk,
    failure_modes: JSON.stringify(failureModes),
  };
}

function scenarioOf(row: ScenarioRow): Scenario {
  return {
    id: row.id,
    riskAnalysisId: row.risk_analysis_id,
    name: row.name,
    isValid: row.is_valid,
    createdBy: row.user_name,
    createdAt: row.created_at.toISOString(),
    analysis: row.analysis,
    ...row.totals,
  };
}

function assetOf(row: ScenarioAssetRow): ScenarioAsset {
  const { benchmark_days: days, benchmark_level: level } = row;
  return {
    assetId: row.asset_id,
    assetName: row.asset_name,
    taxonomy: row.taxonomy,
    improve: row.improve,
    noEffect: row.no_effect,
    cost: row.cost,
    shape: row.improved_shape,
    characteristicLife: row.scale_days,
    improvedCharacteristicLife: row.improved_scale_days,
    benchmark: days === null || level === null ? null : { characteristicLife: days, level },
    probability: row.probability_value,
    improvedProbability: row.improved_probability_value,
    consequence: row.consequence_value,
    risk: row.risk,
    improvedRisk: row.improved_risk,
    gain: row.gain,
    returnOnCost: row.return_on_cost,
    failureModes: row.failure_modes,
  };
}
