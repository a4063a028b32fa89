import type { ListRequest, Page } from '@twinward/contracts/list';
import type { SearchType } from '@twinward/contracts/search';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { compileList, findPage, type ListFields } from '../../platform/list.ts';
import type { SearchEntryTable } from './tables.ts';

const list: ListFields = {
  fields: { SearchText: { type: 'C', sql: sql`search_text` } },
  key: sql`record_id`,
  defaultSort: [],
};

/** Of words that are nearly everywhere no more than so many are looked at: who wants them adds a word. */
const maximumFound = 10_000;

/**
 * A page of what matches: those with all of the words in their name first; of those alike twins, then assets, then tags, by name.
 * @param words in lower case.
 */
export function findEntries(
  db: Db,
  request: ListRequest,
  types: readonly SearchType[],
  words: readonly string[],
): Promise<Page<SearchEntryTable>> {
  const { where, limit, offset } = compileList(request, list);
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  const found = db
    .selectFrom('search_entry')
    .selectAll()
    .where(where)
    .where(sql<SqlBool>`type = any(${types}::smallint[])`)
    .limit(maximumFound);
  const orderBy = sql`lower(name) like all(${patterns}::text[]) desc, type, name, record_id`;
  return findPage(db.selectFrom(found.as('found')).selectAll(), { orderBy, limit, offset });
}
