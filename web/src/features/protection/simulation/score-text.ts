import type { ProtectionScore } from '@twinward/contracts/protections/protection-score';
import { formatCount, formatDuration, formatNumber, formatSpan } from '../../../ui/format/format.ts';

export type Standing = Pick<
  ProtectionScore,
  | 'hits'
  | 'misses'
  | 'excursions'
  | 'episodes'
  | 'falseEpisodes'
  | 'falseEpisodesPerYear'
  | 'undecided'
  | 'notices'
>;

const countText = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** '3 of 4 caught', or a note that there is no score without known events. */
export const caughtText = ({ hits, misses, falseEpisodes }: Standing): string =>
  falseEpisodes === null
    ? 'Not scored: no failures recorded'
    : `${formatCount(hits)} of ${formatCount(hits + misses)} caught`;

/** '24 false episodes, 111 a year, 1 undecided'; without a score, only the number of episodes. */
export function episodesText(standing: Standing): string {
  const { falseEpisodes, falseEpisodesPerYear, undecided } = standing;
  if (falseEpisodes === null) return episodeCountText(standing);
  const parts = [countText(falseEpisodes, 'false episode', 'false episodes')];
  if (falseEpisodesPerYear !== null && falseEpisodes > 0) {
    parts.push(`${rateText(falseEpisodesPerYear)} a year`);
  }
  if (undecided! > 0) parts.push(`${formatCount(undecided!)} undecided`);
  return parts.join(', ');
}

/** '12 episodes of 33 excursions' */
export const episodeCountText = ({ episodes, excursions }: Standing): string =>
  `${countText(episodes, 'episode', 'episodes')} of ${countText(excursions, 'excursion', 'excursions')}`;

export const rateText = (rate: number): string =>
  rate >= 10 ? formatCount(Math.round(rate)) : formatNumber(Number(rate.toFixed(1)));

/** The median of sorted durations; null if empty. */
export function medianDuration(sorted: readonly number[]): number | null {
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return null;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function noticeText(notices: readonly number[]): string {
  const median = medianDuration(notices);
  return median === null ? '–' : formatSpan(median);
}

/** A one-line summary: failures caught, false episodes, median notice. */
export const standingText = (standing: Standing): string =>
  `${caughtText(standing)}, ${episodesText(standing)}${
    standing.notices.length === 0 ? '' : `, median notice ${noticeText(standing.notices)}`
  }`;

/** Describes the P-F interval, against which notice is measured. */
export const intervalText = ({
  pfInterval,
  pfSource,
}: Pick<ProtectionScore, 'pfInterval' | 'pfSource'>): string =>
  `P-F interval ${formatDuration(pfInterval)}${pfSource === 'assumed' ? ' (assumed: no linked failure mode has one)' : ''}`;

/** The number of notices in each fifth of the P-F interval; longer ones count in the last. */
export function noticeBuckets(notices: readonly number[], interval: number): number[] {
  const buckets = [0, 0, 0, 0, 0];
  for (const notice of notices) buckets[Math.min(4, Math.floor((notice / interval) * 5))]! += 1;
  return buckets;
}
