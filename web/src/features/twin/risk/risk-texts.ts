import type { ConsequenceDraft, ProbabilityDraft } from '../../../app/risk/draft.ts';
import { formatDuration, formatMoney, formatPercent } from '../../../ui/format.ts';

/** How a probability reads beside another version of it. */
export function probabilityText(probability: ProbabilityDraft | null): string {
  if (probability === null) return 'Not set';
  const { distribution, percent, shape, scale, type } = probability;
  if (distribution === 'weibull') {
    return `Weibull (${type}), shape ${shape ?? '–'}, characteristic life ${scale === null ? '–' : formatDuration(scale)}`;
  }
  if (scale === null) return percent === null ? 'None' : formatPercent(percent);
  return `None, MTBF ${formatDuration(scale.replace(/(\d+D)T.*$/, '$1'))}`;
}

/** How a consequence reads beside another version of it. */
export function consequenceText(consequence: ConsequenceDraft | null): string {
  if (consequence === null) return 'Not set';
  const { value, description } = consequence;
  return [value === null ? '–' : formatMoney(value), description].filter(Boolean).join('\n');
}
