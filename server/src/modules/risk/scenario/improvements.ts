import type { BudgetChoice, ImprovementOffer, Scenario } from '@twinward/contracts/risk/scenario';
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
import { refuseProblems } from '../../../platform/rules.ts';
import { recordAudit } from '../../system/audit/service.ts';
import { getAnalysis, publishAnalysis, setImprovementCosts } from '../risk-analysis/service.ts';
import { type SnapshotRow, selectSnapshot } from './store.ts';

/** Chooses the best set of the marked improvements within a budget. @throws AppError `not-found`. */
export async function chooseImprovements(
  db: Db,
  analysisId: number,
  budget: number,
  choose: Choose,
): Promise<BudgetChoice> {
  await getAnalysis(db, analysisId);
  return choose({ rows: await selectSnapshot(db, analysisId, { onlyImproved: true }), budget });
}

/** The marked improvements, the largest gain first. @throws AppError `not-found`. */
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

/** Sets the costs of improvements. @throws AppError `not-found`; `invalid-request` for assets not in the analysis. */
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

/** The improvements to choose from, and the budget. */
export interface Offers {
  rows: readonly SnapshotRow[];
  budget: number;
}

/** Runs `chooseFrom` in a task thread: it may take some tenths of a second. */
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

/** @param chosen the marked assets that the budget allows; null for all of them. */
export function improvementOf(row: SnapshotRow, chosen: ReadonlySet<number> | null): Improvement {
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
    // A negative number of days: the twin begins after the analysis has ended.
    days: row.days !== null && row.days >= 0 ? row.days : null,
    consequence: row.consequence_value,
    library: lifeOf(row.benchmark_shape, row.benchmark_days),
    failureModes: row.failure_modes.flatMap(({ name, parameters }) => {
      const modeLife = lifeDistribution(parameters);
      return modeLife ? [{ name, life: modeLife }] : [];
    }),
  };
}

export function totalOf(rows: readonly ImprovedRow[], threshold: number): Scenario['total'] {
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

export function columnsOf({ row, before, after, noEffect, failureModes }: ImprovedRow) {
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
