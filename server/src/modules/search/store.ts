import type { ListRequest } from '@twinward/contracts/list';
import type { SearchType } from '@twinward/contracts/search';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { compileList, type ListFields } from '../../platform/list.ts';
import type { SearchEntryTable } from './tables.ts';

const list: ListFields = {
  fields: { SearchText: { type: 'C', sql: sql`search_text` } },
  key: sql`record_id`,
  defaultSort: [],
};

/** Of words that are nearly everywhere no more than so many are looked at: who wants them adds a word. */
export const maximumFound = 10_000;

/**
 * A page of what matches: those with all of the words in their name first, then by name.
 * @param words in lower case.
 */
export async function findEntries(
  db: Db,
  request: ListRequest,
  types: readonly SearchType[],
  words: readonly string[],
): Promise<(SearchEntryTable & { total: number })[]> {
  const { where, limit, offset } = compileList(request, list);
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  const found = db
    .selectFrom('search_entry')
    .selectAll()
    .where(where)
    .where(sql<SqlBool>`type = any(${types}::smallint[])`)
    .limit(maximumFound);
  return db
    .selectFrom(found.as('found'))
    .selectAll()
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy(sql`lower(name) like all(${patterns}::text[])`, 'desc')
    .orderBy('name')
    .orderBy('type')
    .orderBy('record_id')
    .limit(limit)
    .offset(offset)
    .execute();
}
