import { durationToDays } from '@twinward/domain/duration';
import { lifeDistribution } from '@twinward/domain/risk/probability';
import {
  benchmarkOption,
  type Effect,
  type Option,
  type ScenarioAsset,
} from '@twinward/domain/risk/scenario';
import type { SnapshotOption, SnapshotRow } from './snapshot-store.ts';

export function toScenarioAsset(row: SnapshotRow): ScenarioAsset {
  const toLife = (shape: number | null, scale: number | null) =>
    shape === null || scale === null ? null : { shape, scale };
  return {
    life: toLife(row.shape, row.scale_days),
    // Negative days: the twin starts after the end of the analysis.
    days: row.days !== null && row.days >= 0 ? row.days : null,
    consequence: row.consequence_value,
    library: toLife(row.benchmark_shape, row.benchmark_days),
    failureModes: row.failure_modes.flatMap(({ id, name, parameters, consequence }) => {
      const life = lifeDistribution(parameters);
      return life ? [{ id, name, life, consequence }] : [];
    }),
    isRollUp: row.is_roll_up,
  };
}

/** Returns the options of an asset: the benchmark first if the asset is marked, then the others. */
export function toOptions(row: SnapshotRow): Option[] {
  const options = row.options.map(({ id, failureModeId, name, cost, ...option }) => ({
    id,
    failureModeId,
    name,
    cost,
    effect: toEffect(option),
  }));
  return row.improve ? [benchmarkOption(row.improve_cost), ...options] : options;
}

function toEffect({
  effect,
  shape,
  scale,
  percent,
}: Pick<SnapshotOption, 'effect' | 'shape' | 'scale' | 'percent'>): Effect {
  if (effect === 'probability') return { type: 'probability', percent: percent! };
  return { type: 'life', shape, scale: durationToDays(scale!) };
}

/** Returns whether an option is a benchmark that is only an example. */
export const isExample = (row: SnapshotRow, { effect }: Option): boolean =>
  effect.type === 'benchmark' && row.benchmark_is_example;

/** Returns the name of the failure mode that an option belongs to; null for an option of the asset. */
export function findFailureMode(row: SnapshotRow, { id }: Option): string | null {
  return row.options.find((option) => option.id === id)?.failureMode ?? null;
}
