import { formatSpan } from './duration.ts';
import type { Limit } from './limits.ts';
import { formatExact } from './number-text.ts';

const statistics: Record<string, string> = { AVERAGE: 'mean', MAX: 'maximum', MIN: 'minimum' };
const nameOf = (statistic: string) => statistics[statistic] ?? statistic.toLowerCase();

/** The comparison of a limit: `> 85 °C`, `mean > 80 °C`. */
export const limitValue = (limit: Limit): string =>
  `${limit.of === undefined ? '' : `${nameOf(limit.of.statistic)} `}${comparisonOf(limit)}`;

/** A limit in words: `High > 85 °C`, `Sustained: mean over 2 h > 80 °C`. */
export function limitText(limit: Limit): string {
  const { thresholdName, of } = limit;
  const what = of === undefined ? '' : `: ${nameOf(of.statistic)} over ${formatSpan(of.window)}`;
  return `${thresholdName}${what} ${comparisonOf(limit)}`;
}

const comparisonOf = ({ operator, value, unitText }: Limit): string =>
  `${operator} ${formatExact(value)}${unitText ? ` ${unitText}` : ''}`;
