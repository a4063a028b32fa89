import { formatSpan } from './duration.ts';
import type { Limit } from './limits.ts';
import { formatExact } from './number-text.ts';

const statistics: Record<string, string> = { AVERAGE: 'mean', MAX: 'maximum', MIN: 'minimum' };
const statisticName = (statistic: string) => statistics[statistic] ?? statistic.toLowerCase();

/** The comparison of a limit: `> 85 °C`, `mean > 80 °C`. */
export const limitValue = (limit: Limit): string =>
  `${limit.of === undefined ? '' : `${statisticName(limit.of.statistic)} `}${formatComparison(limit)}`;

/** The condition of a limit, with the window of a statistic: `> 85 °C`, `mean over 2 h > 80 °C`. */
export const limitCondition = (limit: Limit): string =>
  `${limit.of === undefined ? '' : `${statisticName(limit.of.statistic)} over ${formatSpan(limit.of.window)} `}${formatComparison(limit)}`;

/** A limit in words: `High > 85 °C`, `Sustained: mean over 2 h > 80 °C`. */
export const limitText = (limit: Limit): string =>
  `${limit.thresholdName}${limit.of === undefined ? '' : ':'} ${limitCondition(limit)}`;

const formatComparison = ({ operator, value, unitText }: Limit): string =>
  `${operator} ${formatExact(value)}${unitText ? ` ${unitText}` : ''}`;
