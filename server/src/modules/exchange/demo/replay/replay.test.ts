import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tenant } from '../../../../platform/database/tenants.ts';
import { importPoints, readPoints } from '../../../../series/index.ts';
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts';
import { makeTag } from '../../../../testing/factories.ts';
import { Process } from '../../../../testing/scene.ts';
import { advise } from '../../../outcomes/advisory/jobs.ts';
import { readMachineRecord, toRows } from '../machine-record.ts';
import { loadDemo } from '../service.ts';
import { MachineReplay } from './machine-replay.ts';
import { replayUntil } from './replay.ts';
import '../../../../subscriptions.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Time at which the demo is loaded. Five days later the machine fails. */
const anchor = Math.floor((Date.now() - 12 * day) / hour) * hour;

let template: TestDatabase;
const databases: TestDatabase[] = [];

/** Makes a tenant with the replayed machine only: the other sets are marked as loaded. */
async function loadMachineAlone(): Promise<{
  tenant: Tenant;
  tagId: number;
  settle: (now: number) => Promise<void>;
}> {
  const database = await createTestDatabase();
  databases.push(database);
  const tenant: Tenant = { name: 'demo', ...database };
  const { db } = tenant;
  const others = ['benchmarks', 'engines', 'reactor', 'live process', 'inspections'];
  await db
    .insertInto('demo_load')
    .values(others.map((data_set) => ({ data_set })))
    .execute();
  await loadDemo(tenant, { at: anchor });
  const { id } = await db
    .selectFrom('tag')
    .select('id')
    .where('name', '=', 'MACHINE-01.TEMPERATURE')
    .executeTakeFirstOrThrow();
  // Nothing is announced for the history before the load.
  await sql`update protection set live_since = ${new Date(anchor)}`.execute(db);
  let clock = anchor;
  const evaluation = new Process(db, { clock: () => clock, saveInterval: 0 });
  const settle = async (now: number) => {
    clock = now;
    await evaluation.settle();
    await db.transaction().execute(advise);
  };
  await settle(anchor);
  return { tenant, tagId: id, settle };
}

const firings = async ({ db }: Tenant) =>
  (
    await sql<{ name: string; day: number }>`
      select distinct threshold.name, floor((extract(epoch from excursion_start) * 1000 - ${anchor}) / ${day})::int as day
      from action_firing join threshold on threshold.id = threshold_id order by day, name`.execute(db)
  ).rows;

beforeAll(async () => {
  template = await createTestDatabase();
}, 120_000);
afterAll(async () => {
  for (const database of [template, ...databases]) await database.drop();
});

test('the machine continues: it warns, fails, is repaired, and its advisories are closed', async () => {
  const { tenant, tagId, settle } = await loadMachineAlone();
  const { db } = tenant;
  const levelNow = async () =>
    (await db.selectFrom('protection').select('level').executeTakeFirstOrThrow()).level;
  const levels = new Map<number, number | null>();
  for (let time = anchor + hour; time <= anchor + 7 * day; time += hour) {
    await replayUntil(tenant, time);
    await settle(time);
    levels.set((time - anchor) / hour, await levelNow());
  }
  // The level at the load is at least 600, since the machine is cold for hours.
  expect(levels.get(1)).toBeGreaterThanOrEqual(600);
  expect(Math.max(...[...levels.values()].map((level) => level ?? 0))).toBe(900);
  const { times } = await readPoints(db, tagId, anchor + 1, anchor + 7 * day + 1);
  expect(times.length).toBe((7 * day) / 300_000);

  const found = await firings(tenant);
  expect(found.filter(({ name }) => name === 'Very cold').map((one) => one.day)).toContain(4);
  const [repair, ...more] = await db.selectFrom('work').selectAll().execute();
  expect(more).toEqual([]);
  expect(repair).toMatchObject({ kind: 'corrective', name: 'Component replaced after its failure' });
  const ranges = await db
    .selectFrom('marked_range')
    .select(['note', 'failed_at'])
    .orderBy('start_at')
    .execute();
  expect(ranges.map(({ note }) => note)).toEqual([
    'Anomaly',
    'Planned shutdown',
    'Early and subtle',
    'Failure',
  ]);
  expect(ranges.at(-1)!.failed_at).toEqual(repair!.started_at);
  const closed = await db
    .selectFrom('advisory')
    .select(['state', 'outcome'])
    .where('closed_at', 'is not', null)
    .execute();
  expect(closed.length).toBeGreaterThan(0);
  expect(closed.every(({ outcome }) => outcome === 'confirmed')).toBe(true);
  const [closing] = await db
    .selectFrom('advisory_change')
    .innerJoin('app_user', 'app_user.id', 'user_id')
    .select(['action', 'user_name', 'enabled'])
    .execute();
  expect(closing).toEqual({ action: 'close', user_name: 'replay', enabled: false });
}, 240_000);

test('a gap of days is written as history: excursions that ended within it are not announced', async () => {
  const { tenant, tagId, settle } = await loadMachineAlone();
  const { db } = tenant;
  const back = anchor + 6.25 * day;
  await replayUntil(tenant, back);
  const { times: first } = await readPoints(db, tagId, anchor + 1, back + 1);
  expect(first.length).toBe(1);
  // Only after the newest point has been evaluated.
  await replayUntil(tenant, back + 5_000);
  expect((await readPoints(db, tagId, anchor + 1, back + 1)).times.length).toBe(1);
  await settle(back + 5_000);
  await replayUntil(tenant, back + 10_000);
  await settle(back + 10_000);
  const { times, values } = await readPoints(db, tagId, anchor + 1, back + 1);
  const expected = new MachineReplay(toRows(await readMachineRecord()), anchor).pointsBetween(anchor, back);
  expect([Array.from(times), Array.from(values)]).toEqual([expected.times, expected.values]);
  const within = await db
    .selectFrom('excursion')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('start_at', '>', new Date(anchor))
    .where('end_at', '<', new Date(back - hour))
    .executeTakeFirstOrThrow();
  expect(within.count).toBeGreaterThan(5);
  const open = await db
    .selectFrom('excursion')
    .select('id')
    .where((eb) => eb.or([eb('end_at', 'is', null), eb('end_at', '>=', new Date(back - 300_000))]))
    .execute();
  expect((await firings(tenant)).length).toBeLessThanOrEqual(open.length);
  expect(await db.selectFrom('work').select('name').execute()).toHaveLength(1);
}, 120_000);

test('a gap of days is written while points of other tags wait for their evaluation', async () => {
  const { tenant, tagId, settle } = await loadMachineAlone();
  const { db } = tenant;
  const back = anchor + 6.25 * day;
  await replayUntil(tenant, back);
  await settle(back);
  const other = await makeTag(db);
  await importPoints(db, [{ tagId: other, times: [back], values: [1] }]);
  await replayUntil(tenant, back + 5_000);
  expect((await readPoints(db, tagId, anchor + 1, back + 1)).times.length).toBeGreaterThan(1_000);
}, 120_000);

test('deleted records are skipped', async () => {
  const { tenant, tagId, settle } = await loadMachineAlone();
  const { db } = tenant;
  await db.deleteFrom('tag_alias').execute();
  await db.deleteFrom('tag').where('id', '=', tagId).execute();
  await replayUntil(tenant, anchor + 30 * 60_000);
  await settle(anchor + 30 * 60_000);
  const { replayed_until } = await db.selectFrom('demo_replay').selectAll().executeTakeFirstOrThrow();
  expect(replayed_until.getTime()).toBe(anchor + 30 * 60_000);
}, 120_000);

test('a tenant without the living demo has nothing to replay', async () => {
  expect(await replayUntil({ name: 'demo', ...template }, Date.now())).toBe(false);
});
