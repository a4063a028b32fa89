import type { Filter } from '@twinward/contracts/core/list';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

export const containsPattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** Whether a word is too short for trigrams and has a separate index. A plain character is found by any scan. */
const isShort = (word: string): boolean => [...word].length < 3 && !/^[a-z0-9\s]?$/.test(word);

/** A condition that an index supports. */
export const indexed = (word: string): RawBuilder<SqlBool> =>
  isShort(word)
    ? sql`short_parts(search_text) @> ${[word]}::text[]`
    : sql`search_text like ${containsPattern(word)}`;

/** A condition that uses no index; it filters the rows that others find. */
export const checked = (word: string): RawBuilder<SqlBool> => sql`strpos(search_text, ${word}) > 0`;

interface Estimate {
  word: string;
  rows: number;
}

/** The words to look up, and what that takes, as a number of rows read. */
interface LookUp {
  words: string[];
  cost: number;
}

/** To read an entry of an index, in relation to reading and checking a row. */
const entryCost = 0.15;
/** Of more words the estimates would take longer than they save. */
const maximumEstimated = 8;

/**
 * Chooses, among the words that every match contains, those whose index is used: the rarest by PostgreSQL's statistics,
 * and others only where that leaves fewer rows to check than it takes. PostgreSQL itself would look up all of them. Words
 * of both indexes are not combined: PostgreSQL then evaluates `short_parts` again for each row, which takes longest.
 */
export async function wordsToLookUp(db: Db, required: readonly string[]): Promise<ReadonlySet<string>> {
  const words = required.slice(0, maximumEstimated);
  if (words.length < 2) return new Set(words);
  const [total = 0, ...rows] = await estimateRows(db, [sql`true`, ...words.map(indexed)]);
  const estimates = words.map((word, at): Estimate => ({ word, rows: rows[at]! }));
  const short = cheapest(
    estimates.filter(({ word }) => isShort(word)),
    total,
  );
  const long = cheapest(
    estimates.filter(({ word }) => !isShort(word)),
    total,
  );
  return new Set((short.cost < long.cost ? short : long).words);
}

function cheapest(estimates: readonly Estimate[], total: number): LookUp {
  let best: LookUp = { words: [], cost: Number.POSITIVE_INFINITY };
  const words: string[] = [];
  let entries = 0;
  let remaining = total;
  for (const { word, rows } of estimates.toSorted((one, other) => one.rows - other.rows)) {
    words.push(word);
    entries += rows;
    remaining *= rows / Math.max(1, total);
    const cost = entryCost * entries + remaining;
    if (cost < best.cost) best = { words: [...words], cost };
  }
  return best;
}

/** The number of rows that PostgreSQL expects for each condition, by one statement. */
async function estimateRows(db: Db, conditions: readonly RawBuilder<SqlBool>[]): Promise<number[]> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { Plans: { 'Plan Rows': number }[] } }] }>`
    explain (format json) select ${sql.join(
      conditions.map((condition) => sql`exists (select from search_entry where ${condition})`),
    )}`.execute(db);
  return rows[0]!['QUERY PLAN'][0].Plan.Plans.map((plan) => plan['Plan Rows']);
}

/** Of more alternatives, the first are looked for in names. */
const maximumPhrases = 8;

/**
 * The phrases whose names come first: the words of a search in their order, and each alternative of it. None where words
 * stand beside alternatives.
 */
export const phrasesOf = (filters: readonly Filter[]): string[] =>
  [...new Set(joined(filters.map(alternatives)))].slice(0, maximumPhrases);

function alternatives(filter: Filter): string[] {
  if (!('filters' in filter)) {
    return filter.operator === 'Contains' && typeof filter.value === 'string' ? [filter.value] : [];
  }
  const parts = filter.filters.map(alternatives);
  return filter.operator === 'GroupOr' ? parts.flat() : joined(parts);
}

function joined(parts: readonly string[][]): string[] {
  if (parts.length === 1) return parts[0]!;
  return parts.every((part) => part.length === 1) ? [parts.flat().join(' ')] : [];
}
