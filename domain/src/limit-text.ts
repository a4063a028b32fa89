import { formatSpan } from './duration.ts';
import type { Limit } from './limits.ts';
import { formatExact } from './number-text.ts';

const statistics: Record<string, string> = { AVERAGE: 'mean', MAX: 'maximum', MIN: 'minimum' };
const nameOf = (statistic: string) => statistics[statistic] ?? statistic.toLowerCase();

/** The comparison of a limit: `> 85 °C`, `mean > 80 °C`. */
export const limitValue = (limit: Limit): string =>
  `${limit.of === undefined ? '' : `${nameOf(limit.of.statistic)} `}${comparisonOf(limit)}`;

/** The condition of a limit, with the window of a statistic: `> 85 °C`, `mean over 2 h > 80 °C`. */
export const limitCondition = (limit: Limit): string =>
  `${limit.of === undefined ? '' : `${nameOf(limit.of.statistic)} over ${formatSpan(limit.of.window)} `}${comparisonOf(limit)}`;

/** A limit in words: `High > 85 °C`, `Sustained: mean over 2 h > 80 °C`. */
export const limitText = (limit: Limit): string =>
  `${limit.thresholdName}${limit.of === undefined ? '' : ':'} ${limitCondition(limit)}`;

const comparisonOf = ({ operator, value, unitText }: Limit): string =>
  `${operator} ${formatExact(value)}${unitText ? ` ${unitText}` : ''}`;
