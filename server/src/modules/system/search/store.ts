import type { Filter, ListRequest, Page } from '@twinward/contracts/core/list';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { SearchEntryTable } from '../../../platform/database/generated/rows.ts';
import { compileList, type ListFields } from '../../../platform/database/list.ts';
import { checked, containsPattern, indexed, wordsToLookUp } from './conditions.ts';

const columns = ['type', 'record_id', 'name', 'detail', 'asset_id', 'twin_id'] as const;
type FoundEntry = Pick<SearchEntryTable, (typeof columns)[number]>;

const listOf = (contains: (word: string) => RawBuilder<SqlBool>): ListFields => ({
  fields: { SearchText: { type: 'C', sql: sql`search_text`, contains } },
  key: sql`record_id`,
  defaultSort: [],
});
/** The words that every match contains, besides those in alternatives. */
function requiredWords(filters: readonly Filter[]): string[] {
  return filters.flatMap((filter) => {
    if ('filters' in filter) return filter.operator === 'GroupAnd' ? requiredWords(filter.filters) : [];
    return filter.operator === 'Contains' && typeof filter.value === 'string' ? [filter.value] : [];
  });
}

/** Maximum number of rows considered for very common words: users can add a word to narrow the search. */
const maximumFound = 10_000;

/**
 * A page of matches: first those with all words in their name; among equals twins, then assets, then tags, by
 * name.
 * @param words in lower case.
 */
export async function selectEntries(
  db: Db,
  request: ListRequest,
  types: readonly number[],
  words: readonly string[],
): Promise<Page<FoundEntry>> {
  const lookedUp = await wordsToLookUp(db, requiredWords(request.filters));
  // Without a word that every match contains, each alternative needs its index.
  const list = listOf((word) => (lookedUp.size === 0 || lookedUp.has(word) ? indexed(word) : checked(word)));
  const { where, limit, offset } = compileList(request, list);
  const patterns = words.map(containsPattern);
  const found = db
    .selectFrom('search_entry')
    .select(columns)
    .where(where)
    .where(sql<SqlBool>`type = any(${types}::smallint[])`)
    .limit(maximumFound)
    .as('found');
  const records = await db
    .selectFrom(found)
    .selectAll()
    // Counted with the page, because finding the rows takes nearly all the time.
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy(sql`lower(name) like all(${patterns}::text[]) desc, type, name, record_id`)
    .limit(limit)
    .offset(offset)
    .execute();
  if (records.length > 0 || offset === 0) return { records, total: records[0]?.total ?? 0 };
  // A page past the last has no row to tell the total.
  const counted = await db
    .selectFrom(found)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return { records, total: counted.total };
}

/** An entry of a record; `text` is what is searched. */
export interface SearchEntry {
  type: number;
  id: number;
  name: string;
  detail: string;
  text: string;
}

export async function upsertEntries(db: Db, entries: readonly SearchEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    select put_search_entry(entry.type, entry.id, entry.name, entry.detail, entry.text, null, null)
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as entry (type int, id int, name text, detail text, text text)
    order by entry.id`.execute(db);
}

export async function deleteEntryRows(db: Db, type: number, ids: readonly number[]): Promise<void> {
  await sql`delete from search_entry where type = ${type} and record_id = any(${ids}::int[])`.execute(db);
}
