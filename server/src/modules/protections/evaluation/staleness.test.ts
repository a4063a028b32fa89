import type { StandingExcursion } from '@twinward/contracts/protections/alarm-performance';
import type { Protection } from '@twinward/contracts/protections/protection';
import type { ListedProtection } from '@twinward/contracts/protections/protection-list';
import type { Twin, TwinSummary } from '@twinward/contracts/twins/twin';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appendPoints } from '../../../series/index.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeAsset, makeProtection, makeSession, makeTag, makeTwin } from '../../../testing/factories.ts';
import { Process } from '../../../testing/scene.ts';
import { claimTimers } from './due-store.ts';

let server: TestApp;
let viewer: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  viewer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['asset'] });
});
afterAll(() => server.close());

const hour = 3_600_000;
const begin = Date.UTC(2024, 0, 1);
const at = (hours: number) => new Date(begin + hours * hour).toISOString();

/** A machine with two inputs, expected every hour with half an hour's tolerance, at a time set by the test. */
async function makeMachine({ watched = ['Flow', 'Heat'] } = {}) {
  const { db } = server.tenant;
  const assetId = await makeAsset(db);
  const tags = {
    Flow: await makeTag(db, { assetIds: [assetId] }),
    Heat: await makeTag(db, { assetIds: [assetId] }),
  };
  const twinId = await makeTwin(db, {
    assetId,
    aliases: Object.entries(tags).map(([name, mappedTagId]) => ({ name, type: 'data_point', mappedTagId })),
  });
  const protectionId = await makeProtection(db, {
    twinId,
    thresholds: [{ name: 'High', logic: '[Flow] > 1 OR [Heat] > 1', level: 700 }],
  });
  const settings = { intervalType: 'calendar', expectedInterval: 'PT1H', tolerance: 'PT30M' };
  await sql`
    update protection_alias set settings = ${JSON.stringify(settings)} from tag_alias
    where tag_alias.id = tag_alias_id and twin_id = ${twinId} and name = any(${watched}::text[])`.execute(db);
  await db
    .updateTable('protection')
    .set({ live_since: new Date(begin) })
    .where('id', '=', protectionId)
    .execute();
  let now = begin;
  const process = new Process(db, { clock: () => now });
  /** Advances the time, and adds points of one input. */
  const pass = async (hours: number, name?: keyof typeof tags, value = 2) => {
    now = begin + hours * hour;
    if (name) {
      await appendPoints(db, [{ tagId: tags[name], times: [now], values: [value], qualities: null }]);
    }
    await claimTimers(db, new Date(now));
    await process.settle();
  };
  const read = async () => {
    const one = (await server.ask('GET', `/api/indicators/${protectionId}`, viewer)).json<Protection>();
    const twin = (await server.ask('GET', `/api/twins/${twinId}`, viewer)).json<Twin>();
    return {
      stale: one.staleInputs.map(({ alias, since }) => [alias, since]),
      silentSince: one.silentSince,
      twin: [twin.level, twin.silentSince],
    };
  };
  return { assetId, twinId, protectionId, pass, read };
}

it('staleness lists each stale input with its start, and the time since which all are stale', async () => {
  const { pass, read } = await makeMachine();
  await pass(0, 'Flow');
  await pass(0, 'Heat');
  expect(await read()).toEqual({ stale: [], silentSince: null, twin: [700, null] });
  await pass(1, 'Flow');
  await pass(2);
  expect(await read()).toEqual({ stale: [['Heat', at(1.5)]], silentSince: null, twin: [700, null] });
  // No more points arrive: the inputs become stale only because time passes.
  await pass(3);
  const silent = {
    stale: [
      ['Flow', at(2.5)],
      ['Heat', at(1.5)],
    ],
    silentSince: at(2.5),
    twin: [700, at(2.5)],
  };
  const found = await read();
  expect({ ...found, stale: found.stale.sort() }).toEqual(silent);
  await pass(3.5, 'Heat');
  expect(await read()).toEqual({ stale: [['Flow', at(2.5)]], silentSince: null, twin: [700, null] });
});

it('staleness is returned by the lists of protections and twins, which can be filtered by it', async () => {
  const { twinId, protectionId, pass } = await makeMachine({ watched: ['Flow'] });
  await pass(0, 'Flow');
  await pass(3);
  const only = (field: string, id: number) => ({ field, operator: 'EqualTo', value: id, dataType: 'N' });
  const silent = { field: 'SilentSince', operator: 'IsNotNull', dataType: 'D' };
  const protections = await server.ask('POST', '/api/indicators/filters', viewer, {
    filters: [only('Id', protectionId), silent, { field: 'StaleInputs', operator: 'EqualTo', value: 1 }],
  });
  expect(protections.json<ListedProtection[]>()).toMatchObject([
    { staleInputs: [{ alias: 'Flow', since: at(1.5), hadPoints: true }], silentSince: at(1.5) },
  ]);
  const twins = await server.ask('POST', '/api/twins/filters', viewer, {
    filters: [only('Id', twinId), silent],
  });
  expect(twins.json<TwinSummary[]>()).toMatchObject([{ level: 700, silentSince: at(1.5) }]);
  const standing = async (query: string) =>
    (await server.ask('GET', `/api/excursions/standing?window=day&page-size=1000${query}`, viewer))
      .json<StandingExcursion[]>()
      .filter((one) => one.protectionId === protectionId)
      .map(({ silentSince, duration }) => [silentSince, duration]);
  // The only point opened the excursion, which is known to have lasted until then.
  expect(await standing('&silent=true')).toEqual([[at(1.5), 0]]);
  expect(await standing('&silent=false')).toEqual([]);
  expect(await standing('')).toEqual([[at(1.5), 0]]);
  const wrong = await server.ask('GET', '/api/excursions/standing?silent=perhaps', viewer);
  expect(wrong.statusCode).toBe(400);
});

it('staleness of an input that never had a point begins at the activation', async () => {
  const { protectionId, pass, read } = await makeMachine();
  await pass(0, 'Flow');
  expect(await read()).toEqual({ stale: [['Heat', at(0)]], silentSince: null, twin: [700, null] });
  const one = await server.ask('GET', `/api/indicators/${protectionId}`, viewer);
  expect(one.json<Protection>().staleInputs).toEqual([{ alias: 'Heat', since: at(0), hadPoints: false }]);
  await pass(3);
  const stale = [
    ['Flow', at(1.5)],
    ['Heat', at(0)],
  ];
  expect(await read()).toEqual({ stale, silentSince: at(1.5), twin: [700, at(1.5)] });
  await pass(4, 'Heat', 0);
  expect(await read()).toMatchObject({ stale: [['Flow', at(1.5)]], silentSince: null });
});

it('staleness of a protection without any points begins at the activation', async () => {
  const { protectionId, pass, read } = await makeMachine();
  await pass(1);
  const { live_since: activated } = await server.tenant.db
    .selectFrom('protection')
    .select('live_since')
    .where('id', '=', protectionId)
    .executeTakeFirstOrThrow();
  const since = activated.toISOString();
  const stale = [
    ['Flow', since],
    ['Heat', since],
  ];
  expect(await read()).toEqual({ stale, silentSince: since, twin: [null, null] });
  await pass(5);
  expect(await read()).toEqual({ stale, silentSince: since, twin: [null, null] });
  await pass(6, 'Flow');
  expect(await read()).toMatchObject({ stale: [['Heat', since]], silentSince: null });
});

it('staleness does not apply to an input without an expected interval', async () => {
  const { pass, read } = await makeMachine({ watched: [] });
  await pass(0, 'Flow');
  await pass(100);
  expect(await read()).toEqual({ stale: [], silentSince: null, twin: [700, null] });
});

it('staleness does not apply to a protection that is not evaluated', async () => {
  const { protectionId, pass, read } = await makeMachine();
  await pass(0, 'Flow');
  await pass(3);
  await sql`update protection set error = 'Broken' where id = ${protectionId}`.execute(server.tenant.db);
  expect(await read()).toMatchObject({ stale: [], silentSince: null });
});

it('staleness ends when the machine goes out of service', async () => {
  const { assetId, pass, read } = await makeMachine();
  await pass(0, 'Flow');
  await pass(3);
  expect((await read()).twin).toEqual([700, at(1.5)]);
  const { uniqueId, assetName, version } = (await server.ask('GET', `/api/assets/${assetId}`, viewer)).json();
  const put = await server.ask('PUT', `/api/assets/${assetId}`, viewer, {
    uniqueId,
    assetName,
    version,
    outOfServiceAt: at(2),
  });
  expect(put.statusCode).toBe(200);
  await pass(4);
  expect(await read()).toEqual({ stale: [], silentSince: null, twin: [null, null] });
});
