import type { TagType } from '@twinward/contracts/signals/tag';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { unitIdExpression } from '../../system/unit/service.ts';

/** Maximum number of tags considered for very common words: users can add a word to narrow the search. */
const maximumFound = 1000;

/**
 * Condition for search entries of tags that contain all words, in lower case. One condition per word, since the index
 * does not support `like all`.
 */
const holds = (words: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.join(
    [
      sql`search_entry.type = 2`,
      ...words.map((word) => sql`search_text like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`),
    ],
    sql` and `,
  )}`;

export interface FoundTagRow {
  id: number;
  name: string;
  caption: string;
  type: TagType;
  unit: string | null;
  uom_id: number | null;
  asset_ids: number[];
  asset_names: string;
  is_own: boolean;
}

/**
 * Selects a page of the tags of some types that contain all words: tags of the asset first, then names that start with
 * the first word, then by name. The total counts all tags of the asset, and at most 1,000 others.
 */
export async function selectTagsByWords(
  db: Db,
  words: readonly string[],
  types: readonly TagType[],
  assetId: number | null,
  page: { limit: number; offset: number },
): Promise<{ rows: FoundTagRow[]; total: number }> {
  const others =
    words.length === 0
      ? // Sorted by name, so that the first thousand are the first by name.
        sql`select id from tag where type = any(${types}::text[]) order by name limit ${maximumFound}`
      : sql`
        select record_id as id from search_entry join tag on tag.id = record_id
        where ${holds(words)} and tag.type = any(${types}::text[]) limit ${maximumFound}`;
  const { rows } = await sql<FoundTagRow & { total: number }>`
    with own as materialized (
      select tag.id from asset_tag join tag on tag.id = asset_tag.tag_id
      join search_entry on record_id = tag.id and ${holds(words)}
      where asset_tag.asset_id = ${assetId} and tag.type = any(${types}::text[])
    ), found as (select id from own union (${others}))
    select tag.id, tag.name, tag.caption, tag.type, tag.unit, ${unitIdExpression('tag.unit')} as uom_id,
      tag.id in (select id from own) as is_own,
      count(*) over () as total
    from found join tag on tag.id = found.id
    order by is_own desc, starts_with(lower(tag.name), ${words[0] ?? ''}) desc, tag.name
    limit ${page.limit} offset ${page.offset}`.execute(db);
  const owners = await findOwners(
    db,
    rows.map(({ id }) => id),
  );
  return {
    rows: rows.map((row) => ({ ...row, ...owners.get(row.id)! })),
    total: rows[0]?.total ?? 0,
  };
}

/** Selects the assets of tags, by tag id. */
async function findOwners(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { asset_ids: number[]; asset_names: string }>> {
  const { rows } = await sql<{ id: number; asset_ids: number[]; asset_names: string }>`
    select wanted.id, coalesce(array_agg(asset.id order by asset.id) filter (where asset.id is not null), '{}')
      as asset_ids, coalesce(string_agg(asset_name, ', ' order by asset.id), '') as asset_names
    from unnest(${ids}::int[]) as wanted (id)
    left join asset_tag on asset_tag.tag_id = wanted.id left join asset on asset.id = asset_tag.asset_id
    group by wanted.id`.execute(db);
  return new Map(rows.map(({ id, ...owner }) => [id, owner]));
}

/** A tag as a candidate for an input. */
export interface CandidateRow {
  id: number;
  name: string;
  caption: string;
  description: string;
  keywords: string[];
  type: TagType;
  unit: string | null;
  asset_ids: number[];
  asset_name: string | null;
}

const selectCandidates = sql`
  select tag.id, tag.name, tag.caption, tag.description, tag.keywords, tag.type, tag.unit,
    array(select asset_id from asset_tag where asset_tag.tag_id = tag.id) as asset_ids,
    (select asset_name from asset_tag join asset on asset.id = asset_tag.asset_id
      where asset_tag.tag_id = tag.id order by asset.id limit 1) as asset_name`;

/** Selects the tags of an asset, as candidates. */
export async function selectCandidatesOfAsset(
  db: Db,
  assetId: number,
  limit: number,
): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    ${selectCandidates} from asset_tag as own join tag on tag.id = own.tag_id
    where own.asset_id = ${assetId} order by tag.name limit ${limit}`.execute(db);
  return rows;
}

/** Selects the tags of the types that contain all words of one of the lists, with the search index. */
export async function selectCandidatesByWords(
  db: Db,
  lists: readonly (readonly string[])[],
  types: readonly TagType[],
  limit: number,
): Promise<CandidateRow[]> {
  if (lists.length === 0) return [];
  const found = lists.map(
    (words) => sql`(select record_id from search_entry where ${holds(words)} limit ${limit})`,
  );
  const { rows } = await sql<CandidateRow>`
    with found as materialized (${sql.join(found, sql` union `)})
    ${selectCandidates} from found join tag on tag.id = found.record_id
    where tag.type = any(${types}::text[])`.execute(db);
  return rows;
}
