import type { ProtectionScore } from '@twinward/contracts/protections/protection-score';
import { formatCount, formatDuration, formatNumber, formatSpan } from '../../../ui/format/format.ts';

type Standing = Pick<ProtectionScore, 'hits' | 'misses' | 'falseAlarms' | 'falseAlarmsPerYear' | 'leadTimes'>;

/** '3 of 4 caught'; in place of it where nothing is known to have happened. */
export const caughtText = ({ hits, misses }: Standing): string =>
  hits + misses === 0 ? 'No known event' : `${formatCount(hits)} of ${formatCount(hits + misses)} caught`;

export function falseAlarmText({ falseAlarms, falseAlarmsPerYear }: Standing): string {
  const count = falseAlarms === 1 ? '1 false alarm' : `${formatCount(falseAlarms)} false alarms`;
  return falseAlarmsPerYear === null || falseAlarms === 0
    ? count
    : `${count}, ${rateText(falseAlarmsPerYear)} a year`;
}

export const rateText = (rate: number): string =>
  rate >= 10 ? formatCount(Math.round(rate)) : formatNumber(Number(rate.toFixed(1)));

/** The middle one of sorted lengths of time; null without any. */
export function medianOf(sorted: readonly number[]): number | null {
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return null;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function leadText(leadTimes: readonly number[]): string {
  const median = medianOf(leadTimes);
  return median === null ? '–' : formatSpan(median);
}

/** All of it in a line: what was caught, how often it cried wolf, how long before. */
export const standingText = (standing: Standing): string =>
  `${caughtText(standing)}, ${falseAlarmText(standing)}${
    standing.hits === 0 ? '' : `, median notice ${leadText(standing.leadTimes)}`
  }`;

/** What notice is measured against. */
export const intervalText = ({
  pfInterval,
  pfSource,
}: Pick<ProtectionScore, 'pfInterval' | 'pfSource'>): string =>
  `P-F interval ${formatDuration(pfInterval)}${pfSource === 'assumed' ? ' (assumed: no linked failure mode has one)' : ''}`;

/** Of lead times, how many fall in each fifth of the P-F interval; longer ones in the last. */
export function leadBuckets(leadTimes: readonly number[], interval: number): number[] {
  const buckets = [0, 0, 0, 0, 0];
  for (const lead of leadTimes) buckets[Math.min(4, Math.floor((lead / interval) * 5))]! += 1;
  return buckets;
}
