import { randomUUID } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEmptyDatabase } from './platform/database/server-databases.ts';
import { testServerUrls } from './testing/database.ts';
import { makeDatabaseFolder } from './testing/folder.ts';
import { buildProduct, Instance } from './testing/instance.ts';

let directory: string;
let instances: Instance[];
beforeAll(buildProduct);
beforeEach(async () => {
  directory = await makeDatabaseFolder('twinward-main-');
  instances = [];
});
afterEach(async () => {
  await Promise.all(instances.map((instance) => instance.end('SIGTERM')));
  await rm(directory, { recursive: true, force: true });
});

function start(environment: Record<string, string> = {}, ...mode: string[]): Instance {
  const instance = new Instance({ directory, environment, mode });
  instances.push(instance);
  return instance;
}

async function signIn(address: string, password: string): Promise<number> {
  const response = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ databaseName: 'demo', userName: 'admin', password }),
  });
  return response.status;
}

test('starts, rejects a second process on its folder, stops cleanly and starts again', async () => {
  const first = start();
  const address = await first.address();
  const file = join(directory, 'admin-password');
  const password = (await readFile(file, 'utf8')).trim();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(first.output).toBe(
    `\nTwinward is running at ${address}\n\n  Database  demo\n  User      admin\n` +
      `  Password  ${password} (also kept in ${file})\n\nCtrl-C stops it.\n\n`,
  );
  expect(await signIn(address, password)).toBe(200);

  const second = start();
  expect(await second.ends()).toBe(1);
  expect(second.errors).toBe(
    `Twinward can't run:\nTwinward runs already on ${directory}, as process ${first.pid}: stop it first, or set DATA_DIR to another folder\n`,
  );

  expect(await first.end('SIGTERM')).toBe(0);
  const third = start();
  expect(await signIn(await third.address(), password)).toBe(200);
  expect(third.output).not.toContain(password);
  expect(third.output).toContain(`  Password  kept in ${file}\n`);
  expect(await third.end('SIGINT')).toBe(0);
});

test('starts again after kill -9 of itself and of its database', async () => {
  const environment = { ADMIN_PASSWORD: 'Rotor-42!' };
  const first = start(environment);
  await first.address();
  const postmaster = Number.parseInt(
    await readFile(join(directory, 'postgres', 'postmaster.pid'), 'utf8'),
    10,
  );
  process.kill(postmaster, 'SIGKILL');
  await first.end('SIGKILL');
  const second = start(environment);
  expect(await signIn(await second.address(), 'Rotor-42!')).toBe(200);
  await second.end('SIGKILL');
  const third = start(environment);
  expect(await signIn(await third.address(), 'Rotor-42!')).toBe(200);
});

test('runs serve and work as separate processes, started at the same time on an empty database', async () => {
  const { ownerUrl, applicationUrl } = await testServerUrls();
  const name = `apart_${randomUUID().slice(0, 8)}`;
  const admin = new pg.Client({ connectionString: ownerUrl });
  await admin.connect();
  await createEmptyDatabase(admin, name);
  await admin.end();
  const environment = {
    DATABASE_URL: new URL(`/${name}`, applicationUrl).href,
    DATABASE_OWNER_URL: new URL(`/${name}`, ownerUrl).href,
    ADMIN_PASSWORD: 'Rotor-42!',
  };
  const work = start(environment, 'work');
  const serve = [start(environment, 'serve'), start(environment, 'serve')];
  for (const instance of serve) {
    expect(await signIn(await instance.address(), 'Rotor-42!')).toBe(200);
  }
  await work.says(/a thread does its work/);
  expect(work.errors).not.toContain('could alter the audit trail');
  expect(await Promise.all([work, ...serve].map((instance) => instance.end('SIGTERM')))).toEqual([0, 0, 0]);
});

test('warns when one role owns the tables and answers requests', async () => {
  const { ownerUrl } = await testServerUrls();
  const name = `one_${randomUUID().slice(0, 8)}`;
  const admin = new pg.Client({ connectionString: ownerUrl });
  await admin.connect();
  await createEmptyDatabase(admin, name);
  await admin.end();
  const instance = start({ DATABASE_URL: new URL(`/${name}`, ownerUrl).href });
  await instance.says(/the audit trail: set DATABASE_OWNER_URL/);
  await instance.address();
});

test.each([
  [{ PORT: 'http' }, [], /^PORT is 'http': it must be a whole number/m],
  [{}, ['server'], /^'server' is no mode: use serve, work or connect, or nothing for all in one process$/m],
  [
    {},
    ['work'],
    /^DATABASE_URL is not set: work runs beside others, on a PostgreSQL that all of them can reach$/m,
  ],
  [
    { DATABASE_URL: 'postgres://twin:rotor@127.0.0.1:1/twinward' },
    [],
    /postgres:\/\/twin:\*\*\*@127.0.0.1:1\/twinward can't/,
  ],
])('reports why it does not start with %j %j', async (environment, mode, message) => {
  const instance = start(environment as Record<string, string>, ...mode);
  expect(await instance.ends()).toBe(1);
  expect(instance.errors).toMatch(message);
  expect(instance.errors).not.toContain('    at ');
});

test('reports that its port is taken', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const instance = start({ PORT: String(port) });
  expect(await instance.ends()).toBe(1);
  expect(instance.errors).toBe(
    `Twinward can't run:\nPORT ${port} of 127.0.0.1 is taken by another program: stop that one, or set PORT to another\n`,
  );
  other.close();
});
