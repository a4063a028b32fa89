import type { Filter } from '@twinward/contracts/core/list';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

export const containsPattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Returns the parts of a word to look up in the index: both ends of its longest run of letters and digits, or else all
 * of a short word. Looking up more parts would take longer than checking the few rows that contain these. A single
 * plain character has no parts.
 */
export function lookedUpParts(word: string): string[] {
  if (/^[a-z0-9\s]?$/.test(word)) return [];
  const runs = word.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const [longest] = runs.toSorted((one, other) => other.length - one.length);
  const characters = [...(longest ?? word)];
  return [...new Set([characters.slice(0, 3).join(''), characters.slice(-3).join('')])];
}

/** Returns a condition that uses no index, to filter rows found by others. */
export const checked = (word: string): RawBuilder<SqlBool> => sql`strpos(search_text, ${word}) > 0`;

/** Returns a condition that uses the index. */
export function indexed(word: string): RawBuilder<SqlBool> {
  const parts = lookedUpParts(word);
  if (parts.length === 0) return checked(word);
  return sql`(search_parts(search_text) @> ${parts}::text[] and ${checked(word)})`;
}

/**
 * Returns the condition for PostgreSQL's estimate of a word. The estimates of the parts of a longer word cannot be
 * multiplied, since the parts are not independent.
 */
const estimated = (word: string): RawBuilder<SqlBool> =>
  [...word].length < 3
    ? sql`search_parts(search_text) @> ${lookedUpParts(word)}::text[]`
    : sql`search_text like ${containsPattern(word)}`;

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
  const [total = 0, ...rows] = await estimateRows(db, [sql`true`, ...words.map(estimated)]);
  return new Set(
    cheapest(
      words.map((word, at): Estimate => ({ word, rows: rows[at]! })),
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

/** Returns the number of rows that PostgreSQL estimates for each condition, with one statement. */
async function estimateRows(db: Db, conditions: readonly RawBuilder<SqlBool>[]): Promise<number[]> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { Plans: { 'Plan Rows': number }[] } }] }>`
    explain (format json) select ${sql.join(
      conditions.map((condition) => sql`exists (select from search_entry where ${condition})`),
    )}`.execute(db);
  return rows[0]!['QUERY PLAN'][0].Plan.Plans.map((plan) => plan['Plan Rows']);
}

/** Maximum number of phrases that are looked up in names */
const maximumPhrases = 8;

/**
 * Returns the phrases whose names are listed first: the words of a search in order, and each of its alternatives. Empty
 * if words are combined with alternatives.
 */
export const toPhrases = (filters: readonly Filter[]): string[] =>
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
