import { sharedTagsField } from '@twinward/contracts/connections/sharing';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

export interface SharerRow {
  name: string;
  type: string;
  isPaused: boolean;
  groupId: number;
  /** Patterns of tag names, with `*`. */
  patterns: string[];
}

export async function selectSharer(db: Db, connectionId: number): Promise<SharerRow | null> {
  const { rows } = await sql<SharerRow>`
    select name, type, is_paused as "isPaused", connection_group_id as "groupId", array(
      select jsonb_array_elements_text(case jsonb_typeof(configuration -> ${sharedTagsField}::text)
        when 'array' then configuration -> ${sharedTagsField}::text else '[]' end)) as patterns
    from connection where id = ${connectionId}`.execute(db);
  return rows[0] ?? null;
}

export interface SharedTagRow {
  id: number;
  name: string;
  description: string;
  unit: string | null;
}

const isShared = ({ groupId, patterns }: SharerRow) => sql<boolean>`(tag.type <> 'work'
  and (tag.connection_group_id = ${groupId} or tag.name ilike any(${patterns.map(toLike)}::text[])))`;

/** Converts a pattern to one for `like`; `*` matches any characters. */
const toLike = (pattern: string): string => pattern.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%');

export async function countSharedTags(db: Db, sharer: SharerRow): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from tag where ${isShared(sharer)}`.execute(db);
  return rows[0]!.count;
}

/**
 * Selects a page of shared tags whose names contain the words, by name.
 * @param after the last name of the previous page; null for the first page
 */
export async function selectSharedTags(
  db: Db,
  sharer: SharerRow,
  { words, after, limit }: { words: readonly string[]; after: string | null; limit: number },
): Promise<SharedTagRow[]> {
  const likes = words.map((word) => toLike(`*${word.replaceAll('*', '')}*`));
  const { rows } = await sql<SharedTagRow>`
    select id, name, case when description = '' then caption else description end as description, unit from tag
    where ${isShared(sharer)} and name ilike all(${likes}::text[]) and (${after}::text is null or name > ${after})
    order by name limit ${limit}`.execute(db);
  return rows;
}

export async function selectSharedTagsByName(
  db: Db,
  sharer: SharerRow,
  names: readonly string[],
): Promise<SharedTagRow[]> {
  const { rows } = await sql<SharedTagRow>`
    select id, name, case when description = '' then caption else description end as description, unit from tag
    where ${isShared(sharer)} and name = any(${[...names]}::text[]) order by name`.execute(db);
  return rows;
}
