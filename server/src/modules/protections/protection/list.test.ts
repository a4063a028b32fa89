import type { ListedProtection } from '@twinward/contracts/protections/protection-list';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import {
  makeAsset,
  makeExcursion,
  makeProtection,
  makeSession,
  makeTag,
  makeTwin,
  makeViewerSession,
} from '../../../testing/factories.ts';

let server: TestApp;
let viewer: Record<string, string>;
let twinId: number;
let assetId: number;
let hot: number;
let half: number;
let idle: number;
let service: number;
const until = new Date(Date.now() + 3_600_000);

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  viewer = await makeViewerSession(db);
  const site = await makeAsset(db, { assetName: 'Site', isEquipment: false });
  const hall = await makeAsset(db, { assetName: 'Hall', isEquipment: false, parentId: site });
  assetId = await makeAsset(db, { assetName: 'Pump 1', uniqueId: 'P-1', parentId: hall });
  const flow = await makeTag(db, { assetIds: [assetId] });
  const work = await makeTag(db, { assetIds: [assetId], type: 'work' });
  twinId = await makeTwin(db, {
    assetId,
    aliases: [
      { name: 'Flow', type: 'data_point', mappedTagId: flow },
      { name: 'Work', type: 'work', mappedTagId: work },
    ],
  });
  const thresholds = [{ name: 'High', logic: '[Flow] > 80', level: 800 }];
  hot = await makeProtection(db, { twinId, name: 'Hot', thresholds });
  half = await makeProtection(db, { twinId, name: 'Half made', thresholds: [] });
  const resting = await makeTwin(db, { active: false });
  idle = await makeProtection(db, { twinId: resting, name: 'Idle' });
  service = await makeProtection(db, {
    twinId,
    name: 'Service',
    type: 'activity',
    thresholds: [{ name: 'Only logs', logic: 'INTERVAL([Work]) > #9d', level: null }],
  });
  const { id: driving } = await db
    .selectFrom('threshold')
    .select('id')
    .where('protection_id', '=', hot)
    .executeTakeFirstOrThrow();
  const set = (id: number, values: object) =>
    db.updateTable('protection').set(values).where('id', '=', id).execute();
  await set(hot, {
    level: 800,
    driving_threshold_id: driving,
    evaluated_at: new Date('2024-03-05T00:00:00Z'),
  });
  await set(half, { level: 0, error: 'The input [Flow] is mapped to no tag.' });
  await set(idle, { level: 900 });
  await set(service, { level: 250, stale: true });
  for (const [at, level] of [
    ['2024-03-01', 0],
    ['2024-03-04', 800],
  ] as const) {
    await db
      .insertInto('level_change')
      .values({ protection_id: hot, at: new Date(at), level, driving_threshold_id: null })
      .execute();
  }
  await makeExcursion(db, { protectionId: hot, start: '2024-03-02T00:00:00Z', end: '2024-03-03T00:00:00Z' });
  await makeExcursion(db, { protectionId: hot, start: '2024-03-04T00:00:00Z', end: null });
  const user = await db.selectFrom('app_user').select('id').executeTakeFirstOrThrow();
  await db
    .insertInto('shelving')
    .values({ protection_id: service, until, reason: 'Overhaul', user_id: user.id })
    .execute();
});
afterAll(() => server.close());

const list = (body: object = {}, query = '', headers = viewer) =>
  server.ask('POST', `/api/indicators/filters${query}`, headers, body);
const listIds = async (body: object, query = '') =>
  ((await list(body, query)).json() as ListedProtection[]).map(({ id }) => id);

test('the list contains the protections of the plant, highest level first', async () => {
  const response = await list();
  expect(response.statusCode).toBe(200);
  expect(response.headers['x-paging-total-records']).toBe('4');
  const records: ListedProtection[] = response.json();
  expect(records.map(({ id }) => id)).toEqual([idle, hot, service, half]);
  expect(records[1]).toEqual({
    id: hot,
    name: 'Hot',
    type: 'indicator',
    subType: 'condition',
    twinId,
    assetId,
    assetName: 'Pump 1',
    location: ['Site', 'Hall'],
    active: true,
    level: 800,
    drivingThresholdName: 'High',
    since: '2024-03-04T00:00:00.000Z',
    openExcursions: 1,
    stale: false,
    staleInputs: [],
    silentSince: null,
    error: null,
    setAsideDate: null,
    completion: 100,
    lastEvaluatedDate: '2024-03-05T00:00:00.000Z',
    shelving: null,
    fields: {},
  });
  expect(records[0]).toMatchObject({ active: false });
  expect(records[2]).toMatchObject({
    subType: 'activity',
    stale: true,
    shelving: { until: until.toISOString(), reason: 'Overhaul' },
  });
});

test('the listed completion equals the completion of each protection', async () => {
  const records: ListedProtection[] = (await list()).json();
  for (const { id, completion } of records) {
    const one = (await server.ask('GET', `/api/indicators/${id}`, viewer)).json();
    expect([id, completion]).toEqual([id, one.completion.percent]);
  }
  expect(new Set(records.map(({ completion }) => completion)).size).toBeGreaterThan(1);
});

test.each([
  ['Active', false, () => [idle]],
  ['Stale', true, () => [service]],
  ['HasError', true, () => [half]],
  ['Shelved', true, () => [service]],
  ['Type', 'activity', () => [service]],
  ['OpenExcursions', 1, () => [hot]],
  ['Completion', 100, () => [idle, hot, service]],
  ['DrivingThreshold', 'High', () => [hot]],
  ['AssetUniqueId', 'P-1', () => [hot, service, half]],
  ['Location', 'Site / Hall', () => [hot, service, half]],
])('protections are filtered by %s', async (field, value, expected) => {
  expect(await listIds({ filters: [{ field, operator: 'EqualTo', value }] })).toEqual(expected());
});

test('protections are filtered by times, level and ancestors of the asset', async () => {
  const after = (field: string, value: string) => ({
    filters: [{ field, operator: 'GreaterThanEqualTo', value, dataType: 'D' }],
  });
  expect(await listIds(after('Since', '2024-03-04T00:00:00Z'))).toEqual([hot]);
  expect(await listIds(after('LastEvaluated', '2024-03-05T00:00:00Z'))).toEqual([hot]);
  expect(await listIds(after('ShelvedUntil', new Date().toISOString()))).toEqual([service]);
  expect(await listIds({ filters: [{ field: 'Level', operator: 'GreaterThan', value: 250 }] })).toEqual([
    idle,
    hot,
  ]);
  const path = (await server.tenant.db
    .selectFrom('asset')
    .select('path')
    .where('id', '=', assetId)
    .executeTakeFirst())!.path;
  const hall = path.split('/').at(-3)!;
  expect(
    await listIds({ filters: [{ field: 'AssetPath', operator: 'Contains', value: `/${hall}/` }] }),
  ).toEqual([hot, service, half]);
  const inSite = (value: number) => listIds({ filters: [{ field: 'SiteId', operator: 'EqualTo', value }] });
  expect(await inSite(Number(hall))).toEqual([hot, service, half]);
  expect(await inSite(assetId)).toEqual([hot, service, half]);
  expect(await inSite(2 ** 31 - 1)).toEqual([]);
});

test.each(['Name', 'AssetName', 'Since', 'OpenExcursions', 'Completion', 'Location', 'ShelvedUntil'])(
  'protections are sorted by %s across pages',
  async (field) => {
    const sorts = [{ field, direction: 'Ascending' }];
    const all = await listIds({ sorts });
    expect(all.toSorted((one, other) => one - other)).toEqual([hot, half, idle, service]);
    expect(await listIds({ sorts }, '?page-size=3&page-number=2')).toEqual(all.slice(3));
  },
);

test('GET /api/indicators/levels counts protections by level, type, shelving and activity', async () => {
  const response = await server.ask('GET', '/api/indicators/levels', viewer);
  expect(response.json()).toEqual({
    total: 2,
    unknown: 0,
    buckets: [
      { from: 0, to: 0, count: 1 },
      { from: 1, to: 250, count: 0 },
      { from: 251, to: 500, count: 0 },
      { from: 501, to: 750, count: 0 },
      { from: 751, to: 1000, count: 1 },
    ],
    types: [
      { type: 'condition', count: 2 },
      { type: 'activity', count: 0 },
      { type: 'pattern', count: 0 },
    ],
    shelved: 1,
    inactive: 1,
  });
});

describe('rejected calls', () => {
  test('answers 400, 401 and 403', async () => {
    expect((await list({ filters: [{ field: 'Tracking', operator: 'IsNull' }] })).statusCode).toBe(400);
    expect((await list({}, '?page-size=1001')).statusCode).toBe(400);
    const nobody = await makeSession(server.tenant.db);
    for (const ask of [
      (headers: Record<string, string>) => list({}, '', headers),
      (headers: Record<string, string>) => server.ask('GET', '/api/indicators/levels', headers),
    ]) {
      expect((await ask({})).statusCode).toBe(401);
      expect((await ask(nobody)).statusCode).toBe(403);
    }
  });
});
