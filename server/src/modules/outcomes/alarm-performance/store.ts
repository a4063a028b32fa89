import { chatteringCount } from '@twinward/contracts/protections/alarm-performance';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { endExpression } from '../../../platform/database/spans.ts';

/** A time range, and a page of the results. */
export interface PerformanceQuery {
  from: Date;
  to: Date;
  limit: number;
  offset: number;
}

/** Columns of a protection and its twin, shared by all results. */
export const ofProtection = sql`protection.id as "protectionId", protection.name as "protectionName",
  twin.id as "twinId", asset_name as "assetName", shelving.until as "shelvedUntil"`;
export const withTwin = sql`
  join twin on twin.id = twin_id join asset on asset.id = asset_id
  left join shelving on shelving.protection_id = protection.id`;
/**
 * SQL for how long an excursion has lasted by a time. An open one lasts until the last evaluation of its protection.
 */
export const lengthUpTo = (time: Date) =>
  sql`least(${endExpression({ until: sql`protection.evaluated_at` })}, ${time}) - start_at`;
/** Condition for protections in use: inactive ones are not evaluated. */
export const inUse = sql`protection.active and twin.active`;

interface OfProtection {
  protectionId: number;
  protectionName: string;
  twinId: number;
  assetName: string;
  shelvedUntil: Date | null;
}
export interface OfThreshold extends OfProtection {
  thresholdId: number;
  thresholdName: string;
  level: number | null;
}
/** A row with the total number of rows. */
type Counted<T> = T & { total: number };

export interface BadActorRow extends OfProtection {
  excursions: number;
  share: number;
  duration: number;
  latest: Date;
}

export async function selectBadActors(db: Db, { from, to, limit, offset }: PerformanceQuery) {
  const { rows } = await sql<Counted<BadActorRow>>`
    with spoken as (
      select protection_id, count(*) as excursions, max(start_at) as latest
      from excursion where start_at >= ${from} and start_at < ${to} group by protection_id
    ), most as (
      select ${ofProtection}, excursions, latest,
        (excursions / sum(excursions) over ())::float8 as share,
        count(*) over () as total
      from spoken join protection on protection.id = spoken.protection_id ${withTwin} where ${inUse}
      order by excursions desc, protection.id limit ${limit} offset ${offset}
    )
    select most.*, (
      select coalesce(sum(extract(epoch from ${lengthUpTo(to)})), 0) * 1000
      from excursion join protection on protection.id = protection_id
      where protection_id = "protectionId" and start_at >= ${from} and start_at < ${to})::float8 as duration
    from most order by excursions desc, "protectionId"`.execute(db);
  return rows;
}

export interface ChatteringRow extends OfThreshold {
  excursions: number;
  mostInAMinute: number;
  latest: Date;
}

/** @param onlyAlarms only thresholds with a level above 0 */
export async function selectChattering(
  db: Db,
  { from, to, limit, offset }: PerformanceQuery,
  onlyAlarms = false,
) {
  const counts = onlyAlarms ? sql`threshold.level > 0` : sql`true`;
  const { rows } = await sql<Counted<ChatteringRow>>`
    with third as (
      select threshold_id, start_at - lag(start_at, ${chatteringCount - 1}::int) over (
        partition by threshold_id order by start_at) as since_first
      from excursion where start_at >= ${from} and start_at < ${to}
    ), lately as (
      -- Counts only if there are alarms, because the one-minute window is the most expensive part.
      select protection_id, threshold_id, start_at, count(*) over (
        partition by threshold_id order by start_at
        range between '59.999 seconds' preceding and current row) as in_a_minute
      from excursion where start_at >= ${from} and start_at < ${to}
        and threshold_id in (select threshold_id from third where since_first <= '59.999 seconds')
    ), chattered as (
      select protection_id, threshold_id, count(*) as excursions, max(in_a_minute) as most,
        max(start_at) as latest
      from lately where in_a_minute >= ${chatteringCount} group by protection_id, threshold_id
    )
    select ${ofProtection}, threshold.id as "thresholdId", threshold.name as "thresholdName", threshold.level,
      excursions, most as "mostInAMinute", latest, count(*) over () as total
    from chattered join protection on protection.id = chattered.protection_id
    join threshold on threshold.id = threshold_id ${withTwin}
    where ${inUse} and ${counts} order by excursions desc, threshold.id limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows;
}

export interface StandingRow extends OfThreshold {
  excursionId: number;
  start: Date;
  duration: number;
  silentSince: Date | null;
}

/** @param silent only excursions of protections that are silent (true) or not (false); undefined: all */
export async function selectStanding(
  db: Db,
  { from, to, limit, offset }: PerformanceQuery,
  silent?: boolean,
) {
  const chosen = silent === undefined ? sql`true` : sql`(protection.silent_since is not null) = ${silent}`;
  const { rows } = await sql<Counted<StandingRow>>`
    select ${ofProtection}, threshold.id as "thresholdId", threshold.name as "thresholdName", threshold.level,
      excursion.id as "excursionId", start_at as start,
      (extract(epoch from ${lengthUpTo(to)}) * 1000)::float8 as duration,
      protection.silent_since as "silentSince", count(*) over () as total
    from excursion join protection on protection.id = excursion.protection_id
    join threshold on threshold.id = threshold_id ${withTwin}
    where end_at is null and start_at <= ${from} and ${inUse} and ${chosen}
    order by start_at, excursion.id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}
