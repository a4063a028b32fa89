import type { Filter } from '@twinward/contracts/core/list';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

export const containsPattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * The parts of a word that are looked up: both ends of its longest run of letters and digits, or else the whole of a short
 * word. To look up more parts takes longer than to check the few rows that have these. A plain character has none.
 */
export function lookedUpParts(word: string): string[] {
  if (/^[a-z0-9\s]?$/.test(word)) return [];
  const runs = word.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const [longest] = runs.toSorted((one, other) => other.length - one.length);
  const characters = [...(longest ?? word)];
  return [...new Set([characters.slice(0, 3).join(''), characters.slice(-3).join('')])];
}

/** A condition that uses no index; it filters the rows that others find. */
export const checked = (word: string): RawBuilder<SqlBool> => sql`strpos(search_text, ${word}) > 0`;

/** A condition that an index supports. */
export function indexed(word: string): RawBuilder<SqlBool> {
  const parts = lookedUpParts(word);
  if (parts.length === 0) return checked(word);
  return sql`(search_parts(search_text) @> ${parts}::text[] and ${checked(word)})`;
}

/**
 * The condition for PostgreSQL's estimate of a word: the estimates of the parts of a longer word can't be multiplied, since
 * they depend on each other.
 */
const estimated = (word: string): RawBuilder<SqlBool> =>
  [...word].length < 3
    ? sql`search_parts(search_text) @> ${lookedUpParts(word)}::text[]`
    : sql`search_text like ${containsPattern(word)}`;

interface Estimate {
  word: string;
  rows: number;
}

/** The cost of reading an entry of the index, relative to reading a row and comparing it with the words. */
const entryCost = 0.04;
/** Of more words the estimates would take longer than they save. */
const maximumEstimated = 8;

/**
 * Chooses, among the words that every match contains, those whose index is used: the rarest by PostgreSQL's statistics,
 * and others only where that leaves fewer rows to check than it takes. PostgreSQL itself would look up all of them.
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
