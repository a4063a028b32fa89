import type { StaleInput } from '@twinward/contracts/protections/protection';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

// Writes the columns of protections that evaluation owns.

/** A protection and its twin, for live events. */
export interface ProtectionOfTwin {
  protectionId: number;
  twinId: number;
}

/** The stored result of an evaluation. */
export interface EvaluatedState {
  protectionId: number;
  /** 0 to 1000; null once the asset is out of service. */
  level: number | null;
  drivingThresholdId: number | null;
  evaluatedAt: Date | null;
  /** Whether an input is stale. */
  stale: boolean;
  staleInputs: readonly StaleInput[];
  /** The time since which every watched input is stale. */
  silentSince: Date | null;
  /** The next time at which the result may change without new points. */
  nextChangeAt: Date | null;
  /** Token of this save of the engine's states. */
  token: string;
  /** The engine's latest states, as JSON. */
  tracking: string;
  /** Its checkpoints, as JSON; null to keep the stored ones. */
  checkpoints: string | null;
}

/** Stores the results of evaluations. Resets errors and the number of overruns, and marks changes as evaluated. */
export async function updateStates(db: Db, states: readonly EvaluatedState[]): Promise<void> {
  const column = <T>(value: (state: EvaluatedState) => T) => states.map(value);
  await sql`
    update protection set level = evaluated.level, driving_threshold_id = evaluated.driving_threshold_id,
      evaluated_at = evaluated.evaluated_at, stale = evaluated.stale, stale_inputs = evaluated.stale_inputs,
      silent_since = evaluated.silent_since, next_change_at = evaluated.next_change_at,
      tracking_token = evaluated.token, tracking = evaluated.tracking,
      checkpoints = coalesce(evaluated.checkpoints, protection.checkpoints), error = null,
      overruns = 0, dirty_flags = '{}'
    from unnest(
      ${column(({ protectionId }) => protectionId)}::int[], ${column(({ level }) => level)}::smallint[],
      ${column(({ drivingThresholdId }) => drivingThresholdId)}::int[],
      ${column(({ evaluatedAt }) => evaluatedAt)}::timestamptz[], ${column(({ stale }) => stale)}::boolean[],
      ${column(({ staleInputs }) => JSON.stringify(staleInputs))}::jsonb[],
      ${column(({ silentSince }) => silentSince)}::timestamptz[],
      ${column(({ nextChangeAt }) => nextChangeAt)}::timestamptz[], ${column(({ token }) => token)}::text[],
      ${column(({ tracking }) => tracking)}::text[], ${column(({ checkpoints }) => checkpoints)}::text[]
    ) as evaluated (id, level, driving_threshold_id, evaluated_at, stale, stale_inputs, silent_since, next_change_at,
      token, tracking, checkpoints)
    where protection.id = evaluated.id`.execute(db);
}

/**
 * Resets protections whose inputs have no points to their initial state. Their watched inputs are stale since the
 * activation of the protection, or since they lost their last points.
 * @returns the protections whose state has changed.
 */
export async function clearStates(db: Db, ids: readonly number[]): Promise<ProtectionOfTwin[]> {
  const { rows } = await sql<ProtectionOfTwin>`
    with before as (
      select id, live_since, tracking is not null or error is not null or dirty_flags <> '{}' as is_other
      from protection where id = any(${ids}::int[])
    ), since as (
      select id, is_other, case when is_other then now() else live_since end as live_since from before
    ), cleared as (
      select id, is_other, live_since, coalesce((
        select jsonb_agg(jsonb_build_object('alias', tag_alias.name, 'hadPoints', false, 'since',
          to_char(live_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by tag_alias.name)
        from protection_alias join tag_alias on tag_alias.id = tag_alias_id
        where protection_id = since.id and tag_alias.type = 'data_point'
          and coalesce(settings ->> 'expectedInterval', '') <> ''
          and coalesce(settings ->> 'intervalType', '') <> 'counter'), '[]') as stale_inputs
      from since
    )
    update protection set level = null, driving_threshold_id = null, evaluated_at = null, stale = false,
      stale_inputs = cleared.stale_inputs,
      silent_since = case when cleared.stale_inputs <> '[]' then cleared.live_since end, next_change_at = null,
      tracking = null, tracking_token = null, checkpoints = null, error = null, live_since = cleared.live_since,
      dirty_flags = '{}'
    from cleared
    where protection.id = cleared.id
      and (is_other or next_change_at is not null or protection.stale_inputs <> cleared.stale_inputs)
    returning protection.id as "protectionId", twin_id as "twinId"`.execute(db);
  return rows;
}

/** Clears the engine's saved states. The next evaluation covers the past history without firing actions for it. */
export async function clearTracking(db: Db, id: number): Promise<void> {
  await db
    .updateTable('protection')
    .set({ tracking: null, tracking_token: null, checkpoints: null })
    .where('id', '=', id)
    .execute();
}

/** For protections that were never evaluated, announces only excursions from now on, not those of earlier points. */
export async function updateLiveSince(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('protection')
    .set({ live_since: sql`now()` })
    .where('id', 'in', ids)
    .where('tracking', 'is', null)
    // Protections that were created in this transaction already have this time.
    .where('live_since', '<>', sql<Date>`now()`)
    .execute();
}

/** Selects the active protections of twins. */
export async function selectActiveOfTwins(db: Db, twinIds: readonly number[]): Promise<number[]> {
  if (twinIds.length === 0) return [];
  const rows = await db
    .selectFrom('protection')
    .select('id')
    .where('twin_id', 'in', twinIds)
    .where('active', '=', true)
    .execute();
  return rows.map(({ id }) => id);
}

/** Stores why protections cannot be evaluated, and keeps their last levels. */
export async function updateErrors(
  db: Db,
  errors: readonly { protectionId: number; message: string }[],
): Promise<void> {
  if (errors.length === 0) return;
  await sql`
    update protection set error = failed.message, next_change_at = null, dirty_flags = '{}'
    from unnest(${errors.map(({ protectionId }) => protectionId)}::int[],
      ${errors.map(({ message }) => message)}::text[]) as failed (id, message)
    where protection.id = failed.id`.execute(db);
}

/** Counts an evaluation that exceeded its budget. */
export async function countOverrun(
  db: Db,
  id: number,
): Promise<{ name: string; twinId: number; overruns: number } | null> {
  const { rows } = await sql<{ name: string; twinId: number; overruns: number }>`
    update protection set overruns = overruns + 1 where id = ${id}
    returning name, twin_id as "twinId", overruns`.execute(db);
  return rows[0] ?? null;
}

/** Sets a protection aside: it is not evaluated until a user saves or retries it. */
export async function updateSetAside(db: Db, id: number, error: string): Promise<void> {
  await sql`
    update protection set set_aside_at = now(), error = ${error}, next_change_at = null, dirty_flags = '{}'
    where id = ${id}`.execute(db);
}

/** Clears the mark of protections that were set aside; a no-op for others. */
export async function resetOverruns(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    update protection set overruns = 0, set_aside_at = null, error = null
    where id = any(${ids}::int[]) and set_aside_at is not null`.execute(db);
}

/**
 * Bumps the versions of activity protections that count from their twin's start, to invalidate their saved states.
 * @returns their ids.
 */
export function invalidateFromTwinStart(db: Db, twinId: number): Promise<number[]> {
  return invalidate(db, sql`twin_id = ${twinId} and type = 'activity' and start_date is null`);
}

/** Bumps the versions of all protections of a twin. @returns their ids. */
export function invalidateOfTwin(db: Db, twinId: number): Promise<number[]> {
  return invalidate(db, sql`twin_id = ${twinId}`);
}

/**
 * Bumps the versions of protections whose logic has a new meaning.
 * @returns their ids.
 */
export async function invalidateLogic(db: Db, ids: readonly number[]): Promise<number[]> {
  await sql`
    update protection set
      dirty_flags = array(select distinct unnest(dirty_flags || array['thresholds-dirty']) order by 1)
    where id = any(${ids}::int[])`.execute(db);
  return invalidate(db, sql`id = any(${ids}::int[])`);
}

/** Matches durations in months or years, which depend on the time zone. */
const byCalendar = '^P[^T]*[MY]';

/**
 * Bumps the versions of protections whose due dates depend on the plant's calendar.
 * @returns their ids.
 */
export function invalidateByCalendar(db: Db): Promise<number[]> {
  return invalidate(
    db,
    sql`id in (
      select protection_id from protection_alias
      where settings ->> 'expectedInterval' ~* ${byCalendar} or settings ->> 'tolerance' ~* ${byCalendar})`,
  );
}

async function invalidate(db: Db, condition: RawBuilder<SqlBool>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update protection set definition_version = definition_version + 1, overruns = 0, set_aside_at = null
    where ${condition} returning id`.execute(db);
  return rows.map(({ id }) => id);
}
