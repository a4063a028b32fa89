import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DiskRefusals, toServerAddress } from '../../../platform/database/disk-refusals.ts';
import { createLogger } from '../../../platform/process/log.ts';
import { metrics } from '../../../platform/process/metrics.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession, makeUser, makeUserSession } from '../../../testing/factories.ts';
import { createDiskWatch } from './watch.ts';

const url = '/api/settings/system/disk';
const t0 = Date.now() - 3_600_000;
const at = (seconds: number) => new Date(t0 + seconds * 1000);
let test: TestApp;
let server: string;
let folder: string;
let administrator: Record<string, string>;
let viewer: Record<string, string>;

beforeAll(async () => {
  test = await createTestApp();
  const { db, connectionString } = test.tenant;
  server = toServerAddress(connectionString);
  folder = await mkdtemp(join(tmpdir(), 'twinward-disk-notice-'));
  administrator = await makeUserSession(db, await makeUser(db, { isAdmin: true }));
  viewer = await makeSession(db, { groups: ['VIEWERS'] });
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

/** Starts a simulated process. `check` and `report` take the seconds since t0 and the error of a write. */
function startProcess({ file }: { file?: string } = {}) {
  let now = t0;
  let error: string | null = null;
  const refusals = new DiskRefusals();
  if (file !== undefined) refusals.useFile(join(folder, file));
  const watch = createDiskWatch({
    tenants: test.context.tenants,
    log: createLogger('silent'),
    refusals,
    clock: () => new Date(now),
    probe: async () => {
      if (error !== null) throw Object.assign(new Error('it failed'), { code: error });
    },
  });
  const act =
    (what: 'check' | 'report') =>
    (seconds: number, code: string | null = null) => {
      now = at(seconds).getTime();
      error = code;
      return watch[what]();
    };
  return {
    /** Simulates a refused write of the process. */
    refuse: (seconds: number) => refusals.record(server, at(seconds)),
    check: act('check'),
    report: act('report'),
  };
}

async function notices() {
  const { body } = await test.ask('GET', '/api/notifications', administrator);
  return (JSON.parse(body) as { type: string; groupCount: number; timeStamp: string }[]).filter(
    ({ type }) => type === 'disk-full',
  );
}
const count = async () => (await notices())[0]?.groupCount ?? 0;
const lastFull = async () => (await test.ask('GET', url, administrator)).json().lastFull;
const full = '53100';

it('notifies administrators once for all processes when a full disk has space again', async () => {
  const [one, other] = [startProcess(), startProcess()];
  await one.check(0);
  await one.report(0);
  expect(await lastFull()).toBeNull();
  await one.check(10, full);
  await other.check(11, full);
  await one.report(12, full);
  await one.report(20, '57P03');
  expect(await metrics.getSingleMetricAsString('twinward_database_disks_full')).toMatch(/ 1$/m);
  expect(await notices()).toEqual([]);
  await one.report(30);
  await other.report(31);
  expect(await metrics.getSingleMetricAsString('twinward_database_disks_full')).toMatch(/ 0$/m);
  expect(await notices()).toMatchObject([{ groupCount: 1, timeStamp: at(10).toISOString() }]);
  expect((await test.ask('GET', '/api/notifications', viewer)).json()).toEqual([]);
  expect(await lastFull()).toEqual({ from: at(10).toISOString(), until: at(12).toISOString() });
});

it('notifies once of a write that was refused between two checks', async () => {
  const { refuse, report } = startProcess();
  const before = await count();
  refuse(100);
  await report(101);
  await report(102);
  expect(await count()).toBe(before + 1);
});

it('merges refused writes within 10 s of each other into one period of a full disk', async () => {
  const [one, other] = [startProcess(), startProcess()];
  const before = await count();
  one.refuse(200);
  await one.report(201);
  one.refuse(205);
  other.refuse(206);
  await one.report(207);
  await other.report(214);
  expect(await count()).toBe(before + 1);
  expect(await lastFull()).toEqual({ from: at(200).toISOString(), until: at(206).toISOString() });
  one.refuse(217);
  await one.report(218);
  expect(await count()).toBe(before + 2);
});

it('notifies of a period that is reported after a later period', async () => {
  const [one, other] = [startProcess(), startProcess()];
  const before = await count();
  one.refuse(300);
  other.refuse(340);
  await other.report(341);
  expect(await lastFull()).toMatchObject({ from: at(340).toISOString() });
  await one.report(342);
  expect(await count()).toBe(before + 2);
  expect(await lastFull()).toMatchObject({ from: at(340).toISOString() });
});

it('notifies of a write that was refused before the process was killed', async () => {
  const before = await count();
  startProcess({ file: 'killed' }).refuse(400);
  const next = startProcess({ file: 'killed' });
  await next.report(405);
  expect(await count()).toBe(before + 1);
  expect(await lastFull()).toEqual({ from: at(400).toISOString(), until: at(400).toISOString() });
  await startProcess({ file: 'killed' }).report(500);
  expect(await count()).toBe(before + 1);
});

it('notifies once when the disk is still full at the next start', async () => {
  const before = await count();
  startProcess({ file: 'full' }).refuse(600);
  const next = startProcess({ file: 'full' });
  await next.report(630, full);
  await next.report(640);
  expect(await count()).toBe(before + 1);
  expect(await lastFull()).toEqual({ from: at(600).toISOString(), until: at(630).toISOString() });
});

it('rethrows errors that are not about the disk', async () => {
  await expect(startProcess().check(700, 'XX000')).rejects.toThrow('it failed');
});

it('the period is shown to administrators only', async () => {
  expect((await test.ask('GET', url, {})).statusCode).toBe(401);
  expect((await test.ask('GET', url, viewer)).statusCode).toBe(403);
});
