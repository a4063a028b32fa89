import type { LiveEvent } from '@twinward/contracts/core/event';
import { createParser } from 'eventsource-parser';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { publish, publishTo } from '../../../platform/live/live-events.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession, makeUser, makeUserSession } from '../../../testing/factories.ts';
import { notify } from './service.ts';

let test: TestApp;
let address: string;

beforeAll(async () => {
  test = await createTestApp();
  address = await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test.close());

interface Stream {
  /** Id of the last event with an id. */
  lastId: string | null;
  events: LiveEvent[];
  ended: Promise<void>;
  stop(): void;
}

async function open(headers: Record<string, string>): Promise<Stream> {
  const abort = new AbortController();
  const response = await fetch(`${address}/api/notifications/subscription`, {
    headers,
    signal: abort.signal,
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const events: LiveEvent[] = [];
  const parser = createParser({
    onEvent({ data, id }) {
      if (id !== undefined) stream.lastId = id;
      const event = JSON.parse(data) as LiveEvent;
      if (event.type !== 'opened') events.push(event);
    },
  });
  async function read(): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of response.body!) parser.feed(decoder.decode(chunk, { stream: true }));
  }
  const stream: Stream = { lastId: null, events, ended: Promise.resolve(), stop: () => abort.abort() };
  stream.ended = read().catch(() => undefined);
  return stream;
}

const makeViewer = () => makeSession(test.tenant.db, { groups: ['VIEWERS'] });

const notifyUser = (userId: number, message: string, grouping: string | null = null) =>
  test.tenant.db.transaction().execute((transaction) =>
    notify(transaction, [
      {
        recipients: [{ type: 'user', id: userId }],
        context: 'twin',
        type: 'excursion',
        twinId: null,
        message,
        url: null,
        grouping,
        time: new Date(),
      },
    ]),
  );
const messages = ({ events }: Stream) =>
  events.map((event) => (event.type === 'notification' ? event.notification.message : event.type));

describe('the event stream', () => {
  it('sends events when their transaction commits', async () => {
    const stream = await open(await makeViewer());
    const event: LiveEvent = { type: 'evaluated', twinIds: [1], protectionIds: [2] };
    await expect(
      test.tenant.db.transaction().execute(async (transaction) => {
        await publish(transaction, { type: 'points', tagIds: [9] });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await test.tenant.db.transaction().execute((transaction) => publish(transaction, event));
    await expect.poll(() => stream.events).toEqual([event]);
    stream.stop();
  });

  it('sends events to their user and to administrators only', async () => {
    const { db } = test.tenant;
    const owner = await makeUser(db);
    const administrator = await open(await makeSession(db, { isAdmin: true }));
    const other = await open(await makeViewer());
    await publish(db, { type: 'points', tagIds: [1] }, owner);
    await publish(db, { type: 'points', tagIds: [2] });
    await expect.poll(() => administrator.events).toHaveLength(2);
    await expect.poll(() => other.events).toEqual([{ type: 'points', tagIds: [2] }]);
    administrator.stop();
    other.stop();
  });

  it('replaces an oversized event with a resync', async () => {
    const stream = await open(await makeViewer());
    await publish(test.tenant.db, { type: 'points', tagIds: Array.from({ length: 5000 }, (_, i) => i + 1) });
    await expect.poll(() => stream.events).toEqual([{ type: 'resync' }]);
    stream.stop();
  });

  it('continues when the database closes the listening connection', async () => {
    const stream = await open(await makeViewer());
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query = 'listen twinward_events'`.execute(test.tenant.db);
    await expect.poll(() => stream.events, { timeout: 10_000 }).toEqual([{ type: 'resync' }]);
    await publish(test.tenant.db, { type: 'points', tagIds: [1] });
    await expect.poll(() => stream.events).toHaveLength(2);
    stream.stop();
  });

  it('sends each notification once, even to a reader that was disconnected', async () => {
    const { db } = test.tenant;
    const userId = await makeUser(db, { groups: ['VIEWERS'] });
    const headers = await makeUserSession(db, userId);
    await notifyUser(userId, 'before');
    const first = await open(headers);
    await expect.poll(() => first.lastId).not.toBeNull();
    await notifyUser(userId, 'one');
    // Live events of earlier notifications may still arrive, as hints to refetch.
    await expect.poll(() => messages(first).filter((each) => each !== 'notifications')).toEqual(['one']);
    first.stop();
    await notifyUser(userId, 'two', 'g');
    await notifyUser(userId, 'three');
    await notifyUser(userId, 'two again', 'g');
    const second = await open({ ...headers, 'last-event-id': first.lastId! });
    await expect.poll(() => messages(second)).toEqual(['three', 'two again']);
    await test.app.inject({ method: 'PUT', url: '/api/notifications', headers, payload: { read: true } });
    await expect.poll(() => messages(second)).toEqual(['three', 'two again', 'notifications']);
    await notifyUser(userId, 'four');
    await expect.poll(() => messages(second)).toEqual(['three', 'two again', 'notifications', 'four']);
    const third = await open({ ...headers, 'last-event-id': second.lastId! });
    await notifyUser(userId, 'five');
    await expect.poll(() => messages(third)).toEqual(['five']);
    second.stop();
    third.stop();
  });

  it('resumes for a reader that is ahead of the database', async () => {
    const { db } = test.tenant;
    const userId = await makeUser(db, { groups: ['VIEWERS'] });
    const headers = await makeUserSession(db, userId);
    const stream = await open({ ...headers, 'last-event-id': '999999999' });
    await expect.poll(() => stream.lastId).toBe('0');
    await notifyUser(userId, 'after the database was restored');
    await expect.poll(() => messages(stream)).toEqual(['after the database was restored']);
    stream.stop();
  });

  it('sends notifications to their user only, not to administrators', async () => {
    const { db } = test.tenant;
    const userId = await makeUser(db, { groups: ['VIEWERS'] });
    const administrator = await open(await makeSession(db, { isAdmin: true }));
    await publishTo(db, { type: 'notifications' }, [userId]);
    await publish(db, { type: 'points', tagIds: [3] });
    await expect.poll(() => administrator.events).toEqual([{ type: 'points', tagIds: [3] }]);
    administrator.stop();
  });

  it('ends with the session, and at once if its user is disabled', async () => {
    const { db } = test.tenant;
    const userId = await makeUser(db);
    const security = await makeSession(db, { groups: ['SECURITY_ADMINISTRATORS'] });
    const stream = await open(await makeUserSession(db, userId));
    await test.app.inject({
      method: 'PUT',
      url: `/api/users/${userId}`,
      headers: security,
      payload: { enabled: false },
    });
    await stream.ended;
  });

  it('continues in one session when another session of the user ends', async () => {
    const { db } = test.tenant;
    const userId = await makeUser(db);
    const [here, there] = [await makeUserSession(db, userId), await makeUserSession(db, userId)];
    const [stay, leave] = [await open(here), await open(there)];
    await test.app.inject({ method: 'POST', url: '/api/logout', headers: there, payload: {} });
    await leave.ended;
    await expect.poll(() => stay.events).toContainEqual({ type: 'sessions' });
    // Events during the close of the other stream are written only to the open one.
    await publish(db, { type: 'changed', kind: 'setting' });
    await expect.poll(() => stay.events).toContainEqual({ type: 'changed', kind: 'setting' });
    stay.stop();
  });

  it('sends nothing about twins and tags to a user without permission', async () => {
    const { db } = test.tenant;
    const userId = await makeUser(db, { groups: ['LIST_MANAGERS'] });
    const stream = await open(await makeUserSession(db, userId));
    const hidden: LiveEvent[] = [
      { type: 'points', tagIds: [1] },
      { type: 'evaluated', twinIds: [1], protectionIds: [2] },
      { type: 'twin-parts', twinIds: [1] },
      { type: 'work', tagIds: [1] },
      { type: 'advisories', twinIds: [1] },
      { type: 'risk-analysis', riskAnalysisId: 1 },
      // A command whose user was deleted.
      { type: 'command', command: { commandId: 'x' } as never },
    ];
    for (const event of hidden) await publish(db, event);
    await publish(db, { type: 'resync' });
    await expect.poll(() => stream.events).toEqual([{ type: 'resync' }]);
    stream.stop();
  });

  it('is limited to ten per session', async () => {
    const { db } = test.tenant;
    const userId = await makeUser(db, { groups: ['VIEWERS'] });
    const [here, there] = [await makeUserSession(db, userId), await makeUserSession(db, userId)];
    const streams = [];
    for (let count = 1; count <= 10; count += 1) streams.push(await open(here));
    const refused = await fetch(`${address}/api/notifications/subscription`, { headers: here });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('30');
    streams.push(await open(there));
    await publish(db, { type: 'points', tagIds: [1] });
    for (const { events } of streams) await expect.poll(() => events).toHaveLength(1);
    streams.pop()!.stop();
    streams.pop()!.stop();
    // The server notices a closed stream after a moment.
    const status = async () => {
      const abort = new AbortController();
      const { status } = await fetch(`${address}/api/notifications/subscription`, {
        headers: here,
        signal: abort.signal,
      });
      abort.abort();
      return status;
    };
    await expect.poll(status).toBe(200);
    for (const stream of streams) stream.stop();
  });

  it('is rejected above ten per session even while all database connections are in use', async () => {
    const { db, pool } = test.tenant;
    const headers = await makeUserSession(db, await makeUser(db, { groups: ['VIEWERS'] }));
    const streams = [];
    for (let count = 1; count <= 10; count += 1) streams.push(await open(headers));
    const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    try {
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => fetch(`${address}/api/notifications/subscription`, { headers })),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]));
    } finally {
      for (const client of held) client.release();
    }
    for (const stream of streams) stream.stop();
  });

  it('uses one read per event for all streams of the user', async () => {
    const { db, pool } = test.tenant;
    const userId = await makeUser(db, { groups: ['VIEWERS'] });
    const headers = await makeUserSession(db, userId);
    const streams = [];
    for (let count = 1; count <= 8; count += 1) streams.push(await open(headers));
    await publishTo(db, { type: 'notifications' }, [userId]);
    for (const stream of streams) await expect.poll(() => messages(stream)).toEqual(['notifications']);
    const queries = vi.spyOn(pool, 'connect');
    try {
      await publishTo(db, { type: 'notifications' }, [userId]);
      for (const stream of streams) await expect.poll(() => messages(stream)).toHaveLength(2);
      // One connection to publish, one to read.
      expect(queries).toHaveBeenCalledTimes(2);
    } finally {
      queries.mockRestore();
    }
    for (const stream of streams) stream.stop();
  });

  it('requires a session', async () => {
    expect((await fetch(`${address}/api/notifications/subscription`)).status).toBe(401);
  });
});
