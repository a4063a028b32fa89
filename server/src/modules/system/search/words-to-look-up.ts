import type { Db } from '../../../platform/database/database.ts';
import { selectEstimates } from './word-store.ts';
import { lookedUpParts } from './words.ts';

interface Estimate {
  word: string;
  rows: number;
}

/** Cost of reading an index entry, relative to reading a row and comparing it with the words */
const entryCost = 0.04;
/** Maximum number of words to estimate. More estimates would take longer than they save. */
const maximumEstimated = 8;

/**
 * Chooses which of the words that every match contains are looked up in the index: the rarest by PostgreSQL's
 * statistics, and others only if that costs less than checking the rows that they would exclude. PostgreSQL itself
 * would look up all of them.
 */
export async function wordsToLookUp(db: Db, required: readonly string[]): Promise<ReadonlySet<string>> {
  const words = required.filter((word) => lookedUpParts(word).length > 0).slice(0, maximumEstimated);
  if (words.length < 2) return new Set(words);
  const { total, byWord } = await selectEstimates(db, words);
  return new Set(
    cheapest(
      words.map((word, at): Estimate => ({ word, rows: byWord[at]! })),
      total,
    ),
  );
}

function cheapest(estimates: readonly Estimate[], total: number): string[] {
  let best = { count: 0, cost: Number.POSITIVE_INFINITY };
  let entries = 0;
  let remaining = total;
  const ascending = estimates.toSorted((one, other) => one.rows - other.rows);
  for (const [index, { rows }] of ascending.entries()) {
    entries += rows;
    remaining *= rows / Math.max(1, total);
    const cost = entryCost * entries + remaining;
    if (cost < best.cost) best = { count: index + 1, cost };
  }
  return ascending.slice(0, best.count).map(({ word }) => word);
}
