import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** A range of history to read. Times are epoch milliseconds. */
interface NewBackfill {
  groupId: number;
  from: number;
  to: number;
  /** Null for all tags of the group. */
  tagIds: readonly number[] | null;
  /** The command that requested it; null if no user did. */
  commandId: string | null;
}

export async function insertBackfill(db: Db, backfill: NewBackfill): Promise<void> {
  await db
    .insertInto('connection_backfill')
    .values({
      connection_group_id: backfill.groupId,
      begins: new Date(backfill.from),
      ends: new Date(backfill.to),
      done_to: new Date(backfill.from),
      tag_ids: backfill.tagIds === null ? null : [...backfill.tagIds],
      command_id: backfill.commandId,
    })
    .execute();
}

/** Selects the ranges of a group that are not yet read, those that no user requested first. */
export async function selectOpenBackfills(db: Db, groupId: number) {
  const { rows } = await sql<{
    id: number;
    from: number;
    to: number;
    doneTo: number;
    tagIds: number[] | null;
  }>`
    select id, extract(epoch from begins)::float8 * 1000 as from, extract(epoch from ends)::float8 * 1000 as to,
      extract(epoch from done_to)::float8 * 1000 as "doneTo", tag_ids as "tagIds"
    from connection_backfill
    where connection_group_id = ${groupId} and error is null and (done_to < ends or command_id is null)
    order by command_id is not null, id`.execute(db);
  return rows;
}

export async function updateBackfill(
  db: Db,
  groupId: number,
  id: number,
  doneTo: number,
  points: number,
): Promise<void> {
  await sql`update connection_backfill set done_to = ${new Date(doneTo)}, points = points + ${points}
    where id = ${id} and connection_group_id = ${groupId}`.execute(db);
}

/** Deletes a range that has been read. One that a command requested stays until the command has seen it. */
export async function endBackfill(db: Db, groupId: number, id: number, error: string | null): Promise<void> {
  const isRange = sql`id = ${id} and connection_group_id = ${groupId}`;
  await sql`update connection_backfill set done_to = ends, error = ${error}
    where ${isRange} and command_id is not null`.execute(db);
  await sql`delete from connection_backfill where ${isRange} and command_id is null`.execute(db);
}

export async function selectBackfillOfCommand(db: Db, commandId: string) {
  const row = await db
    .selectFrom('connection_backfill')
    .select(['begins', 'ends', 'done_to', 'points', 'error'])
    .where('command_id', '=', commandId)
    .executeTakeFirst();
  return row ?? null;
}

export async function deleteBackfillOfCommand(db: Db, commandId: string): Promise<void> {
  await db.deleteFrom('connection_backfill').where('command_id', '=', commandId).execute();
}

/** Selects those of the tags that a group feeds. */
export async function selectFedTagIds(db: Db, groupId: number, tagIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from tag where connection_group_id = ${groupId} and id = any(${tagIds}::int[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** Selects the ids of the tags of a group that sources feed. */
export async function selectTagsOfSources(
  db: Db,
  groupId: number,
  sources: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from tag where connection_group_id = ${groupId} and source = any(${sources}::text[])
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Selects, for each group, a checksum of the sources that feed tags. */
export async function selectFedChecksums(db: Db, groupIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; checksum: string }>`
    select connection_group_id as id, count(*) || ':' || sum(hashtextextended(source, 0)) as checksum
    from tag where connection_group_id = any(${groupIds}::int[]) group by 1`.execute(db);
  return new Map(rows.map(({ id, checksum }) => [id, checksum]));
}
