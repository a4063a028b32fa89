import type { ListRequest, Page } from '@twinward/contracts/core/list';
import { longestScenarioName, type Scenario, type ScenarioAsset } from '@twinward/contracts/risk/scenario';
import type { Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { fromRow } from '../../../platform/database/from-row.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { found, orNameTaken } from '../../../platform/errors.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { type Choose, selectSnapshot } from '../improvement/service.ts';
import { getAnalysis, publishAnalysis } from '../risk-analysis/service.ts';
import { calculateImprovement, chosenByAsset, sumTotals, toColumns } from './improvements.ts';
import {
  deleteScenarioRow,
  insertScenario,
  lockInputs,
  type ScenarioAssetRow,
  type ScenarioRow,
  selectScenario,
  selectScenarioAssets,
  selectScenarios,
} from './store.ts';

/** Returns the scenarios of an analysis, latest first. @throws AppError `not-found`. */
export async function listScenarios(db: Db, analysisId: number): Promise<Scenario[]> {
  await getAnalysis(db, analysisId);
  return (await selectScenarios(db, analysisId)).map(toScenario);
}

/** @throws AppError `not-found`. */
export async function getScenario(db: Db, analysisId: number, id: number): Promise<Scenario> {
  return toScenario(found(await selectScenario(db, analysisId, id), 'Scenario'));
}

/** Returns a page of the assets of a scenario. @throws AppError `not-found`. */
export async function listScenarioAssets(
  db: Db,
  analysisId: number,
  id: number,
  request: ListRequest,
): Promise<Page<ScenarioAsset>> {
  await getScenario(db, analysisId, id);
  const { records, total } = await selectScenarioAssets(db, id, request);
  return { records: records.map(toAsset), total };
}

export interface NewScenario {
  name: string;
  /** Whole dollars; null: all improvements are applied. */
  budget: number | null;
}

/**
 * Creates a scenario of the current analysis.
 * @throws AppError `not-found`; `conflict` if the analysis has a scenario with the name.
 */
export function createScenario(
  actor: Doer,
  analysisId: number,
  scenario: NewScenario,
  choose: Choose,
): Promise<Scenario> {
  return withTransaction(actor.tenant.db, (db) => snapshot(db, actor, analysisId, scenario, choose));
}

/** Creates a scenario of the current analysis with the budget of another scenario. @throws AppError `not-found`. */
export function recalculateScenario(
  actor: Doer,
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

function numbered(name: string, count: number): string {
  const end = ` (${count})`;
  return `${name.slice(0, longestScenarioName - end.length)}${end}`;
}

async function snapshot(
  db: Db,
  actor: Doer,
  analysisId: number,
  { name, budget }: NewScenario,
  choose: Choose,
): Promise<Scenario> {
  const fingerprint = await lockInputs(db, analysisId);
  const analysis = await getAnalysis(db, analysisId);
  const rows = await selectSnapshot(db, analysisId, 'all');
  const choice = budget === null ? null : await choose({ rows, budget });
  const chosen = choice && chosenByAsset(choice);
  const improved = rows.map((row) => calculateImprovement(row, chosen));
  const { startDate, endDate, missionTime, probabilityThreshold } = analysis;
  const inserted = insertScenario(
    db,
    {
      risk_analysis_id: analysisId,
      name,
      fingerprint: fingerprint ?? null,
      created_by: actor.userId,
      analysis: JSON.stringify({
        name: analysis.name,
        startDate,
        endDate,
        missionTime,
        probabilityThreshold,
        assets: rows.length,
      }),
      totals: JSON.stringify({ total: sumTotals(improved, probabilityThreshold), budget: choice }),
    },
    improved.map(toColumns),
  );
  const id = await orNameTaken(
    inserted,
    `There is a scenario '${name}' already. Please choose another name.`,
  );
  const made = await getScenario(db, analysisId, id);
  await audit.created(db, actor, made);
  await publishAnalysis(db, analysisId);
  return made;
}

/** @throws AppError `not-found`. */
export async function deleteScenario(actor: Doer, analysisId: number, id: number): Promise<void> {
  await withTransaction(actor.tenant.db, async (db) => {
    await lockInputs(db, analysisId);
    const before = await getScenario(db, analysisId, id);
    await deleteScenarioRow(db, id);
    await audit.deleted(db, actor, before);
    await publishAnalysis(db, analysisId);
  });
}

const audit = new EntityAudit('scenario', ({ id, name, total, budget, riskAnalysisId }: Scenario) => ({
  id,
  name,
  facts: { riskAnalysisId, ...total, budget: budget?.budget ?? null },
}));

function toScenario({ fingerprint, totals, user_name, ...row }: ScenarioRow): Scenario {
  return {
    ...fromRow(row),
    createdBy: user_name,
    ...totals,
  };
}

function toAsset(row: ScenarioAssetRow): ScenarioAsset {
  const { benchmark_days: days, benchmark_level: level } = row;
  return {
    assetId: row.asset_id,
    assetName: row.asset_name,
    taxonomy: row.taxonomy,
    improve: row.improve,
    options: row.options,
    noEffect: row.no_effect,
    cost: row.cost,
    shape: row.improved_shape,
    characteristicLife: row.scale_days,
    improvedCharacteristicLife: row.improved_scale_days,
    benchmark:
      days === null || level === null
        ? null
        : { characteristicLife: days, level, isExample: row.benchmark_is_example },
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
