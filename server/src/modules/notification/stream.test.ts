import type { LiveEvent } from '@twinward/contracts/event';
import { createParser } from 'eventsource-parser';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publish } from '../../platform/live-events.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { makeSession, makeUser } from '../../testing/factories.ts';

let test: TestApp;
let address: string;

beforeAll(async () => {
  test = await createTestApp();
  address = await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test.close());

interface Stream {
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
  const parser = createParser({ onEvent: ({ data }) => events.push(JSON.parse(data)) });
  async function read(): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of response.body!) parser.feed(decoder.decode(chunk, { stream: true }));
  }
  return { events, ended: read().catch(() => undefined), stop: () => abort.abort() };
}

describe('the event stream', () => {
  it('carries what is published, once the transaction commits', async () => {
    const stream = await open(await makeSession(test.tenant.db));
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

  it('keeps to a user what is theirs, but for administrators', async () => {
    const { db } = test.tenant;
    const owner = await makeUser(db);
    const administrator = await open(await makeSession(db, { isAdmin: true }));
    const other = await open(await makeSession(db));
    await publish(db, { type: 'points', tagIds: [1] }, owner);
    await publish(db, { type: 'points', tagIds: [2] });
    await expect.poll(() => administrator.events).toHaveLength(2);
    await expect.poll(() => other.events).toEqual([{ type: 'points', tagIds: [2] }]);
    administrator.stop();
    other.stop();
  });

  it('turns what is too large to carry into the advice to ask again', async () => {
    const stream = await open(await makeSession(test.tenant.db));
    await publish(test.tenant.db, { type: 'points', tagIds: Array.from({ length: 5000 }, (_, i) => i + 1) });
    await expect.poll(() => stream.events).toEqual([{ type: 'resync' }]);
    stream.stop();
  });

  it('goes on when the database cuts the connection that listens', async () => {
    const stream = await open(await makeSession(test.tenant.db));
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query = 'listen twinward_events'`.execute(test.tenant.db);
    await expect.poll(() => stream.events, { timeout: 10_000 }).toEqual([{ type: 'resync' }]);
    await publish(test.tenant.db, { type: 'points', tagIds: [1] });
    await expect.poll(() => stream.events).toHaveLength(2);
    stream.stop();
  });

  it('asks for a session', async () => {
    expect((await fetch(`${address}/api/notifications/subscription`)).status).toBe(401);
  });
});
