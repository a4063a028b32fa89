import type { BudgetChoice, ImprovementOffer, ImprovementSets } from '@twinward/contracts/risk/improvement';
import { chooseWithinBudget } from '@twinward/domain/risk/budget';
import { optionSets } from '@twinward/domain/risk/option-sets';
import { improve, riskReduction } from '@twinward/domain/risk/scenario';
import type { Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { getAnalysis, publishAnalysis, recalculate, setBenchmarkCosts } from '../risk-analysis/service.ts';
import { findFailureMode, isExample, toOptions, toScenarioAsset } from './snapshot.ts';
import { type SnapshotRow, type SnapshotScope, selectSnapshot } from './snapshot-store.ts';
import { updateOptionCosts } from './store.ts';

const audit = new EntityAudit('risk-analysis');

/** Returns all options of an analysis, largest gain first. @throws AppError `not-found`. */
export async function listImprovements(db: Db, analysisId: number): Promise<ImprovementOffer[]> {
  await getAnalysis(db, analysisId);
  return (await listOffers(db, analysisId, 'improvable')).toSorted((a, b) => b.gain - a.gain);
}

/** Returns the options of assets of an analysis, each with its effect when applied alone. */
export async function listOffers(
  db: Db,
  analysisId: number,
  scope: SnapshotScope,
): Promise<ImprovementOffer[]> {
  const rows = await selectSnapshot(db, analysisId, scope);
  return rows.flatMap((row) => {
    const asset = toScenarioAsset(row);
    return toOptions(row).map((option) => {
      const { before, after, noEffect } = improve(asset, [option]);
      return {
        assetId: row.asset_id,
        assetName: row.asset_name,
        optionId: option.id,
        name: option.name,
        failureMode: findFailureMode(row, option),
        cost: option.cost,
        risk: before.risk,
        gain: noEffect === null ? riskReduction({ before, after }) : 0,
        noEffect,
        isExample: isExample(row, option),
      };
    });
  });
}

/** Returns the sets of options of an analysis from which a budget chooses. @throws AppError `not-found`. */
export async function listSets(db: Db, analysisId: number): Promise<ImprovementSets> {
  const { risk } = await getAnalysis(db, analysisId);
  const rows = await selectSnapshot(db, analysisId, 'improvable');
  const assets = rows.map((row) => ({
    assetId: row.asset_id,
    assetName: row.asset_name,
    sets: toOptionSets(row).map(({ options, cost, gain }) => ({
      cost,
      gain,
      options: options.map((option) => ({
        optionId: option.id,
        name: option.name,
        failureMode: findFailureMode(row, option),
        isExample: isExample(row, option),
      })),
    })),
  }));
  return { risk, withoutCost: countWithoutCost(rows), assets: assets.filter(({ sets }) => sets.length > 0) };
}

const toOptionSets = (row: SnapshotRow) => optionSets(toScenarioAsset(row), toOptions(row));

const countWithoutCost = (rows: readonly SnapshotRow[]): number =>
  rows.flatMap(toOptions).filter(({ cost }) => cost === null).length;

/** Chooses the best set of options under a budget. @throws AppError `not-found`. */
export async function chooseImprovements(
  db: Db,
  analysisId: number,
  budget: number,
  choose: Choose,
): Promise<BudgetChoice> {
  await getAnalysis(db, analysisId);
  return choose({ rows: await selectSnapshot(db, analysisId, 'improvable'), budget });
}

/** The assets whose options to choose from, with the budget. */
export interface Offers {
  rows: readonly SnapshotRow[];
  budget: number;
}

/** Runs `chooseFrom` in a task thread, since it may take some tenths of a second. */
export type Choose = (offers: Offers) => Promise<BudgetChoice>;

export function chooseFrom({ rows, budget }: Offers): BudgetChoice {
  const byId = new Map(rows.map((row) => [row.asset_id, row]));
  const choices = rows.map((row) => ({ id: row.asset_id, alternatives: toOptionSets(row) }));
  const { chosen, cost, gain, isExact, bound } = chooseWithinBudget(choices, budget);
  return {
    budget,
    assetIds: chosen.map(({ id }) => id),
    options: chosen.flatMap(({ id: assetId, alternative }) =>
      alternative.options.map((option) => ({ assetId, optionId: option.id })),
    ),
    cost,
    gain,
    isExact,
    bound,
    withoutCost: countWithoutCost(rows),
    examples: chosen.filter(({ id, alternative }) =>
      alternative.options.some((option) => isExample(byId.get(id)!, option)),
    ).length,
  };
}

interface OptionCost {
  assetId: number;
  /** Null: the benchmark. */
  optionId: number | null;
  cost: number | null;
}

/**
 * Sets the costs of options.
 * @throws AppError `not-found`; `invalid-request` for assets or options that are not in the analysis.
 */
export async function setCosts(actor: Doer, analysisId: number, costs: readonly OptionCost[]): Promise<void> {
  await withTransaction(actor.tenant.db, async (db) => {
    const analysis = await getAnalysis(db, analysisId);
    const ofBenchmarks = costs.filter(({ optionId }) => optionId === null);
    const knownAssets = await setBenchmarkCosts(db, analysisId, ofBenchmarks);
    const knownOptions = await updateOptionCosts(
      db,
      analysisId,
      costs.flatMap(({ assetId, optionId: id, cost }) => (id === null ? [] : [{ assetId, id, cost }])),
    );
    refuseProblems(
      costs.flatMap(({ assetId, optionId }, place) => {
        if (optionId !== null) {
          return knownOptions.has(optionId)
            ? []
            : [{ path: `${place}.optionId`, message: `The asset ${assetId} has no option ${optionId}.` }];
        }
        return knownAssets.has(assetId)
          ? []
          : [{ path: `${place}.assetId`, message: `The asset ${assetId} is not in the analysis.` }];
      }),
    );
    await recalculate(
      db,
      analysisId,
      costs.map(({ assetId }) => assetId),
    );
    await audit.changed(
      db,
      actor,
      { id: analysisId, name: analysis.name },
      { new: { improvementCosts: costs.length <= 20 ? costs : costs.length } },
    );
    await publishAnalysis(db, analysisId);
  });
}
