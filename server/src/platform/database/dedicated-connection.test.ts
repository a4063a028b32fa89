import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { startTcpProxy } from '../../testing/tcp-proxy.ts';
import { createLogger } from '../process/log.ts';
import { openDedicatedConnection } from './dedicated-connection.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function listen(pingInterval?: number) {
  const proxy = await startTcpProxy(database.connectionString);
  onTestFinished(() => proxy.close());
  const received: string[] = [];
  let connected = 0;
  const connection = openDedicatedConnection({
    name: 'test',
    connectionString: proxy.url(database.connectionString),
    log: createLogger('silent'),
    prepare: async (client) => {
      client.on('notification', ({ payload }) => received.push(payload!));
      await client.query('listen test');
    },
    onConnected: () => void connected++,
    ...(pingInterval === undefined ? {} : { pingInterval }),
  });
  onTestFinished(() => connection.close());
  await connection.attempted;
  const notify = (payload: string) => sql`select pg_notify('test', ${payload})`.execute(database.db);
  return { proxy, received, connected: () => connected, notify, connection };
}

test('reconnects after its connection was cut, with one connection at a time', async () => {
  const { proxy, received, connected, notify } = await listen();
  await notify('one');
  await expect.poll(() => received).toEqual(['one']);
  proxy.cut();
  await expect.poll(connected).toBe(2);
  await notify('two');
  await expect.poll(() => received).toEqual(['one', 'two']);
  expect(proxy.connections).toBe(1);
});

test('backs off while the server is away, and connects when it is back', async () => {
  const { proxy, connected } = await listen();
  proxy.set('refuse');
  await expect.poll(() => proxy.accepted).toBeGreaterThan(3);
  proxy.set('forward');
  await expect.poll(connected).toBe(2);
});

test('replaces a connection that does not answer a ping', async () => {
  const { proxy, connected } = await listen(100);
  proxy.set('stall');
  await expect.poll(() => proxy.accepted).toBeGreaterThan(1);
  proxy.set('forward');
  await expect.poll(connected).toBeGreaterThan(1);
});

test('does not reconnect after it was closed', async () => {
  const { proxy, connection } = await listen();
  await connection.close();
  await expect.poll(() => proxy.connections).toBe(0);
  expect(proxy.accepted).toBe(1);
});
