import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase } from './platform/database/server-databases.ts';
import { testServerUrl } from './testing/database.ts';
import { makeDatabaseFolder } from './testing/folder.ts';
import { toHeaders } from './testing/headers.ts';
import { buildProduct, Instance, listPostgresProcesses, signalAll } from './testing/instance.ts';
import { startTcpProxy } from './testing/tcp-proxy.ts';

const password = 'Rotor-42!';

let directory: string;
let instance: Instance;
beforeAll(buildProduct);
beforeEach(async () => {
  directory = await makeDatabaseFolder('twinward-survival-');
});
afterEach(async () => {
  await instance.end('SIGKILL');
  // Its database server ends a moment after it.
  await rm(directory, { recursive: true, force: true, maxRetries: 10 });
});

function start(environment: Record<string, string> = {}): Instance {
  instance = new Instance({ directory, environment: { ADMIN_PASSWORD: password, ...environment } });
  return instance;
}

/** The statuses of a few calls, the last with a session. */
async function createCalls(address: string) {
  const status = async (path: string, headers = {}) => (await fetch(`${address}${path}`, { headers })).status;
  const signIn = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ databaseName: 'demo', userName: 'admin', password }),
  });
  const session = toHeaders(((await signIn.json()) as { id: string }).id, 'demo');
  return {
    ready: () => status('/readyz'),
    alive: () => status('/healthz'),
    metrics: () => status('/metrics'),
    group: () => status('/api/groups/VIEWERS', session),
  };
}

test('survives a database that refuses connections or does not answer, and stops meanwhile', async () => {
  const serverUrl = await testServerUrl();
  const name = `survival_${randomUUID().slice(0, 8)}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await createEmptyDatabase(admin, name);
  await admin.end();
  const proxy = await startTcpProxy(serverUrl);
  onTestFinished(() => proxy.close());
  const { ready, alive, metrics, group } = await createCalls(
    await start({ DATABASE_URL: proxy.url(new URL(`/${name}`, serverUrl).href) }).address(),
  );
  await expect.poll(ready).toBe(200);
  expect(await group()).toBe(200);
  expect(proxy.connections).toBeLessThanOrEqual(20);

  proxy.set('refuse');
  expect(await group()).toBe(503);
  await expect.poll(ready).toBe(503);
  expect(await alive()).toBe(200);
  expect(await metrics()).toBe(200);

  proxy.set('forward');
  await expect.poll(ready).toBe(200);
  await expect.poll(group).toBe(200);

  proxy.set('stall');
  await expect.poll(ready).toBe(503);
  expect(await group()).toBe(503);
  expect(await alive()).toBe(200);
  await instance.end('SIGTERM');
  expect(instance.errors).not.toContain('UnhandledPromiseRejection');
});

test('survives a kill of its own database, stops cleanly and starts again', async () => {
  const { ready, group } = await createCalls(await start().address());
  await expect.poll(ready).toBe(200);
  const file = join(directory, 'postgres', 'postmaster.pid');
  process.kill(Number.parseInt(await readFile(file, 'utf8'), 10), 'SIGKILL');
  await instance.says(/the database server runs again/);
  await expect.poll(group).toBe(200);
  await expect.poll(ready).toBe(200);
  expect(await instance.end('SIGTERM')).toBe(0);

  const again = await createCalls(await start().address());
  expect(await again.group()).toBe(200);
});

test('is not ready while its own database is suspended, stops and starts again', async () => {
  const { ready } = await createCalls(await start().address());
  await expect.poll(ready).toBe(200);
  signalAll(await listPostgresProcesses(directory), 'SIGSTOP');
  await expect.poll(ready).toBe(503);
  await instance.end('SIGTERM');
  const again = await createCalls(await start().address());
  expect(await again.group()).toBe(200);
});
