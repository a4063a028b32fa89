import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { asOwner } from '../../testing/database.ts';
import { makeSession } from '../../testing/factories.ts';
import { startTcpProxy, type TcpProxy } from '../../testing/tcp-proxy.ts';

let proxy: TcpProxy;
let app: TestApp;
let administrator: Record<string, string>;
beforeAll(async () => {
  app = await createTestApp({
    async reachBy(url) {
      proxy = await startTcpProxy(url);
      return `${proxy.url(url)}?query_timeout=2000`;
    },
  });
  administrator = await makeSession(app.tenant.db, { isAdmin: true });
});
afterEach(() => proxy.set('forward'));
afterAll(async () => {
  await app.close();
  await proxy.close();
});

const listUsers = () => app.ask('GET', '/api/groups/VIEWERS', administrator);

test('a call without a reachable database is answered with 503 and Retry-After, and pages are still served', async () => {
  expect((await listUsers()).statusCode).toBe(200);
  proxy.set('refuse');
  const answer = await listUsers();
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
  expect(answer.json()).toMatchObject({
    id: 'unavailable',
    message: 'The database is not reachable now. Please try again.',
  });
  expect((await app.ask('GET', '/healthz', {})).statusCode).toBe(200);
  expect((await app.ask('GET', '/version.json', {})).statusCode).toBe(200);
});

test('a call while all connections are in use is answered with 503 and the reason', async () => {
  const { pool } = app.tenant;
  const { connectionTimeoutMillis } = pool.options;
  onTestFinished(() => {
    Object.assign(pool.options, { connectionTimeoutMillis });
  });
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  pool.options.connectionTimeoutMillis = 200;
  const answer = await listUsers();
  for (const client of held) client.release();
  expect(answer.statusCode).toBe(503);
  expect(answer.json().message).toBe('All connections to the database are in use. Please try again.');
  expect((await listUsers()).statusCode).toBe(200);
});

test('the first call after a lost connection fails at worst with 503, never with an internal error', async () => {
  expect((await listUsers()).statusCode).toBe(200);
  proxy.cut();
  expect([200, 503]).toContain((await listUsers()).statusCode);
  await expect.poll(async () => (await listUsers()).statusCode).toBe(200);
});

test('a call whose database does not answer fails with 503 after its time limit', async () => {
  expect((await listUsers()).statusCode).toBe(200);
  proxy.set('stall');
  const answer = await listUsers();
  expect(answer.statusCode).toBe(503);
  expect(answer.json().message).toBe(
    'The database took too long to answer. Please try again, or ask for less.',
  );
  proxy.set('forward');
  await expect.poll(async () => (await listUsers()).statusCode).toBe(200);
});

test('a write to a full disk is answered with 507, and a later one succeeds', async () => {
  await asOwner(
    app.context.tenants,
    `create or replace function report_full_disk() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
      create or replace trigger full_disk before insert on user_group for each row execute function report_full_disk()`,
  );
  const create = () =>
    app.ask('POST', '/api/groups', administrator, { name: 'NIGHT_SHIFT', caption: 'Night shift' });
  const refused = await create();
  expect(refused.statusCode).toBe(507);
  expect(refused.headers['retry-after']).toBe('5');
  expect(refused.json()).toMatchObject({ id: 'disk-full', message: "The database's disk is full." });
  await asOwner(app.context.tenants, 'drop trigger full_disk on user_group');
  expect((await create()).statusCode).toBe(201);
});
