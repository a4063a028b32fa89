import type { Filter, ListRequest, Page } from '@twinward/contracts/core/list';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { SearchEntryTable } from '../../../platform/database/generated/rows.ts';
import { compileList, type ListFields } from '../../../platform/database/list.ts';
import { checked, indexed } from './word-store.ts';
import { containsPattern } from './words.ts';
import { wordsToLookUp } from './words-to-look-up.ts';

const columns = ['type', 'record_id', 'name', 'detail', 'asset_id'] as const;
/** An entry, with the twin of its asset. */
export type EntryRow = Pick<SearchEntryTable, (typeof columns)[number]> & { twin_id: number | null };

const toListFields = (contains: (word: string) => RawBuilder<SqlBool>): ListFields => ({
  fields: { SearchText: { type: 'C', sql: sql`search_text`, contains } },
  key: sql`record_id`,
  defaultSort: [],
});
/** Returns the words that every match contains, without those in alternatives. */
function requiredWords(filters: readonly Filter[]): string[] {
  return filters.flatMap((filter) => {
    if ('filters' in filter) return filter.operator === 'GroupAnd' ? requiredWords(filter.filters) : [];
    return filter.operator === 'Contains' && typeof filter.value === 'string' ? [filter.value] : [];
  });
}

/**
 * Maximum number of rows considered for very common words, in addition to those whose names begin with the searched
 * text. Users can add a word to narrow the search.
 */
export const maximumFound = 2000;
/** Maximum number of names that begin with a phrase, per type and phrase */
const maximumLeading = 100;

/** A search with its texts in lower case. */
export interface SearchQuery {
  request: ListRequest;
  types: readonly number[];
  words: readonly string[];
  phrases: readonly string[];
}

const columnList = sql.join(columns.map((column) => sql.ref(column)));
const lowerName = sql`lower(name) collate "C"`;
/** Applied only to the returned rows, not to all rows found. */
const twinColumn = (entries: string) => sql`twin_of_asset(${sql.ref(`${entries}.asset_id`)}) as twin_id`;

/**
 * Returns the common table expression `matches`, with a rank: 0 if the name or second name is a phrase, 1 if one of
 * them begins with a phrase, 2 if the name contains all words, else 3.
 */
async function compileMatches(
  db: Db,
  { request, types, words, phrases }: SearchQuery,
): Promise<RawBuilder<unknown>> {
  const lookedUp = await wordsToLookUp(db, requiredWords(request.filters));
  // If no word is in every match, each alternative needs the index.
  const contains = (word: string) =>
    lookedUp.size === 0 || lookedUp.has(word) ? indexed(word) : checked(word);
  const { where } = compileList(request, toListFields(contains));
  const { where: holds } = compileList(request, toListFields(checked));
  const patterns = words.map(containsPattern);
  // The index is sorted by bytes: texts that begin with a phrase are between the phrase and the phrase with the
  // greatest character.
  const leading = (text: RawBuilder<unknown>) => sql`(
    select ${columnList}, case when ${text} = phrase then 0 else 1 end as rank from search_entry
    where search_entry.type = kind and ${text} >= phrase and ${text} < phrase || chr(1114111) and ${holds}
    order by ${text} limit ${maximumLeading})`;
  return sql`
    prefixed as materialized (
      select distinct on (type, record_id) ${columnList}, rank
      from unnest(${types}::smallint[]) as kind, unnest(${phrases}::text[]) as phrase, lateral (
        ${leading(lowerName)} union all ${leading(sql`lower(second_name) collate "C"`)}) as led
      order by type, record_id, rank
    ), found as (
      select ${columnList} from search_entry where ${where} and type = any(${types}::smallint[]) limit ${maximumFound}
    ), matches as (
      select * from prefixed
      union all
      select ${columnList}, case when lower(name) like all(${patterns}::text[]) then 2 else 3 end from found
      where not exists (select from prefixed where (prefixed.type, prefixed.record_id) = (found.type, found.record_id))
    )`;
}

/**
 * Selects a page of matches: names that equal or begin with the searched text first, then names that contain all words;
 * then by type (twins, assets, tags) and name.
 */
export async function selectEntries(db: Db, query: SearchQuery): Promise<Page<EntryRow>> {
  const { pageNumber, pageSize } = query.request;
  const offset = (pageNumber - 1) * pageSize;
  const matches = await compileMatches(db, query);
  const { rows: records } = await sql<EntryRow & { total: number }>`
    -- Counted with the page, because finding the rows takes nearly all the time.
    with ${matches}
    select ${columnList}, ${twinColumn('page')}, total from (
      select *, count(*) over () as total from matches
      order by rank, type, ${lowerName}, record_id limit ${pageSize} offset ${offset}) as page
    order by rank, type, ${lowerName}, record_id`.execute(db);
  if (records.length > 0 || offset === 0) return { records, total: records[0]?.total ?? 0 };
  // A page beyond the last has no row with the total.
  const { rows } = await sql<{ total: number }>`
    with ${matches} select count(*) as total from matches`.execute(db);
  return { records, total: rows[0]!.total };
}

/** A match with its position within its type. `total` counts the matches of the type. */
export type PlacedEntry = EntryRow & { total: number; isCapped: boolean };

/**
 * Selects the first matches of each type, starting with the type of the best match. Types without a match are omitted.
 */
export async function selectByKind(db: Db, query: SearchQuery, ofEach: number): Promise<PlacedEntry[]> {
  const { rows } = await sql<PlacedEntry>`
    with ${await compileMatches(db, query)}
    select ${columnList}, ${twinColumn('placed')}, total, "isCapped" from (
      select *, count(*) over kind as total, min(rank) over kind as best,
        (select count(*) from found) >= ${maximumFound} as "isCapped",
        row_number() over (partition by type order by rank, ${lowerName}, record_id) as place
      from matches window kind as (partition by type)
    ) as placed where place <= ${ofEach} order by best, type, place`.execute(db);
  const absent = query.types.filter((type) => rows.every((row) => row.type !== type));
  // Common words may fill the limit with other types, so types without a match are searched again separately.
  return rows[0]?.isCapped === true && absent.length > 0
    ? [...rows, ...(await selectByKind(db, { ...query, types: absent }, ofEach))]
    : rows;
}

/** An entry of a record. `text` is the searched text. */
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
    select put_search_entry(entry.type, entry.id, entry.name, entry.detail, entry.text)
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as entry (type int, id int, name text, detail text, text text)
    order by entry.id`.execute(db);
}

export async function deleteEntryRows(db: Db, type: number, ids: readonly number[]): Promise<void> {
  await sql`delete from search_entry where type = ${type} and record_id = any(${ids}::int[])`.execute(db);
}
