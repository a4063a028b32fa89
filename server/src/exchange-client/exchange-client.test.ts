import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Running } from '../platform/context.ts';
import { runJobs } from '../platform/jobs/job-runner.ts';
import { hashPassword } from '../platform/passwords.ts';
import { createLogger } from '../platform/process/log.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { makeCommandJobs } from '../testing/commands.ts';
import { makeUser } from '../testing/factories.ts';
import { testTenant } from '../testing/headers.ts';
import { packageHandlers } from '../testing/packages.ts';
import { ExchangeClient } from './client.ts';
import { check, exportTo, importFrom, toSelection } from './commands.ts';

let test: TestApp;
let jobs: Running;
let folder: string;
let client: ExchangeClient;
const lines: string[] = [];
const print = (line: string) => void lines.push(line);
const flags = { trust: false, leaveOutConflicts: false, leaveOutUsers: false, startPatterns: false };
const password = 'correct horse battery staple';
let address: string;

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  const id = await makeUser(db, { isAdmin: true });
  const change = { user_name: 'pipeline', password_hash: await hashPassword(password) };
  await db.updateTable('app_user').set(change).where('id', '=', id).execute();
  jobs = await runJobs(test.tenant, makeCommandJobs(packageHandlers), createLogger('silent'));
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
  const credentials = { databaseName: testTenant, userName: 'pipeline', password };
  client = await ExchangeClient.signIn(address, credentials);
  folder = await mkdtemp(join(tmpdir(), 'twinward-exchange-test-'));
});
afterAll(async () => {
  await jobs.close();
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

it('exports to a folder, reports no changes, and imports edited files', async () => {
  const path = join(folder, 'plant');
  await exportTo(client, path, ['list:WORK_REQUEST_TYPES'], print);
  expect((await readdir(path)).sort()).toEqual(['list.json', 'manifest.json', 'signature.json']);
  const same = await check(client, path, print);
  expect(same.result).toMatchObject({ signature: 'own', counts: { create: 0, update: 0, skip: 1 } });

  const file = join(path, 'list.json');
  const [list] = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify([list, { ...list, name: 'COPY' }]));
  const edited = await check(client, path, print);
  expect(edited.result).toMatchObject({ signature: 'none', problems: [], counts: { create: 1, skip: 1 } });
  expect(lines).toContain('The files were edited: they are sent without a signature.');
  await expect(importFrom(client, path, flags, print)).rejects.toThrow(
    'The package is not signed by this database. Please check its key, and confirm that you trust it.',
  );
  await importFrom(client, path, { ...flags, trust: true }, print);
  expect(lines.at(-1)).toMatch(/^Import \d+: 1 created, 0 updated$/);
});

it('exports everything to a file', async () => {
  const path = join(folder, 'all.zip');
  await exportTo(client, path, [], print);
  const { result } = await check(client, path, print);
  expect(result).toMatchObject({ signature: 'own', problems: [], counts: { create: 0, update: 0 } });
});

it('reports a conflict', async () => {
  const path = join(folder, 'bad');
  await exportTo(client, path, ['list:COPY'], print);
  const relationship = {
    name: 'r',
    fromType: 'ship',
    toType: 'asset',
    caption: 'R',
    cardinality: 'one-many',
    fromCaption: 'A',
    toCaption: 'B',
  };
  await writeFile(join(path, 'relationship.json'), JSON.stringify([relationship]));
  await check(client, path, print);
  expect(lines).toContain(
    "Conflict: relationship r: fromType: the record-type 'ship' is neither in the package nor in this database.",
  );
});

it('reports a wrong password, and a server that cannot be reached', async () => {
  const credentials = { databaseName: testTenant, userName: 'pipeline', password: 'wrong' };
  await expect(ExchangeClient.signIn(address, credentials)).rejects.toThrow(/password/i);
  await expect(ExchangeClient.signIn('http://127.0.0.1:1', credentials)).rejects.toThrow(
    'The server http://127.0.0.1:1 can’t be reached.',
  );
});

it('parses selections of kinds and keys', () => {
  expect(toSelection(['tag:a:b', 'list', 'tag:c', 'list:X'])).toEqual([
    { kind: 'tag', keys: ['a:b', 'c'] },
    { kind: 'list', keys: null },
  ]);
  expect(() => toSelection([':x'])).toThrow("':x' is no choice: write kind or kind:key.");
});
