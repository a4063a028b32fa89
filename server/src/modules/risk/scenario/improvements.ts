import type { BudgetChoice } from '@twinward/contracts/risk/improvement';
import type { Scenario } from '@twinward/contracts/risk/scenario';
import { bestSet, leaveOut, sumCosts } from '@twinward/domain/risk/option-sets';
import { type Improvement, improve, type Option, unimproved } from '@twinward/domain/risk/scenario';
import {
  findFailureMode,
  isExample,
  type SnapshotRow,
  toOptions,
  toScenarioAsset,
} from '../improvement/service.ts';

interface ImprovedRow extends Improvement {
  row: SnapshotRow;
  /** All options of the asset. */
  options: readonly Option[];
  /** The applied options; empty if they have no effect. */
  made: readonly Option[];
}

/** The ids of the options chosen within a budget, by asset; null is the benchmark. */
export type Chosen = ReadonlyMap<number, ReadonlySet<number | null>>;

export function chosenByAsset({ options }: BudgetChoice): Chosen {
  const chosen = new Map<number, Set<number | null>>();
  for (const { assetId, optionId } of options) {
    chosen.set(assetId, (chosen.get(assetId) ?? new Set()).add(optionId));
  }
  return chosen;
}

/** @param chosen null: each asset gets the options that reduce its risk most */
export function calculateImprovement(row: SnapshotRow, chosen: Chosen | null): ImprovedRow {
  const asset = toScenarioAsset(row);
  const options = toOptions(row);
  if (options.length === 0) return { row, options, made: [], ...unimproved(asset) };
  const ids = chosen?.get(row.asset_id);
  if (chosen && !ids) return { row, options, made: [], ...leaveOut(asset, options) };
  const set = ids ? options.filter(({ id }) => ids.has(id)) : bestSet(asset, options);
  const improvement = improve(asset, set);
  return { row, options, made: improvement.noEffect === null ? set : [], ...improvement };
}

export function sumTotals(rows: readonly ImprovedRow[], threshold: number): Scenario['total'] {
  const compared = rows.filter(({ before, after }) => before.risk !== null && after.risk !== null);
  const sum = (of: (row: ImprovedRow) => number) => compared.reduce((total, row) => total + of(row), 0);
  const improved = rows.filter(({ made }) => made.length > 0);
  const costs = improved.flatMap(({ made }) => made.flatMap(({ cost }) => cost ?? []));
  const over = (of: (row: ImprovedRow) => number | null) =>
    rows.filter((row) => (of(row) ?? -1) >= threshold).length;
  return {
    risk: sum(({ before }) => before.risk!),
    improvedRisk: sum(({ after }) => after.risk!),
    improved: improved.length,
    withoutEffect: rows.filter(({ noEffect }) => noEffect !== null).length,
    cost: costs.length === 0 ? null : costs.reduce((total, cost) => total + cost, 0),
    withoutCost: improved.filter(({ made }) => sumCosts(made) === null).length,
    examples: improved.filter(({ row, made }) => made.some((option) => isExample(row, option))).length,
    overThreshold: over(({ before }) => before.probability),
    improvedOverThreshold: over(({ after }) => after.probability),
  };
}

export function toColumns({ row, options, made, before, after, noEffect, failureModes }: ImprovedRow) {
  return {
    asset_id: row.asset_id,
    asset_name: row.asset_name,
    taxonomy: row.taxonomy,
    improve: options.length > 0,
    options: JSON.stringify(
      made.map((option) => ({
        name: option.name,
        failureMode: findFailureMode(row, option),
        cost: option.cost,
      })),
    ),
    no_effect: noEffect,
    cost: costShown(row, options, made),
    days: row.days,
    shape: before.life?.shape ?? null,
    scale_days: before.life?.scale ?? null,
    improved_shape: after.life?.shape ?? null,
    improved_scale_days: after.life?.scale ?? null,
    benchmark_days: row.benchmark_days,
    benchmark_level: row.benchmark_level,
    benchmark_is_example: row.benchmark_is_example,
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

/** Returns the cost of the applied options; if none is applied, the cost of the only option. */
function costShown(row: SnapshotRow, options: readonly Option[], made: readonly Option[]): number | null {
  if (made.length > 0) return sumCosts(made);
  if (options.length === 0) return row.improve_cost;
  return options.length === 1 ? options[0]!.cost : null;
}
