import { formatExact, formatSpan } from '../format/format.ts';
import type { Limit } from './limits.ts';

const statistics: Record<string, string> = { AVERAGE: 'mean', MAX: 'maximum', MIN: 'minimum' };
const nameOf = (statistic: string) => statistics[statistic] ?? statistic.toLowerCase();

/** The comparison of a limit: `> 85`, `mean > 80`. */
export const limitValue = ({ operator, value, of }: Limit): string =>
  `${of === undefined ? '' : `${nameOf(of.statistic)} `}${operator} ${formatExact(value)}`;

/** A limit in words: `High > 85`, `Sustained: mean over 2 h > 80`. */
export function limitText({ thresholdName, operator, value, of }: Limit): string {
  const what = of === undefined ? '' : `: ${nameOf(of.statistic)} over ${formatSpan(of.window)}`;
  return `${thresholdName}${what} ${operator} ${formatExact(value)}`;
}
