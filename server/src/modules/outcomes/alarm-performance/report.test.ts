import {
  type AlarmReport,
  type AlarmTargets,
  defaultAlarmTargets,
} from '@twinward/contracts/protections/alarm-report';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import {
  makeAsset,
  makeProtection,
  makeSession,
  makeTwin,
  makeUser,
  makeViewerSession,
} from '../../../testing/factories.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const to = Date.UTC(2024, 2, 31);
const from = to - 10 * day;
const evaluatedAt = to - hour;

/** The area of each protection by id; null if its asset has no parent. */
const areaByProtection = new Map<number, number | null>();
let server: TestApp;
let viewer: Record<string, string>;
let administrator: Record<string, string>;

/** Returns a generator of repeatable random numbers, 0 to 1 (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  viewer = await makeViewerSession(db);
  administrator = await makeSession(db, { groups: ['VIEWERS', 'ADMINISTRATORS'] });
  const next = random(7);
  const excursions: { protection: number; threshold: number; start: number; end: number | null }[] = [];
  for (const name of ['North', 'South', null]) {
    const areaId = name === null ? null : await makeAsset(db, { assetName: name, isEquipment: false });
    const unitId = areaId === null ? null : await makeAsset(db, { parentId: areaId, isEquipment: false });
    for (const active of [true, true, false]) {
      const place = unitId === null ? {} : { parentId: unitId };
      const twinId = await makeTwin(db, { assetId: await makeAsset(db, place) });
      const protectionId = await makeProtection(db, {
        twinId,
        active,
        thresholds: [
          { name: 'Low', logic: '[Temperature] > 70', level: 200 },
          { name: 'Medium', logic: '[Temperature] > 80', level: 500 },
          { name: 'High', logic: '[Temperature] > 90', level: 900 },
          { name: 'Event', logic: '[Temperature] > 60', level: null },
          { name: 'Normal', logic: '[Temperature] > 50', level: 0 },
        ],
      });
      areaByProtection.set(protectionId, areaId);
      const thresholds = await db
        .selectFrom('threshold')
        .select('id')
        .where('protection_id', '=', protectionId)
        .orderBy('position')
        .execute();
      for (const { id } of thresholds) {
        // Spread in bursts that are floods, with a few that last for days.
        for (let i = 0; i < 40; i++) {
          const burst =
            next() < 0.7 ? Math.floor(next() * 4) * 2 * day + next() * 25 * minute : next() * 11 * day;
          const start = Math.round(from - day / 2 + burst);
          const length = next() < 0.1 ? next() * 5 * day : next() * hour;
          excursions.push({
            protection: protectionId,
            threshold: id,
            start,
            end: next() < 0.02 ? null : Math.round(start + length),
          });
        }
        excursions.push({ protection: protectionId, threshold: id, start: to - 600_000 - id, end: to });
      }
    }
  }
  await sql`
    insert into excursion (protection_id, threshold_id, start_at, end_at, start_known_at, end_known_at)
    select protection, threshold, to_timestamp(start / 1000.0), to_timestamp(ended / 1000.0),
      to_timestamp(start / 1000.0), to_timestamp(ended / 1000.0)
    from unnest(${excursions.map((one) => one.protection)}::int[], ${excursions.map((one) => one.threshold)}::int[],
      ${excursions.map((one) => one.start)}::float8[], ${excursions.map((one) => one.end)}::float8[])
      as row (protection, threshold, start, ended)
    on conflict do nothing`.execute(db);
  await sql`update protection set evaluated_at = ${new Date(evaluatedAt)}`.execute(db);
  const [first, second] = [...areaByProtection.keys()] as [number, number];
  await sql`update protection_state_start set known_since = ${new Date(from)}`.execute(db);
  const userId = await makeUser(db);
  // Shelvings and silence, some of them across the end of a day or of the range.
  for (const [id, start, end] of [
    [first, from - day, from + 2.5 * day],
    [second, from + 2.05 * day, from + 2.2 * day],
    [first, from + 4 * day, null],
    [second, to - hour, to + day],
  ] as const) {
    await sql`insert into shelving (protection_id, since, until, reason, user_id)
      values (${id}, ${new Date(start)}, ${new Date(end ?? Date.now() + day)}, 'Under repair', ${userId})`.execute(
      db,
    );
    if (end !== null) await sql`delete from shelving where protection_id = ${id}`.execute(db);
  }
  for (const id of [first, second]) {
    await sql`update protection set silent_since = ${new Date(from + id * hour)} where id = ${id}`.execute(
      db,
    );
    // A later time is part of the same silence.
    await sql`update protection set silent_since = ${new Date(from + 5 * day)} where id = ${id}`.execute(db);
  }
  await sql`update protection set silent_since = null where id = ${second}`.execute(db);
  await sql`update protection_state set end_at = ${new Date(to - 3 * day)}
    where protection_id = ${second} and state = 'silent'`.execute(db);
});
afterAll(() => server.close());

async function report(query = `from=${from}&to=${to}`): Promise<AlarmReport> {
  const response = await server.ask('GET', `/api/excursions/alarm-report?${query}`, viewer);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

interface Alarm {
  protectionId: number;
  thresholdId: number;
  level: number;
  start: number;
  end: number | null;
}

/** Reads every recorded alarm, independently of the statements of the report. */
async function alarms(): Promise<Alarm[]> {
  const { rows } = await sql<Alarm>`
    select excursion.protection_id as "protectionId", threshold_id as "thresholdId", threshold.level,
      (extract(epoch from start_at) * 1000)::float8 as start, (extract(epoch from end_at) * 1000)::float8 as end
    from excursion, threshold, protection, twin
    where threshold.id = threshold_id and protection.id = threshold.protection_id and twin.id = twin_id
      and protection.active and twin.active and threshold.level <> 0`.execute(server.tenant.db);
  return rows;
}

function byThreshold(all: readonly Alarm[]): Map<number, Alarm[]> {
  const groups = new Map<number, Alarm[]>();
  for (const alarm of all) groups.set(alarm.thresholdId, [...(groups.get(alarm.thresholdId) ?? []), alarm]);
  return groups;
}

const isIn = ({ start }: Alarm) => start >= from && start < to;

/** Computes an area by iterating over every interval of the range. */
function recountArea(starts: readonly number[], { floodStart, floodEnd }: AlarmTargets) {
  const counts = Array.from(
    { length: (to - from) / 600_000 },
    (_, interval) => starts.filter((start) => Math.floor((start - from) / 600_000) === interval).length,
  );
  let isFlood = false;
  let floods = 0;
  let flooded = 0;
  for (const count of counts) {
    const was = isFlood;
    if (count > floodStart) isFlood = true;
    else if (count < floodEnd) isFlood = false;
    if (isFlood) flooded += 1;
    if (isFlood && !was) floods += 1;
  }
  const peak = Math.max(...counts);
  return {
    alarms: starts.length,
    peakRate: peak,
    peakAt: peak === 0 ? null : new Date(from + counts.indexOf(peak) * 600_000).toISOString(),
    floods,
    floodShare: (100 * flooded) / counts.length,
    averageRate: starts.length / counts.length,
  };
}

describe('the alarm report', () => {
  it('counts the same rates, peaks and floods of areas as an iteration over every interval', async () => {
    const known = (await alarms()).filter(isIn);
    const { areas, total, targets } = await report();
    expect(targets).toEqual(defaultAlarmTargets);
    const wanted = [...new Set(areaByProtection.values())].map((id) => ({
      id,
      ...recountArea(
        known.filter((alarm) => areaByProtection.get(alarm.protectionId) === id).map(({ start }) => start),
        targets,
      ),
    }));
    expect(areas.map(({ name: _, ...area }) => area)).toEqual(
      wanted.sort((one, other) => other.alarms - one.alarms).map((area) => expect.objectContaining(area)),
    );
    expect(wanted.some(({ floods }) => floods > 0)).toBe(true);
    const sum = (of: (area: (typeof wanted)[number]) => number) =>
      wanted.reduce((all, one) => all + of(one), 0);
    expect(total).toMatchObject({
      alarms: known.length,
      areas: 3,
      floods: sum(({ floods }) => floods),
      peakRate: Math.max(...wanted.map(({ peakRate }) => peakRate)),
    });
    expect(total.averageRate).toBeCloseTo(sum(({ averageRate }) => averageRate) / 3, 9);
    expect(total.floodShare).toBeCloseTo(sum(({ floodShare }) => floodShare) / 3, 9);
  });

  it('counts priorities, the ten worst and slices', async () => {
    const known = (await alarms()).filter(isIn);
    const { priorities, worst, total, slices } = await report();
    const toPriority = ({ level }: Alarm) => (level >= 800 ? 'high' : level >= 500 ? 'medium' : 'low');
    for (const { priority, alarms: count, share, thresholds } of priorities) {
      const own = known.filter((alarm) => toPriority(alarm) === priority).length;
      expect([priority, count, thresholds]).toEqual([priority, own, 6]);
      expect(share).toBeCloseTo((100 * own) / known.length, 9);
    }
    const ranked = [...byThreshold(known)]
      .map(([id, own]) => [id, own.length] as const)
      .sort(([idOne, one], [idOther, other]) => other - one || idOne - idOther)
      .slice(0, 10);
    expect(worst.map(({ thresholdId, alarms: count }) => [thresholdId, count])).toEqual(ranked);
    for (const { alarms: count, share } of worst) expect(share).toBeCloseTo((100 * count) / known.length, 9);
    expect(total.worstShare).toBeCloseTo(
      (100 * ranked.reduce((sum, [, count]) => sum + count, 0)) / known.length,
      9,
    );
    expect(slices.length).toBe(hour);
    expect(slices.alarms).toEqual(
      Array.from(
        { length: 240 },
        (_, slice) => known.filter(({ start }) => Math.floor((start - from) / hour) === slice).length,
      ),
    );
  });

  it('counts standing, stale, chattering and shelved alarms', async () => {
    const known = await alarms();
    const { standing, stale, total, chattering, shelved } = await report();
    const standingAt = (time: number) =>
      known.filter(({ start, end }) => start < time - day && (end === null || end > time));
    const now = standingAt(to).sort((one, other) => one.start - other.start);
    expect(standing.count).toBe(now.length);
    expect(standing.records.map(({ start, duration }) => [Date.parse(start), duration])).toEqual(
      // An open one has lasted until the last evaluation.
      now.slice(0, 20).map(({ start, end }) => [start, (end === null ? evaluatedAt : to) - start]),
    );
    const [first, second] = [...areaByProtection.keys()] as [number, number];
    const days = Array.from({ length: 10 }, (_, before) => to - before * day);
    const isSilent = (id: number, time: number) =>
      time >= from + id * hour && (id === first || (id === second && time < to - 3 * day));
    const staleAt = (time: number) =>
      standingAt(time).filter(({ protectionId }) => isSilent(protectionId, time)).length;
    expect(stale).toBe(staleAt(to));
    expect(total.stalePeak).toBe(Math.max(...days.map(staleAt)));
    expect(total.stalePeak).toBeGreaterThan(0);
    const shelvedAt = async (time: number) => {
      const { rows } = await sql<{ count: number }>`
        select count(distinct protection_id)::int as count from protection_state
        where state = 'shelved' and tstzrange(begin_at, end_at) @> ${new Date(time)}::timestamptz`.execute(
        server.tenant.db,
      );
      return rows[0]!.count;
    };
    expect(total.shelvedPeak).toBe(Math.max(...(await Promise.all(days.map(shelvedAt)))));
    expect(await Promise.all([to, from + 2.1 * day].map(shelvedAt))).toEqual([2, 2]);
    expect(total.standingPeak).toBe(
      Math.max(...Array.from({ length: 10 }, (_, before) => standingAt(to - before * day).length)),
    );
    const groups = [...byThreshold(known.filter(isIn))].flatMap(([thresholdId, own]) => {
      const inAMinute = own
        .map(({ start }) => own.filter((one) => one.start <= start && one.start > start - minute).length)
        .filter((count) => count >= 3);
      const mostInAMinute = Math.max(...inAMinute);
      return inAMinute.length === 0 ? [] : [{ thresholdId, excursions: inAMinute.length, mostInAMinute }];
    });
    expect(chattering.count).toBe(groups.length);
    expect(chattering.records).toMatchObject(
      groups
        .sort((one, other) => other.excursions - one.excursions || one.thresholdId - other.thresholdId)
        .slice(0, 20),
    );
    expect(chattering.count).toBeGreaterThan(0);
    expect(shelved).toMatchObject({
      count: 2,
      records: [
        { protectionId: first, since: new Date(from + 4 * day).toISOString(), reason: 'Under repair' },
        { protectionId: second, since: new Date(to - hour).toISOString() },
      ],
    });
    const earlier = await report(`from=${from}&to=${from + 3 * day}`);
    expect([earlier.shelved.count, earlier.total.shelvedPeak]).toEqual([0, 1]);
  });

  it('uses areas at a chosen depth, and chosen limits of floods', async () => {
    const chosen: AlarmTargets = { ...defaultAlarmTargets, areaDepth: 2, floodStart: 3, floodEnd: 2 };
    const put = await server.ask('PUT', '/api/settings/alarm-targets', administrator, chosen);
    expect([put.statusCode, put.json()]).toEqual([200, chosen]);
    const { areas, targets, total } = await report();
    expect(targets).toEqual(chosen);
    const known = (await alarms()).filter(isIn);
    for (const area of areas) {
      const { rows } = await sql<{ id: number }>`
        select protection.id from protection join twin on twin.id = twin_id join asset on asset.id = asset_id
        where parent_id is not distinct from ${area.id}::int`.execute(server.tenant.db);
      const own = known.filter(({ protectionId }) => rows.some(({ id }) => id === protectionId));
      expect(area).toMatchObject(
        recountArea(
          own.map(({ start }) => start),
          chosen,
        ),
      );
    }
    expect(total.floods).toBeGreaterThan(0);
    expect((await server.ask('GET', '/api/settings/alarm-targets', viewer)).json()).toEqual(chosen);
    await server.ask('PUT', '/api/settings/alarm-targets', administrator, defaultAlarmTargets);
  });

  it('returns zeros without alarms, and rounds its ends down to ten minutes', async () => {
    const empty = await report(`from=2001-01-01T00:07:00Z&to=2001-01-01T23:59:59Z`);
    expect([empty.from, empty.to]).toEqual(['2001-01-01T00:00:00.000Z', '2001-01-01T23:50:00.000Z']);
    expect(empty.total).toMatchObject({ alarms: 0, averageRate: 0, floodShare: 0, worstShare: 0, areas: 3 });
    expect(empty.areas.every(({ alarms: count, peakAt }) => count === 0 && peakAt === null)).toBe(true);
    expect(empty.slices.alarms).toHaveLength(143);
  });
});

it('the alarm report covers the last 30 days by default', async () => {
  const { from: start, to: end } = await report('');
  expect(Date.parse(end) - Date.parse(start)).toBe(30 * day);
});

it.each([
  [`from=${to}&to=${from}`, 'Please give an end at least 10 minutes after the start.'],
  ['from=1990-01-01T00:00:00Z&to=2024-01-01T00:00:00Z', 'Please give a range of at most 10 years.'],
  ['from=yesterday', null],
])('the alarm report refuses the range %s', async (query, message) => {
  const response = await server.ask('GET', `/api/excursions/alarm-report?${query}`, viewer);
  expect(response.statusCode).toBe(400);
  if (message !== null) expect(response.json().message).toBe(message);
});

it.each([
  [{ high: 10 }, 'high', 'Please enter shares that sum to 100 %.'],
  [{ floodEnd: 11 }, 'floodEnd', 'Please enter at most the number that begins a flood.'],
  [{ highFrom: 500 }, 'highFrom', 'Please enter a higher level than that of medium.'],
  [{ averageRate: 0 }, 'averageRate', 'Please enter a number between 0.01 and 1000.'],
])('the alarm report refuses the targets %j', async (change, path, message) => {
  const body = { ...defaultAlarmTargets, ...change };
  const response = await server.ask('PUT', '/api/settings/alarm-targets', administrator, body);
  expect([response.statusCode, response.json().errors]).toEqual([400, [{ path, message }]]);
});

it('the alarm report can be read by viewers, and its targets can be set by administrators', async () => {
  const nobody = await makeSession(server.tenant.db);
  for (const call of ['excursions/alarm-report', 'settings/alarm-targets']) {
    expect((await server.ask('GET', `/api/${call}`, {})).statusCode).toBe(401);
    expect((await server.ask('GET', `/api/${call}`, nobody)).statusCode).toBe(403);
  }
  const put = await server.ask('PUT', '/api/settings/alarm-targets', viewer, defaultAlarmTargets);
  expect(put.statusCode).toBe(403);
});
