import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { containsPattern, lookedUpParts } from './words.ts';

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

/** Selects the numbers of rows that PostgreSQL estimates, with one statement: of all, and of those with each word. */
export async function selectEstimates(
  db: Db,
  words: readonly string[],
): Promise<{ total: number; byWord: number[] }> {
  const conditions = [sql`true`, ...words.map(estimated)];
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { Plans: { 'Plan Rows': number }[] } }] }>`
    explain (format json) select ${sql.join(
      conditions.map((condition) => sql`exists (select from search_entry where ${condition})`),
    )}`.execute(db);
  const [total = 0, ...byWord] = rows[0]!['QUERY PLAN'][0].Plan.Plans.map((plan) => plan['Plan Rows']);
  return { total, byWord };
}
