import type { LiveEvent } from '@twinward/contracts/core/event';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LiveEventHub } from '../../../platform/live/live-event-hub.ts';
import { createLogger } from '../../../platform/process/log.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeProtection, makeTwin, makeUser, makeUserSession } from '../../../testing/factories.ts';
import { fireActions } from '../../outcomes/action/service.ts';
import { unshelveExpired } from './service.ts';

let server: TestApp;
let writer: Record<string, string>;
let viewer: Record<string, string>;
let writerName: string;

const hour = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  const writerId = await makeUser(db, { groups: ['VIEWERS'], recordTypes: ['protection'] });
  writer = await makeUserSession(db, writerId);
  viewer = await makeUserSession(db, await makeUser(db, { groups: ['VIEWERS'] }));
  const user = await db
    .selectFrom('app_user')
    .select('user_name')
    .where('id', '=', writerId)
    .executeTakeFirst();
  writerName = user!.user_name;
});
afterAll(() => server.close());

const shelve = (body: object, headers = writer) =>
  server.ask('POST', '/api/indicators/shelve', headers, {
    until: inHours(8),
    reason: 'Sensor is out',
    ...body,
  });
const unshelve = (ids: number[], headers = writer) =>
  server.ask('POST', '/api/indicators/unshelve', headers, { ids });
const read = async (id: number) => (await server.ask('GET', `/api/indicators/${id}`, viewer)).json();
const getLevel = async (twinId: number) =>
  (await server.ask('GET', `/api/twins/${twinId}`, viewer)).json().level as number | null;

/** A twin with two protections, at levels 700 and 300. */
async function makeLoudTwin() {
  const { db } = server.tenant;
  const twinId = await makeTwin(db);
  const loud = await makeProtection(db, { twinId, name: 'Loud' });
  const quiet = await makeProtection(db, { twinId, name: 'Quiet' });
  await db.updateTable('protection').set({ level: 700 }).where('id', '=', loud).execute();
  await db.updateTable('protection').set({ level: 300 }).where('id', '=', quiet).execute();
  await db.updateTable('twin').set({ level: 700 }).where('id', '=', twinId).execute();
  return { twinId, loud, quiet };
}

test('the twin ignores the level of a shelved protection, and user and reason are audited', async () => {
  const { twinId, loud } = await makeLoudTwin();
  const until = inHours(8);
  const response = await shelve({ ids: [loud], until });
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({ changed: 1 });
  expect(await read(loud)).toMatchObject({
    level: 700,
    version: 1,
    shelving: { until, by: writerName, reason: 'Sensor is out', since: expect.any(String) },
  });
  expect(await getLevel(twinId)).toBe(300);
  const trail = await server.tenant.db
    .selectFrom('audit_entry')
    .select(['user_name', 'action', 'entity_name', 'old', 'new'])
    .where('entity_type', '=', 'protection')
    .where('entity_id', '=', String(loud))
    .execute();
  expect(trail).toEqual([
    {
      user_name: writerName,
      action: 'update',
      entity_name: 'Loud',
      old: { shelvedUntil: null, shelvingReason: null },
      new: { shelvedUntil: until, shelvingReason: 'Sensor is out' },
    },
  ]);

  expect((await unshelve([loud])).json()).toEqual({ changed: 1 });
  expect((await read(loud)).shelving).toBe(null);
  expect(await getLevel(twinId)).toBe(700);
  expect((await unshelve([loud])).json()).toEqual({ changed: 0 });
});

test('shelving again changes time and reason, and an identical request changes nothing', async () => {
  const { loud, quiet } = await makeLoudTwin();
  const until = inHours(2);
  await shelve({ ids: [loud], until });
  const { since } = (await read(loud)).shelving;
  expect((await shelve({ ids: [loud, quiet], until })).json()).toEqual({ changed: 1 });
  const later = inHours(20);
  expect((await shelve({ ids: [loud], until: later, reason: 'Still out' })).json()).toEqual({ changed: 1 });
  expect((await read(loud)).shelving).toMatchObject({ until: later, reason: 'Still out', since });
});

test('a protection is unshelved when its time expires, with an event for open screens', async () => {
  const { db } = server.tenant;
  const { twinId, loud, quiet } = await makeLoudTwin();
  await shelve({ ids: [loud, quiet] });
  await db
    .updateTable('shelving')
    .set({ until: new Date(Date.now() - 1) })
    .where('protection_id', '=', loud)
    .execute();
  const events: LiveEvent[] = [];
  const hub = new LiveEventHub(createLogger('silent'));
  await hub.subscribe(server.tenant, ({ event }) => events.push(event));
  await unshelveExpired(db);
  expect((await read(loud)).shelving).toBe(null);
  expect((await read(quiet)).shelving).not.toBe(null);
  expect(await getLevel(twinId)).toBe(700);
  const evaluated: LiveEvent = { type: 'evaluated', twinIds: [twinId], protectionIds: [loud] };
  await expect.poll(() => events).toContainEqual(evaluated);
  await hub.close();
  const last = await db
    .selectFrom('audit_entry')
    .select(['user_id', 'user_name', 'new'])
    .where('entity_id', '=', String(loud))
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(last).toEqual({
    user_id: null,
    user_name: 'Twinward',
    new: { shelvedUntil: null, shelvingReason: null },
  });
});

test('events of a shelved protection trigger no actions', async () => {
  const { db } = server.tenant;
  const { loud, quiet } = await makeLoudTwin();
  const notify = JSON.stringify([
    { id: 'a', type: 'notify', direction: 'enter', who: [], notifySubscribers: true },
  ]);
  await db
    .updateTable('threshold')
    .set({ actions: notify })
    .where('protection_id', 'in', [loud, quiet])
    .execute();
  const thresholds = await db
    .selectFrom('threshold')
    .select(['id', 'protection_id'])
    .where('protection_id', 'in', [loud, quiet])
    .execute();
  await shelve({ ids: [loud] });
  await fireActions(db, {
    happenings: thresholds.map(({ id, protection_id }) => ({
      protectionId: protection_id,
      thresholdId: id,
      direction: 'enter' as const,
      time: 1000,
      start: 1000,
      action: 0,
    })),
  });
  const fired = await db
    .selectFrom('action_firing')
    .select('protection_id')
    .where('protection_id', 'in', [loud, quiet])
    .execute();
  expect(fired).toEqual([{ protection_id: quiet }]);
});

describe('when shelving ends', () => {
  const at = new Date('2024-03-01T00:00:00Z');
  const notifyAndAdvise = JSON.stringify([
    { id: 'n', type: 'notify', direction: 'enter', who: [], notifySubscribers: true },
    { id: 'x', type: 'notify', direction: 'exit', who: [], notifySubscribers: true },
    { id: 'a', type: 'advisory', direction: 'both', failureModeIds: [] },
  ]);
  const make = async (end: Date | null) => {
    const { db } = server.tenant;
    const { loud } = await makeLoudTwin();
    const { id: thresholdId } = await db
      .updateTable('threshold')
      .set({ actions: notifyAndAdvise })
      .where('protection_id', '=', loud)
      .returning('id')
      .executeTakeFirstOrThrow();
    const excursion = { protection_id: loud, threshold_id: thresholdId, start_at: at, end_at: end };
    await db
      .insertInto('excursion')
      .values({ ...excursion, start_known_at: at, end_known_at: end, announced: true })
      .execute();
    return { loud, thresholdId };
  };
  const firings = (protectionId: number) =>
    server.tenant.db
      .selectFrom('action_firing')
      .select(['action_id', 'direction'])
      .where('protection_id', '=', protectionId)
      .orderBy('action_id')
      .execute();
  const events = (protectionId: number) =>
    server.tenant.db
      .selectFrom('notification_event')
      .select(['direction'])
      .where('protection_id', '=', protectionId)
      .where('action', 'is not', null)
      .execute();

  test('open excursions are announced, even if they were announced before', async () => {
    const { db } = server.tenant;
    const { loud, thresholdId } = await make(null);
    const entered = { protectionId: loud, thresholdId, direction: 'enter' as const };
    const start = at.getTime();
    await fireActions(db, {
      happenings: [0, 2].map((action) => ({ ...entered, time: start, start, action })),
    });
    expect(await events(loud)).toHaveLength(1);
    await shelve({ ids: [loud] });
    await unshelve([loud]);
    expect(await events(loud)).toHaveLength(2);
    expect(await firings(loud)).toEqual([
      { action_id: 'a', direction: 'enter' },
      { action_id: 'n', direction: 'enter' },
    ]);
  });

  test('excursions that began while it was shelved are announced when its time expires', async () => {
    const { db } = server.tenant;
    const { loud } = await make(null);
    await shelve({ ids: [loud] });
    await db
      .updateTable('shelving')
      .set({ until: new Date(Date.now() - 1) })
      .where('protection_id', '=', loud)
      .execute();
    await unshelveExpired(db);
    await unshelveExpired(db);
    expect(await events(loud)).toHaveLength(1);
    expect(await firings(loud)).toHaveLength(2);
  });

  test('excursions that have ended are not announced', async () => {
    const { loud } = await make(new Date('2024-03-02T00:00:00Z'));
    await shelve({ ids: [loud] });
    await unshelve([loud]);
    expect(await events(loud)).toEqual([]);
    expect(await firings(loud)).toEqual([]);
  });
});

describe('shelving rejects', () => {
  test('a time that has passed or is too far ahead, and a missing reason', async () => {
    const { loud } = await makeLoudTwin();
    const past = await shelve({ ids: [loud], until: inHours(-1) });
    expect(past.statusCode).toBe(400);
    expect(past.json()).toMatchObject({
      id: 'invalid-request',
      errors: [{ path: 'until', message: 'Please choose a later date.' }],
    });
    const far = await shelve({ ids: [loud], until: inHours(31 * 24) });
    expect(far.json().errors).toEqual([
      { path: 'until', message: 'A protection is shelved for at most 30 days.' },
    ]);
    const silent = await shelve({ ids: [loud], reason: ' ' });
    expect(silent.json().errors).toEqual([{ path: 'reason', message: 'Required.' }]);
    expect((await shelve({ ids: [] })).statusCode).toBe(400);
    expect((await shelve({ ids: [loud, loud] })).statusCode).toBe(400);
    expect((await read(loud)).shelving).toBe(null);
  });

  test('all protections of a request if one does not exist, and users without the right', async () => {
    const { loud } = await makeLoudTwin();
    for (const call of [(ids: number[]) => shelve({ ids }), (ids: number[]) => unshelve(ids)]) {
      const response = await call([loud, 999_999]);
      expect(response.statusCode).toBe(404);
      expect(response.json().message).toBe('Protection not found.');
    }
    expect((await read(loud)).shelving).toBe(null);
    expect((await shelve({ ids: [loud] }, {})).statusCode).toBe(401);
    expect((await shelve({ ids: [loud] }, viewer)).statusCode).toBe(403);
    expect((await unshelve([loud], viewer)).statusCode).toBe(403);
  });
});
