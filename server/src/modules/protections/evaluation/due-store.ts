import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { pointsChannel } from '../../../series/index.ts';
import { updateLiveSince } from '../definition/service.ts';
import { hasWaited, withUnsettled } from './calculation-store.ts';
import type { Parked } from './prepared-cache.ts';

/** Wakes the evaluation of the tenant once the transaction commits. */
export async function wakeEvaluation(db: Db): Promise<void> {
  await sql`select pg_notify(${pointsChannel}, '')`.execute(db);
}

/**
 * Sets a short lock timeout for the transaction. Saving a protection may wait for its `evaluation_due` row, which
 * evaluation has locked, while evaluation waits for the protection. Evaluation gives up before PostgreSQL's deadlock
 * check (after one second), since it is retried automatically.
 */
export async function yieldToOthers(db: Db): Promise<void> {
  await sql`set local lock_timeout = '300ms'`.execute(db);
}

/** Marks protections as due whose result may have changed without new points. */
export async function claimTimers(db: Db, now: Date): Promise<void> {
  await sql`
    insert into evaluation_due (protection_id, since)
    select protection.id, ${now.getTime()} from protection join twin on twin.id = twin_id
    where protection.active and twin.active and next_change_at <= ${now}
    order by protection.id
    on conflict (protection_id) do nothing`.execute(db);
}

/** Marks protections as due from the beginning. */
export async function insertDueFromStart(db: Db, protectionIds: readonly number[]): Promise<void> {
  await updateLiveSince(db, protectionIds);
  await sql`
    insert into evaluation_due (protection_id, since)
    select id, null from unnest(${protectionIds}::int[]) as id order by id
    on conflict (protection_id) do update set since = null`.execute(db);
}

/** Marks a protection as due from a time, or from an earlier one for which it is due already. */
export async function upsertDueSince(db: Db, protectionId: number, since: number): Promise<void> {
  await sql`
    insert into evaluation_due (protection_id, since) values (${protectionId}, ${since})
    on conflict (protection_id) do update set since = least(evaluation_due.since, excluded.since)`.execute(
    db,
  );
}

export interface DueProtection {
  protectionId: number;
  since: number | null;
  /** The earliest new or changed point, by tag. */
  arrived: ReadonlyMap<number, number>;
  dueSince: Date;
  /** Whether the protection and its twin are active. */
  active: boolean;
  /** Version of the current definition. */
  version: number;
  /**
   * Before the first evaluation that finds points: the time from which excursions are announced; epoch milliseconds.
   */
  liveSince: number;
  /** Token of the last saved state; null before the first. */
  token: string | null;
  /** Identifies the parked evaluation, which has reached `since`; null if none is parked. */
  parked: string | null;
  /** The value of `since` when the parked evaluation began. */
  parkedSince: number | null;
}

/**
 * Locks due protections whose inputs are settled, those that have waited longest first (FOR UPDATE SKIP LOCKED). Those
 * that another process has parked are skipped for a minute.
 * @param parked tokens of the evaluations that this process has parked
 * @param now epoch milliseconds
 */
export async function lockDue(
  db: Db,
  limit: number,
  parked: readonly string[],
  now: number,
): Promise<DueProtection[]> {
  const held = await findHeld(db, now);
  const { rows } = await sql<DueRow>`
    select due.protection_id as "protectionId", due.since, ${milliseconds('due.created_at')} as "dueSince",
      due.tag_ids as "tagIds", due.from_times as "fromTimes", protection.active and twin.active as active,
      definition_version as version, ${milliseconds('live_since')} as "liveSince", tracking_token as token, parked,
      parked_since as "parkedSince"
    from evaluation_due due
    join protection on protection.id = due.protection_id join twin on twin.id = protection.twin_id
    where set_aside_at is null and (${hasWaited} or due.protection_id <> all(${held}::int[]))
      and (parked is null or parked = any(${parked}::text[]) or tried_at < now() - interval '1 minute')
    order by coalesce(tried_at, due.created_at), due.protection_id limit ${limit}
    for update of due skip locked`.execute(db);
  return rows.map(toDue);
}

/** The row of a due protection. Times are epoch milliseconds: dates are slow to parse. */
interface DueRow extends Omit<DueProtection, 'arrived' | 'dueSince'> {
  dueSince: number;
  tagIds: number[];
  fromTimes: string[];
}

/** Converts a time of the database to whole epoch milliseconds. */
export const milliseconds = (column: string) =>
  sql<number>`floor(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

function toDue(row: DueRow): DueProtection {
  const arrived = new Map<number, number>();
  for (const [index, tagId] of row.tagIds.entries()) {
    const from = Number(row.fromTimes[index]);
    arrived.set(tagId, Math.min(from, arrived.get(tagId) ?? Number.POSITIVE_INFINITY));
  }
  // Copied field by field: a copy by rest and spread takes several times as long, and tens of thousands are made at
  // once.
  return {
    protectionId: row.protectionId,
    since: row.since,
    arrived,
    dueSince: new Date(row.dueSince),
    active: row.active,
    version: row.version,
    liveSince: row.liveSince,
    token: row.token,
    parked: row.parked,
    parkedSince: row.parkedSince,
  };
}

/**
 * Adds the changes that are logged but not yet deleted by `deleteChanges`. The snapshot holds their points: without the
 * changes, points before the last state would be skipped now, and count as late afterwards.
 */
export async function withUntaken(db: Db, due: readonly DueProtection[]): Promise<DueProtection[]> {
  if (due.length === 0) return [];
  const { rows } = await sql<{ protectionId: number; tagId: number; from: number }>`
    select protection_id as "protectionId", tag_id as "tagId", min(from_time) as from
    from point_change, unnest(tag_ids, from_times) as change (tag_id, from_time)
    join protection_input using (tag_id)
    where protection_id = any(${due.map(({ protectionId }) => protectionId)}::int[])
    group by protection_id, tag_id`.execute(db);
  const untaken = new Map<number, typeof rows>();
  for (const row of rows) untaken.set(row.protectionId, [...(untaken.get(row.protectionId) ?? []), row]);
  return due.map((one) => {
    const changes = untaken.get(one.protectionId);
    if (!changes) return one;
    const arrived = new Map(one.arrived);
    for (const { tagId, from } of changes) {
      arrived.set(tagId, Math.min(from, arrived.get(tagId) ?? Number.POSITIVE_INFINITY));
    }
    const since = one.since === null ? null : Math.min(one.since, ...changes.map(({ from }) => from));
    return { ...one, arrived, since };
  });
}

/** Stores how far parked evaluations have come, and moves them behind the other due protections. */
export async function updateParked(db: Db, parked: readonly Parked[]): Promise<void> {
  const column = <T>(value: (one: Parked) => T) => parked.map(value);
  await sql`
    update evaluation_due set tried_at = clock_timestamp(), since = found.since, parked = found.token,
      parked_since = found.parked_since
    from unnest(${column(({ running }) => running.plan.stored.protectionId)}::int[],
      ${column(({ running }) => running.upTo! + 1)}::bigint[], ${column(({ running }) => running.token)}::text[],
      ${column(({ since }) => since)}::bigint[]) as found (id, since, token, parked_since)
    where protection_id = found.id`.execute(db);
}

/**
 * Moves a due protection behind the others, and discards its parked evaluation.
 * @param since the due time of the next attempt; null for the beginning
 */
export async function updateOverrun(db: Db, protectionId: number, since: number | null): Promise<void> {
  await db
    .updateTable('evaluation_due')
    .set({ tried_at: sql`clock_timestamp()`, since, parked: null, parked_since: null })
    .where('protection_id', '=', protectionId)
    .execute();
}

/**
 * Finds the protections that wait for calculated inputs, or for the release of early points. A separate query, because
 * the planner cannot estimate the number of rows.
 */
export async function findHeld(db: Db, now: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    ${withUnsettled}
    select protection_id as id from unsettled join calculation using (tag_id)
    join protection_input using (tag_id)
    union
    select protection_id from data_point_early join protection_input using (tag_id) where time <= ${now}`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

/**
 * Deletes due rows whose protection does not exist. `queueChanges` leaves one if the protection is deleted while it
 * runs.
 */
export async function deleteOrphanedDue(db: Db): Promise<void> {
  await sql`
    delete from evaluation_due where not exists (select from protection where id = protection_id)`.execute(
    db,
  );
}

export async function deleteDue(db: Db, protectionIds: readonly number[]): Promise<void> {
  await sql`delete from evaluation_due where protection_id = any(${protectionIds}::int[])`.execute(db);
}
