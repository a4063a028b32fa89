import type { OptionEffect } from '@twinward/contracts/risk/improvement';
import { formatCount, formatDuration, formatPercent } from '../../../ui/format/format.ts';

/** An option after the failure mode that it is of. */
export function optionLabel({
  name,
  failureMode,
  isExample = false,
}: {
  name: string;
  failureMode: string | null;
  /** Whether it rests on the example of a benchmark. */
  isExample?: boolean;
}): string {
  const label = failureMode === null ? name : `${failureMode}: ${name}`;
  return isExample ? `${label} (example)` : label;
}

/** Says how many improvements rest on examples of benchmarks; empty for none. */
export const examplesText = (count: number): string =>
  count === 0 ? '' : ` ${formatCount(count)} of them ${count === 1 ? 'uses' : 'use'} an example benchmark.`;

/** What an option changes, in words. */
export function effectText(effect: OptionEffect): string {
  if (effect.type === 'probability') return `Probability ${formatPercent(effect.percent)}`;
  const { shape, characteristicLife } = effect;
  const life = `Characteristic life ${formatDuration(characteristicLife)}`;
  return shape === null ? life : `${life}, shape ${shape}`;
}
