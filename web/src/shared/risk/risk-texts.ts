import type { Mission } from '@twinward/domain/risk/probability';
import { formatDuration, formatMoney, formatPercent } from '../../ui/format/format.ts';
import { type ConsequenceDraft, calculatePercent, type ProbabilityDraft } from './draft.ts';

/** A probability as text, to compare two versions; the typed percentage if it has no distribution. */
export const probabilityText =
  (mission: Mission) =>
  (probability: ProbabilityDraft | null): string => {
    if (probability === null) return 'Not set';
    const { distribution, shape, scale, type } = probability;
    if (distribution === 'weibull') {
      return `Weibull (${type}), shape ${shape ?? '–'}, characteristic life ${scale === null ? '–' : formatDuration(scale)}`;
    }
    const percent = calculatePercent(probability, mission);
    const mtbf = scale === null ? null : `MTBF ${formatDuration(scale.replace(/(\d+D)T.*$/, '$1'))}`;
    return [percent === null ? null : formatPercent(percent), mtbf].filter(Boolean).join(', ') || '–';
  };

/** A consequence as text, to compare two versions. */
export function consequenceText(consequence: ConsequenceDraft | null): string {
  if (consequence === null) return 'Not set';
  const { value, description } = consequence;
  return [value === null ? '–' : formatMoney(value), description].filter(Boolean).join('\n');
}
