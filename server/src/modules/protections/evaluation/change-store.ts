import { sql } from 'kysely';
import { toArrayParameter } from '../../../platform/database/array.ts';
import type { Db } from '../../../platform/database/database.ts';
import { takenChanges } from '../../../series/index.ts';
import { isCurrent, isRecalculated } from './calculation-store.ts';
import { type DueProtection, milliseconds } from './due-store.ts';

/** The earliest change of a tag's points. */
export interface Change {
  tagId: number;
  /** Epoch milliseconds */
  since: number;
  /** When the change was logged; epoch milliseconds. */
  loggedAt: number;
}

/**
 * Deletes the logged changes of points, and marks each calculated tag that reads a changed tag as due from its earliest
 * change.
 */
export async function deleteChanges(db: Db): Promise<Change[]> {
  const { rows } = await sql<Change>`
    with ${takenChanges}, calculations as (
      insert into calculation_due (tag_id, since, created_at)
      select input.tag_id, min(since), min(changed.created_at) from changed
      join calculation_input as input on input_tag_id = changed.tag_id
      join calculation on calculation.tag_id = input.tag_id and (${isCurrent} or ${isRecalculated})
      group by input.tag_id order by input.tag_id
      on conflict (tag_id) do update set since = least(calculation_due.since, excluded.since)
    )
    select tag_id as "tagId", since, ${milliseconds('created_at')} as "loggedAt" from changed`.execute(db);
  return rows;
}

/**
 * Common table expressions: `changed`, the protections that read changed tags, each with its earliest change, the time
 * at which the first was logged, and the changed tags with their earliest changes; and `changed_protection`, the active
 * ones of these.
 */
const withChangedProtections = (changes: readonly Change[]) => sql`
  with changed as (
    select protection_id, min(tag.since) as since, min(logged_at) as logged_at, array_agg(tag_id) as tag_ids,
      array_agg(tag.since) as from_times
    from unnest(${toArrayParameter('int', changes, (change) => change.tagId)},
      ${toArrayParameter('bigint', changes, (change) => change.since)},
      ${toArrayParameter('double precision', changes, (change) => change.loggedAt)}) as tag (tag_id, since, logged_at)
    join protection_input using (tag_id)
    group by protection_id
  ), changed_protection as (
    select changed.*, definition_version, live_since, tracking_token,
      exists (select from evaluation_due as due where due.protection_id = changed.protection_id) as is_queued
    from changed join protection on protection.id = protection_id and protection.active
    join twin on twin.id = protection.twin_id and twin.active
  )`;

/** Merges further changes into the queue row of a protection. */
const mergeChanges = sql`
  on conflict (protection_id) do update set
    since = case when evaluation_due.since is not null then least(evaluation_due.since, excluded.since) end,
    (tag_ids, from_times) = (
      select array_agg(tag_id), array_agg(since) from (
        select tag_id, min(since) as since
        from unnest(evaluation_due.tag_ids || excluded.tag_ids, evaluation_due.from_times || excluded.from_times)
          as arrived (tag_id, since)
        group by tag_id
      ) as earliest)`;

/** Marks the active protections that read changed tags as due from their earliest changes. */
export async function queueChanged(db: Db, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    ${withChangedProtections(changes)}
    insert into evaluation_due (protection_id, since, created_at, tag_ids, from_times)
    select protection_id, since, to_timestamp(logged_at / 1000), tag_ids, from_times from changed_protection order by protection_id
    ${mergeChanges}`.execute(db);
}

interface ChangedRow extends Pick<DueProtection, 'protectionId' | 'version' | 'liveSince' | 'token'> {
  /** Comma-separated: an array is slow to parse. */
  tagIds: string;
}

/**
 * Like `queueChanged`, but only for protections that are already due. Returns the others, those that have waited
 * longest first; the caller must hold `lockQueue`.
 */
export async function findChanged(db: Db, changes: readonly Change[]): Promise<DueProtection[]> {
  if (changes.length === 0) return [];
  const { rows } = await sql<ChangedRow>`
    ${withChangedProtections(changes)}, queued as (
      insert into evaluation_due (protection_id, since, created_at, tag_ids, from_times)
      select protection_id, since, to_timestamp(logged_at / 1000), tag_ids, from_times from changed_protection
      where is_queued order by protection_id
      ${mergeChanges}
    )
    select protection_id as "protectionId", array_to_string(tag_ids, ',') as "tagIds", definition_version as version,
      ${milliseconds('live_since')} as "liveSince", tracking_token as token
    from changed_protection where not is_queued order by logged_at, protection_id`.execute(db);
  const byTag = new Map(changes.map((change) => [change.tagId, change]));
  return rows.map((row) => toChanged(row, byTag));
}

function toChanged(
  { protectionId, tagIds, version, liveSince, token }: ChangedRow,
  byTag: ReadonlyMap<number, Change>,
): DueProtection {
  const arrived = new Map<number, number>();
  let since = Number.POSITIVE_INFINITY;
  let loggedAt = Number.POSITIVE_INFINITY;
  for (const tagId of tagIds.split(',').map(Number)) {
    const change = byTag.get(tagId)!;
    arrived.set(tagId, change.since);
    since = Math.min(since, change.since);
    loggedAt = Math.min(loggedAt, change.loggedAt);
  }
  const dueSince = new Date(loggedAt);
  return {
    protectionId,
    since,
    arrived,
    dueSince,
    active: true,
    version,
    liveSince,
    token,
    parked: null,
    parkedSince: null,
  };
}

/**
 * Locks the queue (EXCLUSIVE), so that no other transaction evaluates a protection or marks one as due. Must be called
 * before the transaction reads anything: its snapshot must be taken after the lock.
 * @throws `lock_not_available` at once if another transaction has locked rows of the queue.
 */
export async function lockQueue(db: Db): Promise<void> {
  await sql`lock table evaluation_due in exclusive mode nowait`.execute(db);
}

/** Marks protections as due that are not in the queue. */
export async function insertDue(db: Db, due: readonly DueProtection[]): Promise<void> {
  if (due.length === 0) return;
  const rows = due.map(({ protectionId, since, dueSince, arrived }) => ({
    protection_id: protectionId,
    since,
    created_at: dueSince,
    tag_ids: [...arrived.keys()],
    from_times: [...arrived.values()],
  }));
  await sql`
    insert into evaluation_due (protection_id, since, created_at, tag_ids, from_times)
    select protection_id, since, created_at, tag_ids, from_times from json_to_recordset(${JSON.stringify(rows)})
      as found (protection_id int, since bigint, created_at timestamptz, tag_ids int[], from_times bigint[])
    order by protection_id`.execute(db);
}
