import type { AlarmReport } from '@twinward/contracts/protections/alarm-report';
import { getAlarmReport } from '@twinward/server/src/modules/outcomes/alarm-performance/service.ts';
import type { Db } from '@twinward/server/src/platform/database/database.ts';
import { sql } from 'kysely';
import { type BenchContext, type BenchRow, medianMilliseconds } from './row.ts';

/** A small run: `EXCURSIONS=20000 npm run bench alarms`. */
const count = Number(process.env.EXCURSIONS ?? 1_000_000);
const areas = 20;
const protections = 2000;
const day = 86_400_000;
const to = Date.UTC(2026, 0, 1);
const from = to - 1825 * day;
const slot = 600_000;

/** Measures alarm performance over five years against a hand-written table. Verifies each figure with plain SQL. */
export async function alarmsBench({ database: { db } }: BenchContext): Promise<BenchRow[]> {
  await fill(db);
  const report = await getAlarmReport(db, from, to);
  await recount(db, report);
  const ranges = [
    { name: '5 years', start: from },
    { name: '30 days', start: to - 30 * day },
  ];
  const rows: BenchRow[] = [];
  for (const { name, start } of ranges) {
    const [value, peerValue] = await medianMilliseconds(
      5,
      () => getAlarmReport(db, start, to),
      () => peerReport(db, start),
    );
    rows.push({
      name: `alarms: report of ${name} out of ${count.toLocaleString('en-US')} excursions`,
      value,
      unit: 'ms',
      peer: 'bare SQL on a table of alarms with their areas',
      peerValue,
      ratio: peerValue / value,
      target: 1 / 1.5,
    });
  }
  return rows;
}

/** Every fifth excursion is part of a burst, every hundredth lasts days, every ten-thousandth is open. */
async function fill(db: Db): Promise<void> {
  await sql`insert into asset (unique_id, asset_name, is_equipment)
    select 'AREA-' || i, 'Area ' || i, false from generate_series(1, ${areas}::int) i`.execute(db);
  await sql`insert into asset (unique_id, asset_name, parent_id)
    select 'PUMP-' || i, 'Pump ' || i,
      (select id from asset where unique_id = 'AREA-' || (1 + i % ${areas}::int))
    from generate_series(1, ${protections}::int) i`.execute(db);
  await sql`insert into twin (asset_id, active) select id, true from asset where unique_id like 'PUMP-%'`.execute(
    db,
  );
  await sql`insert into protection (twin_id, name, type, active) select id, 'Heat', 'condition', true from twin`.execute(
    db,
  );
  await sql`insert into threshold (protection_id, position, name, logic, level)
    select protection.id, i, 'T' || i, 'true', (array[null, 200, 600, 900])[i + 1]
    from protection, generate_series(0, 3) i`.execute(db);
  await sql`select setseed(0.5)`.execute(db);
  await sql`
    insert into excursion (protection_id, threshold_id, start_at, end_at, start_known_at)
    select protection_id, id, start_at, case when n % 10000 = 0 then null else
        start_at + random() * case when n % 100 = 0 then interval '5 days' else interval '1 hour' end end, start_at
    from (
      select n, to_timestamp((${from}::float8 + case when n % 5 = 0
          then floor(random() * 500) * ${(to - from) / 500}::float8 + random() * ${2 * slot}::int
          else random() * ${to - from}::float8 end) / 1000) as start_at, 1 + floor(random() * ${4 * protections}::int) as chosen
      from generate_series(1, ${count}::int) n) as made
    join (select id, protection_id, row_number() over (order by id) as place from threshold) as numbered
      on numbered.place = chosen
    on conflict do nothing`.execute(db);
  await sql`create table alarm_peer as
    select asset.parent_id as area, threshold.id as threshold, threshold.level, start_at, end_at,
      floor(extract(epoch from start_at) / 600)::int as slot
    from excursion join threshold on threshold.id = threshold_id
    join protection on protection.id = excursion.protection_id join twin on twin.id = twin_id
    join asset on asset.id = asset_id where threshold.level > 0`.execute(db);
  await sql`create index on alarm_peer (start_at)`.execute(db);
  await sql`analyze`.execute(db);
}

/** The same counts in hand-written SQL: the minimum that any solution has to read and group. */
async function peerReport(db: Db, start: number): Promise<void> {
  const range = sql`start_at >= ${new Date(start)} and start_at < ${new Date(to)}`;
  await sql`select area, max(alarms), sum(alarms) from (
    select area, slot, count(*) as alarms, lag(slot) over (partition by area order by slot)
    from alarm_peer where ${range} group by area, slot) as slots group by area`.execute(db);
  await sql`select level, count(*) from alarm_peer where ${range} group by level`.execute(db);
  await sql`select threshold, count(*) from alarm_peer where ${range} group by threshold order by 2 desc limit 10`.execute(
    db,
  );
  await sql`select date_trunc('day', start_at), count(*) from alarm_peer where ${range} group by 1`.execute(
    db,
  );
  await sql`select count(*) from (select start_at - lag(start_at, 2) over (partition by threshold order by start_at) as gap
    from alarm_peer where ${range}) as gaps where gap < '1 minute'`.execute(db);
  await sql`select count(*) from alarm_peer where start_at < ${new Date(to - day)}
    and (end_at is null or end_at > ${new Date(to)})`.execute(db);
  await sql`select count(*) from alarm_peer where end_at is null or end_at - start_at > '1 day'`.execute(db);
}

/** Counts the figures again, interval by interval and area by area. @throws Error if a figure differs */
async function recount(db: Db, report: AlarmReport): Promise<void> {
  const { rows } = await sql<{ area: number; alarms: number; peak: number; flooded: number }>`
    with slots as (
      select area, slot, coalesce(alarms, 0) as alarms
      from (select distinct area from alarm_peer) as areas
      cross join generate_series(${from / slot}::int, ${to / slot - 1}::int) as slot
      left join (select area, slot, count(*)::int as alarms from alarm_peer
        where start_at >= ${new Date(from)} and start_at < ${new Date(to)} group by area, slot) as counted
        using (area, slot)
    ), edges as (
      select area, slot, alarms, max(slot) filter (where alarms > 10) over before as begun,
        max(slot) filter (where alarms < 5) over before as ended
      from slots window before as (partition by area order by slot)
    )
    select area, sum(alarms)::int as alarms, max(alarms)::int as peak,
      (count(*) filter (where begun > coalesce(ended, -1)))::int as flooded
    from edges group by area`.execute(db);
  const intervals = (to - from) / slot;
  for (const row of rows) {
    const area = report.areas.find(({ id }) => id === row.area);
    same(`alarms of area ${row.area}`, area?.alarms, row.alarms);
    same(`peak of area ${row.area}`, area?.peakRate, row.peak);
    same(`flood of area ${row.area}`, Math.round(((area?.floodShare ?? -1) * intervals) / 100), row.flooded);
  }
  const [totals] = (
    await sql<{ alarms: number; standing: number; high: number; worst: number }>`
      select count(*)::int as alarms, (count(*) filter (where level >= 800))::int as high,
        (select count(*)::int from alarm_peer where start_at < ${new Date(to - day)}
          and (end_at is null or end_at > ${new Date(to)})) as standing,
        (select sum(alarms)::int from (select count(*) as alarms from alarm_peer
          where start_at >= ${new Date(from)} and start_at < ${new Date(to)}
          group by threshold order by 1 desc limit 10) as most) as worst
      from alarm_peer where start_at >= ${new Date(from)} and start_at < ${new Date(to)}`.execute(db)
  ).rows;
  same('alarms', report.total.alarms, totals!.alarms);
  same('standing', report.standing.count, totals!.standing);
  same('high priority', report.priorities.at(-1)?.alarms, totals!.high);
  same('ten worst', Math.round((report.total.worstShare * totals!.alarms) / 100), totals!.worst);
  const { rows: days } = await sql<{ standing: number }>`
    select count(*)::int as standing from generate_series(${new Date(to)}::timestamptz,
        ${new Date(from + 1)}::timestamptz, interval '-24 hours') as day
    join alarm_peer on start_at < day - interval '24 hours' and (end_at is null or end_at > day)
      and (end_at is null or end_at - start_at > '24 hours')
    group by day order by 1 desc limit 1`.execute(db);
  same('standing on a day', report.total.standingPeak, days[0]?.standing ?? 0);
}

function same(what: string, value: number | undefined, expected: number): void {
  if (value !== expected) throw new Error(`${what}: the report has ${value}, the recount ${expected}`);
}
