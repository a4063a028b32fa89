import type { Command } from '@twinward/contracts/core/command';
import type { DemoStatus } from '@twinward/contracts/system/demo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Running } from '../../../platform/context.ts';
import { runJobs } from '../../../platform/jobs/job-runner.ts';
import { createLogger } from '../../../platform/process/log.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeCommandJobs } from '../../../testing/commands.ts';
import { makeAsset, makeProtection, makeSession, makeTag, makeTwin } from '../../../testing/factories.ts';
import type { CommandHandler } from '../../jobs/command/service.ts';
import { clearDemo, loadDemoAgain } from './clear.ts';
import { loadDemo } from './service.ts';

let server: TestApp;
let admin: Record<string, string>;
let jobs: Running;
const at = '/api/settings/system/demo';

beforeAll(async () => {
  server = await createTestApp();
  admin = await makeSession(server.tenant.db, { isAdmin: true });
  // Only the machine is loaded: the other sets are marked as loaded.
  const others = ['engines', 'reactor'].map((data_set) => ({ data_set }));
  await server.tenant.db.insertInto('demo_load').values(others).execute();
  await loadDemo(server.tenant, { at: null });
  const train: CommandHandler = { run: async () => ({}) };
  const handlers = { 'clear-demo': clearDemo, 'load-demo': loadDemoAgain, 'train-patterns': train };
  jobs = await runJobs(server.tenant, makeCommandJobs(handlers), createLogger('silent'));
}, 180_000);
afterAll(async () => {
  await jobs.close();
  await server.close();
});

const status = async () => (await server.ask('GET', at, admin)).json<DemoStatus>();
const count = async (table: 'asset' | 'twin' | 'tag' | 'work' | 'protection') =>
  (
    await server.tenant.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

async function carryOut(what: 'clear' | 'load'): Promise<Command> {
  const started = await server.ask('POST', `${at}/${what}`, admin);
  expect([started.statusCode, started.body]).toEqual([202, expect.stringContaining('commandId')]);
  const { commandId } = started.json();
  const busy = await server.ask('POST', `${at}/${what}`, admin);
  expect(busy.statusCode).toBe(409);
  const read = async () => (await server.ask('GET', `/api/commands/${commandId}`, admin)).json<Command>();
  await expect.poll(read, { timeout: 240_000 }).toMatchObject({ finishedAt: expect.any(String) });
  return read();
}

test('clearing deletes the records of the demo and their dependents, and nothing else', async () => {
  const { db } = server.tenant;
  const machine = await db
    .selectFrom('asset')
    .innerJoin('twin', 'twin.asset_id', 'asset.id')
    .select(['asset.id', 'twin.id as twin'])
    .where('unique_id', '=', 'MACHINE-01')
    .executeTakeFirstOrThrow();
  const assetId = await makeAsset(db);
  const standing = await makeAsset(db, { parentId: machine.id });
  const tagId = await makeTag(db, { assetIds: [assetId] });
  const temperature = await db
    .selectFrom('tag')
    .select('id')
    .where('name', '=', 'MACHINE-01.TEMPERATURE')
    .executeTakeFirstOrThrow();
  const twinId = await makeTwin(db, {
    assetId,
    aliases: [{ name: 'Borrowed', type: 'data_point', mappedTagId: temperature.id }],
  });
  await makeProtection(db, { twinId: machine.twin, name: 'Mine' });
  expect((await status()).records).toEqual([
    { kind: 'asset', count: 1 },
    { kind: 'benchmark', count: expect.any(Number) },
    { kind: 'input', count: 1 },
    { kind: 'marked range', count: 4 },
    { kind: 'protection', count: 1 },
    { kind: 'record', count: 4 },
    { kind: 'record type', count: 1 },
    { kind: 'tag', count: 2 },
    { kind: 'twin', count: 1 },
  ]);
  expect(await status()).toMatchObject({
    isLoaded: true,
    own: [{ kind: 'protection', count: 1 }],
    commandId: null,
  });

  const done = await carryOut('clear');
  expect(done).toMatchObject({ status: 'done', error: null, result: { assets: 1 } });
  expect(await status()).toEqual({
    isLoaded: false,
    isLiving: false,
    records: [],
    own: [],
    commandId: null,
  });
  expect([await count('asset'), await count('twin'), await count('tag'), await count('work')]).toEqual([
    2, 1, 1, 0,
  ]);
  const [left] = await db.selectFrom('tag_alias').select(['twin_id', 'mapped_tag_id']).execute();
  expect(left).toEqual({ twin_id: twinId, mapped_tag_id: null });
  const moved = await db
    .selectFrom('asset')
    .select('parent_id')
    .where('id', '=', standing)
    .executeTakeFirst();
  expect(moved).toEqual({ parent_id: null });
  expect(await db.selectFrom('tag').select('id').execute()).toEqual([{ id: tagId }]);

  // A restart of the server loads nothing; the command does.
  await loadDemo(server.tenant, { at: null });
  expect(await count('asset')).toBe(2);
  expect((await server.ask('POST', `${at}/clear`, admin)).json().message).toBe('There is no demo to clear.');
  expect(await carryOut('load')).toMatchObject({ status: 'done', error: null });
  expect([await count('asset'), await count('protection')]).toEqual([105, 103]);
  expect((await server.ask('POST', `${at}/load`, admin)).json().message).toBe('The demo is already loaded.');
}, 600_000);

test('clearing requires an administrator', async () => {
  const anyone = await makeSession(server.tenant.db, { groups: ['VIEWERS'] });
  for (const [method, path] of [
    ['GET', at],
    ['POST', `${at}/clear`],
    ['POST', `${at}/load`],
  ] as const) {
    expect((await server.ask(method, path, {})).statusCode).toBe(401);
    expect((await server.ask(method, path, anyone)).statusCode).toBe(403);
  }
});
