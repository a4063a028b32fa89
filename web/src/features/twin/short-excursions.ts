import type { Excursion } from '@twinward/contracts/protections/protection';

/** Consecutive excursions of a threshold, in one line. */
export interface FoldedExcursions {
  newest: Excursion;
  count: number;
  /** When the oldest of them began, ISO 8601. */
  from: string;
}

/** An excursion below this length is short, ms. */
const shortBelow = 3_600_000;
/** Fewer stay lines of their own. */
const fewestFolded = 3;

/** Folds at least three consecutive excursions of a threshold that are closed and short. @param excursions the newest first */
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
