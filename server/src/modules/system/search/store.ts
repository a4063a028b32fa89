import type { Filter, ListRequest, Page } from '@twinward/contracts/core/list';
import type { SearchType } from '@twinward/contracts/core/search';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { SearchEntryTable } from '../../../platform/database/generated/rows.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';

/** A condition that the trigram index supports. */
const like = (word: string): RawBuilder<SqlBool> => sql`search_text like ${patternOf(word)}`;

/**
 * Words too short for trigrams have a separate index, except plain characters, which any scan finds quickly.
 */
function contains(word: string): RawBuilder<SqlBool> {
  const isShort = [...word].length < 3 && !/^[a-z0-9\s]?$/.test(word);
  return isShort ? sql`short_parts(search_text) @> ${[word]}::text[]` : like(word);
}

/** A condition that uses no index; it filters the rows that others find. */
const checked = (word: string): RawBuilder<SqlBool> => sql`search_text || '' like ${patternOf(word)}`;

/** Numbers in names are rare: with one of these words, an index on other words gains nothing. */
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

/** Maximum number of rows considered for very common words: users can add a word to narrow the search. */
const maximumFound = 10_000;

/**
 * A page of matches: first those with all words in their name; among equals twins, then assets, then tags, by
 * name.
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
