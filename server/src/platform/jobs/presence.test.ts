import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { startTcpProxy, type TcpProxy } from '../../testing/tcp-proxy.ts';
import { acquirePresence, presenceSpace } from './presence.ts';

let database: TestDatabase;
let proxy: TcpProxy;
let url: string;
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startTcpProxy(database.connectionString);
  url = proxy.url(database.connectionString);
});
afterEach(() => proxy.set('forward'));
afterAll(async () => {
  await proxy.close();
  await database.drop();
});

const wait = { timeout: 15_000 };

/** Second keys of the held locks, as signed numbers. */
async function locks(): Promise<number[]> {
  const { rows } = await database.pool.query<{ key: number }>(
    `select objid::bigint::bit(32)::int as key from pg_locks
     where locktype = 'advisory' and classid = $1
       and database = (select oid from pg_database where datname = current_database())`,
    [presenceSpace],
  );
  return rows.map(({ key }) => key);
}

test('is held until it is released', async () => {
  const presence = await acquirePresence(url);
  expect(await locks()).toEqual([presence.key]);
  await presence.release();
  await expect.poll(locks, wait).toEqual([]);
});

test('is lost with its connection', async () => {
  const presence = await acquirePresence(url);
  proxy.cut();
  await expect.poll(() => presence.lost.aborted, wait).toBe(true);
  await expect.poll(locks, wait).toEqual([]);
});

test('is lost if the server stops answering, and its connection is closed', async () => {
  const presence = await acquirePresence(url, { heartbeat: 50 });
  proxy.set('stall');
  await expect.poll(() => presence.lost.aborted, wait).toBe(true);
  expect(presence.lost.reason).toMatchObject({ message: 'the server stopped answering' });
  proxy.set('forward');
  await expect.poll(() => proxy.connections, wait).toBe(0);
});

test('is not acquired if the server rejects it or doesn’t answer; no connection stays open', async () => {
  proxy.set('refuse');
  await expect(acquirePresence(url)).rejects.toThrow();
  proxy.set('stall');
  await expect(acquirePresence(url, { connectTimeout: 100 })).rejects.toThrow(
    'connecting took longer than 0.1 s',
  );
  proxy.set('forward');
  await expect.poll(() => proxy.connections, wait).toBe(0);
});
