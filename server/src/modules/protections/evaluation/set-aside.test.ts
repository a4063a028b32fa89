import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../../platform/process/log.ts';
import { makeSession, makeTag, makeUser } from '../../../testing/factories.ts';
import { minute, type Sample, Scene, t0 } from '../../../testing/scene.ts';
import { notifyOfSetAsideJob } from '../../outcomes/notification/jobs.ts';

/** A threshold with one comparison stays within these limits; one with many windows exceeds them. */
const limits = { steps: 10, stepsPerPoint: 2 };
const windows = Array.from({ length: 20 }, (_, index) => `AVERAGE([A], #${index + 1}m)`).join(' + ');
const costly = [{ name: 'Costly', logic: `${windows} > 100`, level: 500 }];
const cheap = [{ name: 'High', logic: '[A] > 80', level: 250 }];

let scene: Scene;
let writer: Record<string, string>;
let tag: number;

beforeAll(async () => {
  scene = await Scene.create();
  writer = await makeSession(scene.db, { groups: ['VIEWERS'], recordTypes: ['protection', 'twin', 'tag'] });
});
afterAll(() => scene.close());
beforeEach(async () => {
  tag = await makeTag(scene.db);
});

const samples = (count: number, first = 0): Sample[] =>
  Array.from({ length: count }, (_, index) => [first + index, index % 2 === 0 ? 90 : 10]);

const readProtection = (id: number) =>
  scene.db.selectFrom('protection').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const isDue = async (id: number) =>
  (await scene.db.selectFrom('evaluation_due').selectAll().where('protection_id', '=', id).execute()).length >
  0;

/** A protection that was set aside, and an evaluated one of the same tag. */
async function setAside() {
  const hostile = await scene.protect({ A: tag }, costly);
  const honest = await scene.protect({ A: tag }, cheap);
  await scene.append(tag, samples(30));
  const process = scene.process({ limits });
  await process.settle();
  return { hostile, honest, process };
}

test('a protection that exceeds its budget three times is set aside, and the others continue', async () => {
  const { hostile, honest, process } = await setAside();
  expect(await readProtection(hostile)).toMatchObject({
    overruns: 3,
    set_aside_at: expect.any(Date),
    evaluated_at: null,
    error:
      'Evaluation stopped: It needed more than 2 steps for each point and 10 besides. Simplify its logic, for example by fewer windows, and save it; or try again.',
  });
  expect((await scene.readExcursions(honest)).length).toBe(15);
  // New points are recorded, but cause no retry.
  await scene.append(tag, samples(2, 30));
  expect(await process.settle()).toBe(1);
  expect((await readProtection(hostile)).overruns).toBe(3);
  expect(await isDue(hostile)).toBe(true);
  // One entry per tag is kept, however long it stays set aside.
  const note = await scene.db
    .selectFrom('evaluation_due')
    .select(['tag_ids', 'from_times'])
    .where('protection_id', '=', hostile)
    .executeTakeFirstOrThrow();
  expect(note).toEqual({ tag_ids: [tag], from_times: [String(t0)] });
});

test('setting a protection aside notifies administrators and subscribers, and is audited', async () => {
  const { db, tenant } = scene;
  const administrator = await makeUser(db, { isAdmin: true });
  const subscriber = await makeUser(db, { groups: ['VIEWERS'] });
  const other = await makeUser(db, { groups: ['VIEWERS'] });
  const { hostile } = await setAside();
  const { twin_id } = await readProtection(hostile);
  await db.insertInto('subscription').values({ twin_id, user_id: subscriber }).execute();
  const log = createLogger('silent');
  const { signal } = new AbortController();
  const call = { tenant, payload: { protectionId: hostile }, log, signal, attempt: 1, maximumAttempts: 1 };
  await notifyOfSetAsideJob.run(call);
  const notified = await db
    .selectFrom('notification')
    .select(['user_id', 'type'])
    .where('twin_id', '=', twin_id)
    .execute();
  const users = notified.map(({ user_id }) => user_id);
  expect(users).toContain(administrator);
  expect(users).toContain(subscriber);
  expect(users).not.toContain(other);
  expect(new Set(notified.map(({ type }) => type))).toEqual(new Set(['set-aside']));
  const lines = await db
    .selectFrom('audit_entry')
    .select(['action', 'user_name'])
    .where('entity_type', '=', 'protection')
    .where('entity_id', '=', String(hostile))
    .execute();
  expect(lines).toEqual([{ action: 'update', user_name: 'Twinward' }]);
});

test('a retry continues from the last state, and a process with other limits completes it', async () => {
  const { hostile } = await setAside();
  const url = `/api/indicators/${hostile}`;
  const before = (await scene.ask('GET', url, writer)).json();
  expect(before.setAsideDate).not.toBeNull();
  const retried = await scene.ask('POST', `${url}/retry`, writer);
  expect([retried.statusCode, retried.json().setAsideDate, retried.json().error]).toEqual([200, null, null]);
  await scene.settle();
  expect(await readProtection(hostile)).toMatchObject({
    overruns: 0,
    set_aside_at: null,
    error: null,
    evaluated_at: new Date(t0 + 29 * minute),
  });
  expect(await isDue(hostile)).toBe(false);
});

test('saving simpler logic retries a protection that was set aside', async () => {
  const { hostile, process } = await setAside();
  const url = `/api/indicators/${hostile}`;
  const { name, version } = (await scene.ask('GET', url, writer)).json();
  const change = { name, version, active: true, thresholds: [{ name: 'Simple', logic: '[A] > 80' }] };
  expect((await scene.ask('PUT', url, writer, change)).statusCode).toBe(200);
  await process.settle();
  expect(await readProtection(hostile)).toMatchObject({ set_aside_at: null, error: null, overruns: 0 });
  expect((await scene.readExcursions(hostile)).length).toBe(15);
});

test('a retry requires an existing id and the right to write protections', async () => {
  const viewer = await makeSession(scene.db, { groups: ['VIEWERS'] });
  const ask = async (id: unknown, headers: Record<string, string>) =>
    (await scene.ask('POST', `/api/indicators/${id}/retry`, headers)).statusCode;
  const id = await scene.protect({ A: tag }, cheap);
  expect([await ask('x', writer), await ask(id, {}), await ask(id, viewer)]).toEqual([400, 401, 403]);
  expect([await ask(999_999, writer), await ask(id, writer)]).toEqual([404, 200]);
});

test('a calculated tag is set aside if it exceeds its budget, and its readers do not wait', async () => {
  await scene.append(tag, samples(1));
  const calculated = await scene.calculated(windows, { A: tag });
  const reader = await scene.protect({ C: calculated }, [{ name: 'Low', logic: '[C] < 5000', level: 100 }]);
  await scene.settle();
  await scene.append(tag, samples(30, 1));
  const process = scene.process({ limits });
  await process.settle();
  expect(await scene.calculation(calculated)).toMatchObject({
    overruns: 3,
    set_aside_at: expect.any(Date),
    error: expect.stringContaining('or recalculate it.'),
  });
  const call = { tenant: scene.tenant, payload: { tagId: calculated }, log: createLogger('silent') };
  const { signal } = new AbortController();
  await notifyOfSetAsideJob.run({ ...call, signal, attempt: 1, maximumAttempts: 1 });
  await scene.append(calculated, [[40, 1]]);
  await process.settle();
  expect((await readProtection(reader)).evaluated_at).toEqual(new Date(t0 + 40 * minute));
});
