import {
  type AlarmReport,
  type AlarmTargets,
  alarmInterval,
  standingAfter,
} from '@twinward/contracts/protections/alarm-report';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { binNumber, dateBin, milliseconds } from '../../../platform/database/date-bin.ts';
import { inUse, lengthUpTo, type OfThreshold, ofProtection, type StandingRow, withTwin } from './store.ts';

/** The range of a report, both ends multiples of `alarmInterval`. */
export interface ReportRange {
  from: Date;
  to: Date;
}

/** Condition for alarms: excursions of thresholds with a level above 0, of active protections and twins. */
const isAlarm = sql`threshold.level > 0 and ${inUse}`;

const withAsset = sql`
  join protection on protection.id = threshold.protection_id
  join twin on twin.id = protection.twin_id join asset on asset.id = twin.asset_id`;

const startsIn = ({ from, to }: ReportRange) => sql`start_at >= ${from} and start_at < ${to}`;

/**
 * SQL for the area of an asset: its ancestor at a depth, or its parent if that is at a lower depth; 0 if it has no
 * parent.
 */
const areaAt = (depth: number) => sql`coalesce((
  select (parts.ids)[least(${depth}::int, cardinality(parts.ids) - 1)]::int
  from (select string_to_array(trim(both '/' from asset.path), '/') as ids) as parts), 0)`;

/**
 * Selects the thresholds with alarms, and their areas. They are materialized, since they are few compared with the
 * excursions, which are joined to nothing else.
 */
const alarmThresholds = (areaDepth: number) => sql`alarm_threshold as materialized (
  select threshold.id as threshold_id, threshold.level, ${areaAt(areaDepth)} as area_id
  from threshold ${withAsset} where ${isAlarm})`;

export interface AreaRow {
  id: number | null;
  name: string | null;
  alarms: number;
  peak: number;
  /** Start of the first interval with the most alarms, in epoch milliseconds. */
  peak_at: number | null;
  floods: number;
  /** Number of intervals in flood. */
  flooded: number;
  /** Totals of all areas, including those omitted by the limit. */
  areas: number;
  all_alarms: number;
  all_peak: number;
  all_floods: number;
  all_flooded: number;
}

/**
 * Selects alarms, peaks and floods of each area with an active alarm, most alarms first. A flood begins with an
 * interval of more than `floodStart` alarms, and ends before the first interval of fewer than `floodEnd`.
 */
export async function selectAreas(
  db: Db,
  range: ReportRange,
  { floodStart, floodEnd, areaDepth }: AlarmTargets,
  limit: number,
): Promise<AreaRow[]> {
  const { rows } = await sql<AreaRow>`
    with ${alarmThresholds(areaDepth)}, area as (
      select distinct area_id from alarm_threshold
    ), slot as (
      select area_id, slot, count(*)::int as alarms from (
        select threshold_id, ${dateBin(sql`start_at`, alarmInterval, range.from)} as slot
        from excursion where ${startsIn(range)}) as begun
      join alarm_threshold using (threshold_id)
      group by area_id, slot
    ), marked as (
      select *, coalesce(lag(slot) over by_area = slot - ${milliseconds(alarmInterval)}, false) as follows
      from slot window by_area as (partition by area_id order by slot)
    ), decided as (
      -- A flood is still on if the last start is later than the last end. A gap ends a flood, as too few alarms do.
      select *, coalesce(max(slot) filter (where alarms > ${floodStart}) over so_far
        >= max(slot) filter (where alarms < ${floodEnd} or not follows) over so_far, false) as in_flood
      from marked window so_far as (partition by area_id order by slot)
    ), edge as (
      select *, in_flood and not (follows and lag(in_flood, 1, false) over by_area) as begins
      from decided window by_area as (partition by area_id order by slot)
    ), figures as (
      select area_id, sum(alarms)::int as alarms, max(alarms) as peak,
        extract(epoch from (array_agg(slot order by alarms desc, slot))[1])::float8 * 1000 as peak_at,
        count(*) filter (where begins)::int as floods, count(*) filter (where in_flood)::int as flooded
      from edge group by area_id
    )
    select nullif(area.area_id, 0) as id, place.asset_name as name, coalesce(alarms, 0) as alarms,
      coalesce(peak, 0) as peak, peak_at, coalesce(floods, 0) as floods, coalesce(flooded, 0) as flooded,
      (count(*) over ())::int as areas, (sum(coalesce(alarms, 0)) over ())::int as all_alarms,
      (max(coalesce(peak, 0)) over ())::int as all_peak, (sum(coalesce(floods, 0)) over ())::int as all_floods,
      (sum(coalesce(flooded, 0)) over ())::int as all_flooded
    from area left join figures on figures.area_id = area.area_id
    left join asset as place on place.id = area.area_id
    order by alarms desc, place.asset_name nulls last, area.area_id limit ${limit}`.execute(db);
  return rows;
}

export interface AlarmCounts {
  /** The thresholds with the most alarms, by number of alarms and then by id. */
  worst: { thresholdId: number; level: number; alarms: number }[];
  /** Counts by level of the thresholds with alarms. */
  levels: { level: number; thresholds: number; alarms: number }[];
}

/** Selects the thresholds with the most alarms, and the number of alarms by level. */
export async function selectCounts(db: Db, range: ReportRange, worst: number): Promise<AlarmCounts> {
  const { rows } = await sql<AlarmCounts>`
    with begun as (
      select threshold_id, count(*)::int as alarms from excursion where ${startsIn(range)} group by threshold_id
    ), counted as materialized (
      select threshold.id as "thresholdId", threshold.level, alarms
      from threshold ${withAsset} left join begun on begun.threshold_id = threshold.id where ${isAlarm}
    ), most as (
      select * from counted where alarms > 0 order by alarms desc, "thresholdId" limit ${worst}
    ), by_level as (
      select level, count(*)::int as thresholds, coalesce(sum(alarms), 0)::int as alarms from counted group by level
    )
    select (select coalesce(json_agg(most), '[]') from most) as worst,
      (select coalesce(json_agg(by_level), '[]') from by_level) as levels`.execute(db);
  return rows[0]!;
}

/** The names of a threshold, its protection and its twin. */
export type NamedRow = Omit<OfThreshold, 'level'>;

/** Selects the names of thresholds and of their protections and twins, by threshold id. */
export async function selectNames(db: Db, thresholdIds: readonly number[]): Promise<Map<number, NamedRow>> {
  const { rows } = await sql<NamedRow>`
    select ${ofProtection}, threshold.id as "thresholdId", threshold.name as "thresholdName"
    from threshold join protection on protection.id = threshold.protection_id ${withTwin}
    where threshold.id = any(${thresholdIds}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.thresholdId, row]));
}

/**
 * Counts the alarms in equal slices of the range. Slices without alarms are omitted.
 * @param length length of a slice in milliseconds
 */
export async function selectSlices(
  db: Db,
  range: ReportRange,
  length: number,
): Promise<{ slice: number; alarms: number }[]> {
  const { rows } = await sql<{ start: Date; alarms: number }>`
    select ${dateBin(sql`start_at`, length, range.from)} as start, count(*)::int as alarms
    from excursion where ${startsIn(range)}
      and threshold_id in (select threshold.id from threshold ${withAsset} where ${isAlarm})
    group by 1 order by 1`.execute(db);
  return rows.map(({ start, alarms }) => ({
    slice: binNumber(start, length, range.from),
    alarms,
  }));
}

export interface StandingAlarmRow extends StandingRow {
  level: number;
  total: number;
  /** Number of standing alarms of protections that were silent at the time. */
  stale: number;
}

/** Condition for a row of `protection_state`, named `held`, that lasted at a time. */
const lastedAt = (at: RawBuilder<unknown>) =>
  sql`(held.begin_at <= ${at} and (held.end_at is null or held.end_at > ${at}))`;

/** Condition for protections that were silent at a time. */
const wasSilent = (at: RawBuilder<unknown>) => sql`exists (
  select from protection_state as held
  where held.protection_id = protection.id and held.state = 'silent' and ${lastedAt(at)})`;

/** Selects the time since when silence and shelving are recorded. */
export async function selectStatesSince(db: Db): Promise<Date> {
  const { rows } = await sql<{ since: Date }>`
    select known_since as since from protection_state_start`.execute(db);
  return rows[0]!.since;
}

/**
 * Condition for excursions that are open, or lasted more than `standingAfter` and ended after a time. Each part has a
 * partial index.
 */
const standsAfter = (time: Date) =>
  sql`(end_at is null or (end_at > ${time} and end_at - start_at > interval '24 hours'))`;

/** Selects the alarms that are open at a time and began more than `standingAfter` before it, longest first. */
export async function selectStandingAlarms(db: Db, at: Date, limit: number): Promise<StandingAlarmRow[]> {
  const { rows } = await sql<StandingAlarmRow>`
    select ${ofProtection}, threshold.id as "thresholdId", threshold.name as "thresholdName", threshold.level,
      excursion.id as "excursionId", start_at as start,
      (extract(epoch from ${lengthUpTo(at)}) * 1000)::float8 as duration,
      protection.silent_since as "silentSince", (count(*) over ())::int as total,
      (count(*) filter (where ${wasSilent(sql`${at}::timestamptz`)}) over ())::int as stale
    from excursion join threshold on threshold.id = excursion.threshold_id
    join protection on protection.id = threshold.protection_id ${withTwin}
    where start_at < ${new Date(at.getTime() - standingAfter)} and ${standsAfter(at)} and ${isAlarm}
    order by start_at, excursion.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * SQL for the numbers k of days for which `to` - k x 24 hours is in the range, more than 24 hours after one time, and
 * before another.
 */
const daysBetween = ({ from, to }: ReportRange, after: RawBuilder<unknown>, upTo: RawBuilder<unknown>) => {
  const before = (time: RawBuilder<unknown>) =>
    sql`extract(epoch from ${to}::timestamptz - ${time}) * 1000 / ${standingAfter}::int`;
  return sql`generate_series(greatest(0, coalesce(floor(${before(upTo)}) + 1, 0))::int,
    least(ceil(${before(after)} - 1), ceil(${before(sql`${from}::timestamptz`)}))::int - 1)`;
};

/** SQL for the end of a day: `to` - `day` x 24 hours. */
const endOfDay = ({ to }: ReportRange) =>
  sql`(${to}::timestamptz - day * ${`${standingAfter} milliseconds`}::interval)`;

/**
 * Selects the maximum number of standing alarms at the end of a day (`to`, and every 24 hours before it within the
 * range), and the maximum number of those without data. An alarm counts on the days at whose end it was open and had
 * been open for more than 24 hours.
 */
export async function selectStandingPeaks(
  db: Db,
  range: ReportRange,
): Promise<{ standing: number; stale: number }> {
  const { from, to } = range;
  const { rows } = await sql<{ standing: number; stale: number }>`
    select coalesce(max(standing), 0)::int as standing, coalesce(max(stale), 0)::int as stale from (
      select count(*) as standing, count(*) filter (where ${wasSilent(endOfDay(range))}) as stale
      from excursion join threshold on threshold.id = threshold_id
      join protection on protection.id = threshold.protection_id join twin on twin.id = twin_id,
        ${daysBetween(range, sql`start_at`, sql`end_at`)} as day
      where start_at < ${to} and ${standsAfter(from)} and ${isAlarm}
      group by day) as counted`.execute(db);
  return rows[0]!;
}

/**
 * Selects the maximum number of protections shelved at the end of a day: at `to`, and every 24 hours before it within
 * the range.
 */
export async function selectShelvedPeak(db: Db, range: ReportRange): Promise<number> {
  const { from, to } = range;
  // Starts a day earlier, since `daysBetween` omits the first 24 hours.
  const begin = sql`(begin_at - ${`${standingAfter + 1} milliseconds`}::interval)`;
  const { rows } = await sql<{ peak: number }>`
    select coalesce(max(shelved), 0)::int as peak from (
      select count(distinct protection.id) as shelved
      from protection_state join protection on protection.id = protection_id join twin on twin.id = twin_id,
        ${daysBetween(range, begin, sql`end_at`)} as day
      where state = 'shelved' and begin_at <= ${to} and (end_at is null or end_at > ${from})
        and begin_at <= ${endOfDay(range)} and ${inUse}
      group by day) as counted`.execute(db);
  return rows[0]!.peak;
}

export interface ShelvedRow {
  protectionId: number;
  protectionName: string;
  twinId: number;
  assetName: string;
  since: Date;
  until: Date;
  by: string | null;
  reason: string;
  total: number;
}

/** Selects the protections that were shelved at a time, longest first. */
export async function selectShelved(db: Db, at: Date, limit: number): Promise<ShelvedRow[]> {
  const { rows } = await sql<ShelvedRow>`
    select ${ofProtection}, held.begin_at as since, held.planned_end_at as until, held.reason,
      (select user_name from app_user where app_user.id = held.user_id) as "by", (count(*) over ())::int as total
    from protection_state as held join protection on protection.id = held.protection_id ${withTwin}
    where held.state = 'shelved' and ${lastedAt(sql`${at}::timestamptz`)} and ${inUse}
    order by held.begin_at, protection.id limit ${limit}`.execute(db);
  return rows;
}

/** Returns the length of the slices of a range in milliseconds: shorter slices for a shorter range. */
export function sliceLength({ from, to }: ReportRange): AlarmReport['slices']['length'] {
  const hours = (to.getTime() - from.getTime()) / 3_600_000;
  const length = [
    [24, 10 / 60],
    [14 * 24, 1],
    [400 * 24, 24],
  ].find(([longest]) => hours <= longest!)?.[1];
  return (length ?? 30 * 24) * 3_600_000;
}
