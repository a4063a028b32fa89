import type { Filter } from '@twinward/contracts/core/list';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

export const containsPattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** Whether a word is too short for trigrams and has a separate index. A plain character is found by any scan. */
const isShort = (word: string): boolean => [...word].length < 3 && !/^[a-z0-9\s]?$/.test(word);

/**
 * The parts of a word that are looked up by trigrams: both ends of its longest run of letters and digits. PostgreSQL would
 * look up each trigram of the word, which takes many times longer than to check the few rows that have the other parts.
 */
export function lookedUpParts(word: string): string[] {
  const runs = word.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const [longest] = runs.toSorted((one, other) => other.length - one.length);
  if (longest === undefined) return [word];
  const characters = [...longest];
  return [...new Set([characters.slice(0, 3).join(''), characters.slice(-3).join('')])];
}

const contains = (part: string): RawBuilder<SqlBool> => sql`search_text like ${containsPattern(part)}`;

/** A condition that uses no index; it filters the rows that others find. */
export const checked = (word: string): RawBuilder<SqlBool> => sql`strpos(search_text, ${word}) > 0`;

const byPairs = (word: string): RawBuilder<SqlBool> => sql`short_parts(search_text) @> ${[word]}::text[]`;

/** A condition that an index supports. */
export const indexed = (word: string): RawBuilder<SqlBool> =>
  isShort(word)
    ? byPairs(word)
    : sql`(${sql.join([...lookedUpParts(word).map(contains), checked(word)], sql` and `)})`;

/** The condition for PostgreSQL's estimate of a word: the estimates of its parts can't be multiplied, since they depend on each other. */
const estimated = (word: string): RawBuilder<SqlBool> => (isShort(word) ? byPairs(word) : contains(word));

interface Estimate {
  word: string;
  rows: number;
}

/** The words to look up, and what that takes, as a number of rows read. */
interface LookUp {
  words: string[];
  cost: number;
}

/**
 * The costs of reading an entry of an index, and of reading and checking a row, relative to a row found by trigrams. Those
 * rows are compared with the words again; rows found by pairs of characters are not.
 */
interface Costs {
  entry: number;
  row: number;
}
const trigramCosts: Costs = { entry: 0.15, row: 1 };
const pairCosts: Costs = { entry: 0.1, row: 0.2 };
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
  const [total = 0, ...rows] = await estimateRows(db, [sql`true`, ...words.map(estimated)]);
  const estimates = words.map((word, at): Estimate => ({ word, rows: rows[at]! }));
  const short = cheapest(
    estimates.filter(({ word }) => isShort(word)),
    total,
    pairCosts,
  );
  const long = cheapest(
    estimates.filter(({ word }) => !isShort(word)),
    total,
    trigramCosts,
  );
  return new Set((short.cost < long.cost ? short : long).words);
}

function cheapest(estimates: readonly Estimate[], total: number, costs: Costs): LookUp {
  let best: LookUp = { words: [], cost: Number.POSITIVE_INFINITY };
  const words: string[] = [];
  let entries = 0;
  let remaining = total;
  for (const { word, rows } of estimates.toSorted((one, other) => one.rows - other.rows)) {
    words.push(word);
    entries += rows;
    remaining *= rows / Math.max(1, total);
    const cost = costs.entry * entries + costs.row * remaining;
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

/** Maximum number of phrases that are looked up in names. */
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
