import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { startTcpProxy, type TcpProxy } from '../../testing/tcp-proxy.ts';
import { createLogger } from '../process/log.ts';
import { listen } from './listen.ts';

let database: TestDatabase;
let proxy: TcpProxy;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  proxy = await startTcpProxy(database.connectionString);
  onTestFinished(() => proxy.close());
});
afterAll(() => database.drop());

function subscribe(channel: string) {
  const received: string[] = [];
  const subscription = listen({
    connectionString: proxy.url(database.connectionString),
    channel,
    log: createLogger('silent'),
    onNotification: (payload) => received.push(payload),
    onListening: () => received.push('listening'),
  });
  onTestFinished(() => subscription.close());
  return { received, ...subscription };
}

const notify = (channel: string, payload: string) =>
  sql`select pg_notify(${channel}, ${payload})`.execute(database.db);

test('channels share one connection, and each subscriber receives only its own', async () => {
  const one = subscribe('one');
  await one.attempted;
  const two = subscribe('two');
  const again = subscribe('one');
  await Promise.all([two.attempted, again.attempted]);
  await notify('one', 'a');
  await notify('two', 'b');
  await expect.poll(() => two.received).toEqual(['listening', 'b']);
  expect(one.received).toEqual(['listening', 'a']);
  expect(again.received).toEqual(['listening', 'a']);
  expect(proxy.accepted).toBe(1);
});

test('all channels are listened to again after a lost connection', async () => {
  const one = subscribe('one');
  await one.attempted;
  const two = subscribe('two');
  await two.attempted;
  proxy.cut();
  for (const { received } of [one, two]) {
    await expect.poll(() => received).toEqual(['listening', 'listening']);
  }
  await notify('one', 'a');
  await notify('two', 'b');
  await expect.poll(() => two.received).toEqual(['listening', 'listening', 'b']);
  await expect.poll(() => one.received).toEqual(['listening', 'listening', 'a']);
  expect(proxy.connections).toBe(1);
});

test('a subscriber that is added while the database is away listens once it is back', async () => {
  const one = subscribe('one');
  await one.attempted;
  proxy.set('refuse');
  await expect.poll(() => proxy.accepted).toBeGreaterThan(1);
  const two = subscribe('two');
  await two.attempted;
  expect(two.received).toEqual([]);
  proxy.set('forward');
  await expect.poll(() => two.received).toEqual(['listening']);
  await notify('two', 'b');
  await expect.poll(() => two.received).toEqual(['listening', 'b']);
});

test('the connection closes with the last subscription, and the next subscription opens a new one', async () => {
  const one = subscribe('one');
  await one.attempted;
  const two = subscribe('two');
  await two.attempted;
  await one.close();
  await notify('one', 'a');
  await notify('two', 'b');
  await expect.poll(() => two.received).toEqual(['listening', 'b']);
  expect(one.received).toEqual(['listening']);
  await two.close();
  await expect.poll(() => proxy.connections).toBe(0);
  const three = subscribe('one');
  await three.attempted;
  expect(three.received).toEqual(['listening']);
  expect(proxy.accepted).toBe(2);
});
