import type { Filter, ListRequest, Page } from '@twinward/contracts/core/list';
import type { SearchType } from '@twinward/contracts/core/search';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { SearchEntryTable } from '../../../platform/database/generated/rows.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';

/** A word as trigrams find it. */
const like = (word: string): RawBuilder<SqlBool> => sql`search_text like ${patternOf(word)}`;

/** Words too short for trigrams have an index of their own, but plain characters, of which any scan finds plenty. */
function contains(word: string): RawBuilder<SqlBool> {
  const isShort = [...word].length < 3 && !/^[a-z0-9\s]?$/.test(word);
  return isShort ? sql`short_parts(search_text) @> ${[word]}::text[]` : like(word);
}

/** Looked at in what others find: no index is asked for it. */
const checked = (word: string): RawBuilder<SqlBool> => sql`search_text || '' like ${patternOf(word)}`;

/** The numbers of a plant's things are in few of them: with one of these, an index says nothing more of other words. */
const isRare = (word: string): boolean => word.length >= 4 && /\d/.test(word);

const patternOf = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

const listOf = (contains: (word: string) => RawBuilder<SqlBool>): ListFields => ({
  fields: { SearchText: { type: 'C', sql: sql`search_text`, contains } },
  key: sql`record_id`,
  defaultSort: [],
});
const list = listOf(contains);
const listByRare = listOf((word) => (isRare(word) ? contains(word) : checked(word)));

const hasChoice = (filter: Filter): boolean =>
  'filters' in filter && (filter.operator === 'GroupOr' || filter.filters.some(hasChoice));

/** Of words that are nearly everywhere no more than so many are looked at: who wants them adds a word. */
const maximumFound = 10_000;

/**
 * A page of what matches: those with all of the words in their name first; of those alike twins, then assets,
 * then tags, by name.
 * @param words in lower case.
 */
export function selectEntries(
  db: Db,
  request: ListRequest,
  types: readonly SearchType[],
  words: readonly string[],
): Promise<Page<SearchEntryTable>> {
  const byRare = words.some(isRare) && !request.filters.some(hasChoice);
  const { where, limit, offset } = compileList(request, byRare ? listByRare : list);
  const patterns = words.map(patternOf);
  const found = db
    .selectFrom('search_entry')
    .selectAll()
    .where(where)
    .where(sql<SqlBool>`type = any(${types}::smallint[])`)
    .limit(maximumFound);
  const orderBy = sql`lower(name) like all(${patterns}::text[]) desc, type, name, record_id`;
  return findPage(db.selectFrom(found.as('found')).selectAll(), { orderBy, limit, offset });
}
