import type { Excursion } from '@twinward/contracts/protections/protection';

/** Consecutive excursions of a threshold, merged into one line. */
export interface FoldedExcursions {
  newest: Excursion;
  count: number;
  /** Start of the oldest one, ISO 8601. */
  from: string;
}

/** Excursions below this length are short, in milliseconds. */
const shortBelow = 3_600_000;
/** Minimum number of excursions to merge; fewer keep separate lines. */
const fewestFolded = 3;

/** Merges three or more consecutive short closed excursions of a threshold. @param excursions newest first */
export function foldShortExcursions(excursions: readonly Excursion[]): FoldedExcursions[] {
  const folded: FoldedExcursions[] = [];
  for (let at = 0; at < excursions.length; ) {
    const newest = excursions[at]!;
    let end = at;
    while (end < excursions.length && isShort(excursions[end]!, newest.thresholdId)) end++;
    const count = end - at >= fewestFolded ? end - at : 1;
    folded.push({ newest, count, from: excursions[at + count - 1]!.start });
    at += count;
  }
  return folded;
}

const isShort = ({ thresholdId, start, end }: Excursion, of: number): boolean =>
  thresholdId === of && end !== null && Date.parse(end) - Date.parse(start) < shortBelow;
