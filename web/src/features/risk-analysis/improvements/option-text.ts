import type { OptionEffect } from '@twinward/contracts/risk/improvement';
import { formatCount, formatDuration, formatPercent } from '../../../ui/format/format.ts';

/** The label of an option, after the name of its failure mode. */
export function optionLabel({
  name,
  failureMode,
  isExample = false,
}: {
  name: string;
  failureMode: string | null;
  /** Whether it is based on an example benchmark. */
  isExample?: boolean;
}): string {
  const label = failureMode === null ? name : `${failureMode}: ${name}`;
  return isExample ? `${label} (example)` : label;
}

/** A note on the number of improvements based on example benchmarks; empty for 0. */
export const examplesText = (count: number): string =>
  count === 0 ? '' : ` ${formatCount(count)} of them ${count === 1 ? 'uses' : 'use'} an example benchmark.`;

/** Describes the effect of an option. */
export function effectText(effect: OptionEffect): string {
  if (effect.type === 'probability') return `Probability ${formatPercent(effect.percent)}`;
  const { shape, characteristicLife } = effect;
  const life = `Characteristic life ${formatDuration(characteristicLife)}`;
  return shape === null ? life : `${life}, shape ${shape}`;
}
