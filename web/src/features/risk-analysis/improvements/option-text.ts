import type { OptionEffect } from '@twinward/contracts/risk/improvement';
import { formatDuration, formatPercent } from '../../../ui/format/format.ts';

/** An option after the failure mode that it is of. */
export const optionLabel = ({ name, failureMode }: { name: string; failureMode: string | null }): string =>
  failureMode === null ? name : `${failureMode}: ${name}`;

/** What an option changes, in words. */
export function effectText(effect: OptionEffect): string {
  if (effect.type === 'probability') return `Probability ${formatPercent(effect.percent)}`;
  const { shape, characteristicLife } = effect;
  const life = `Characteristic life ${formatDuration(characteristicLife)}`;
  return shape === null ? life : `${life}, shape ${shape}`;
}
