import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../../../platform/process/log.ts';
import { metrics } from '../../../platform/process/metrics.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession, makeUser, makeUserSession } from '../../../testing/factories.ts';
import { createDiskWatch } from './watch.ts';

const url = '/api/settings/system/disk';
const second = 1000;
const t0 = Date.now() - 3600 * second;
let test: TestApp;
let administratorId: number;
let administrator: Record<string, string>;
let viewer: Record<string, string>;

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  administratorId = await makeUser(db, { isAdmin: true });
  administrator = await makeUserSession(db, administratorId);
  viewer = await makeSession(db, { groups: ['VIEWERS'] });
});
afterAll(() => test.close());

/** A process that checks the disk; `look` takes the seconds since t0 and the error of the disk. */
function startProcess() {
  let now = t0;
  let error: string | null = null;
  const watch = createDiskWatch({
    tenants: test.context.tenants,
    log: createLogger('silent'),
    clock: () => new Date(now),
    probe: async () => {
      if (error !== null) throw Object.assign(new Error('it failed'), { code: error });
    },
  });
  return {
    look: (seconds: number, code: string | null = null) => {
      now = t0 + seconds * second;
      error = code;
      return watch();
    },
  };
}

async function notices() {
  const { body } = await test.ask('GET', '/api/notifications', administrator);
  return (JSON.parse(body) as { type: string; groupCount: number; timeStamp: string }[]).filter(
    ({ type }) => type === 'disk-full',
  );
}
const lastFull = async () => (await test.ask('GET', url, administrator)).json().lastFull;
const full = '53100';

it('notifies administrators once there is space again, once for all processes', async () => {
  const [one, other] = [startProcess(), startProcess()];
  await one.look(0);
  expect(await lastFull()).toBeNull();
  await one.look(10, full);
  await other.look(11, full);
  await one.look(20, '57P03');
  expect(await metrics.getSingleMetricAsString('twinward_database_disks_full')).toMatch(/ 1$/m);
  expect(await notices()).toEqual([]);
  await one.look(30);
  await other.look(31);
  expect(await metrics.getSingleMetricAsString('twinward_database_disks_full')).toMatch(/ 0$/m);
  expect(await notices()).toMatchObject([
    { groupCount: 1, timeStamp: new Date(t0 + 10 * second).toISOString() },
  ]);
  expect((await test.ask('GET', '/api/notifications', viewer)).json()).toEqual([]);
  expect(await lastFull()).toEqual({
    from: new Date(t0 + 10 * second).toISOString(),
    until: new Date(t0 + 30 * second).toISOString(),
  });
});

it('notifies again when the disk was full again', async () => {
  const { look } = startProcess();
  await look(100, full);
  await look(110);
  await look(120);
  expect(await notices()).toMatchObject([{ groupCount: 2 }]);
});

it('rethrows errors that are not about the disk', async () => {
  await expect(startProcess().look(200, 'XX000')).rejects.toThrow('it failed');
});

it('is shown to administrators only', async () => {
  expect((await test.ask('GET', url, {})).statusCode).toBe(401);
  expect((await test.ask('GET', url, viewer)).statusCode).toBe(403);
});
