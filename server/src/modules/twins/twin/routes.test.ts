import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appendPoints, importPoints } from '../../../series/index.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import {
  makeAsset,
  makeProtection,
  makeSession,
  makeTag,
  makeTwin,
  makeViewerSession,
} from '../../../testing/factories.ts';
import { toHeaders, unknownSessionId } from '../../../testing/headers.ts';
import { recordWork } from '../../work/work/service.ts';

let server: TestApp;
let viewer: Record<string, string>;
let pump: { twinId: number; assetId: number; temperature: number; pressure: number; service: number };
let compressor: number;

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  viewer = await makeViewerSession(db);
  const assetId = await makeAsset(db, {
    assetName: 'Pump 1',
    uniqueId: 'P-1',
    category: 'Rotating',
    class: 'Pumps',
    type: 'Centrifugal',
  });
  const temperature = await makeTag(db, { name: 'P1.T', assetIds: [assetId], unit: 'Cel' });
  const pressure = await makeTag(db, { name: 'P1.P', assetIds: [assetId] });
  const service = await makeTag(db, { name: 'P1.S', assetIds: [assetId], type: 'work' });
  const twinId = await makeTwin(db, {
    assetId,
    description: 'Feeds the boiler',
    startDate: new Date('2024-01-01T00:00:00Z'),
    missionTime: 'P1Y',
    aliases: [
      { name: 'Temperature', type: 'data_point', mappedTagId: temperature, unit: 'Cel' },
      { name: 'Pressure', type: 'data_point', mappedTagId: pressure },
      { name: 'Service', type: 'work', mappedTagId: service },
    ],
    failureDistribution: { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P1000D' },
    consequence: { value: 250_000, description: 'Lost production' },
  });
  await importPoints(db, [{ tagId: temperature, times: [1000, 2000], values: [20, 21] }]);
  await appendPoints(db, [{ tagId: pressure, times: [5500], values: [3] }]);
  await recordWork(db, {
    tagId: service,
    name: 'First service',
    kind: 'preventive',
    startedAt: new Date(8000),
    completedAt: new Date(9000),
  });
  pump = { twinId, assetId, temperature, pressure, service };
  compressor = await makeTwin(db, {
    assetId: await makeAsset(db, { assetName: 'Compressor 9', uniqueId: 'C-9' }),
    active: false,
  });
});
afterAll(() => server.close());

const get = (url: string, headers = viewer) => server.app.inject({ method: 'GET', url, headers });
const list = (body: object, query = '', headers = viewer) =>
  server.app.inject({ method: 'POST', url: `/api/twins/filters${query}`, headers, payload: body });

describe('POST /api/twins/filters', () => {
  test('returns each twin with its class, risk and the time of its newest point', async () => {
    const response = await list({ sorts: [{ field: 'AssetName', direction: 'Descending' }] });
    expect(response.statusCode).toBe(200);
    expect(response.headers['x-paging-total-records']).toBe('2');
    expect(response.json()).toEqual([
      {
        id: pump.twinId,
        assetId: pump.assetId,
        assetName: 'Pump 1',
        assetUniqueId: 'P-1',
        assetClassLabel: 'Rotating - Pumps - Centrifugal',
        active: true,
        level: null,
        probability: 12,
        consequence: 250_000,
        risk: 30_000,
        lastDataTime: '1970-01-01T00:00:05.500Z',
        silentSince: null,
        fields: {},
      },
      expect.objectContaining({
        id: compressor,
        assetClassLabel: '',
        active: false,
        probability: null,
        consequence: null,
        risk: null,
        lastDataTime: null,
        silentSince: null,
      }),
    ]);
  });

  test('sorts by the newest point in the database, with pages', async () => {
    const sorts = [{ field: 'LastData', direction: 'Descending' }];
    const pages = await Promise.all(
      [1, 2, 3].map((page) => list({ sorts }, `?page-size=1&page-number=${page}`)),
    );
    expect(pages.map((page) => page.json().map((twin: { id: number }) => twin.id))).toEqual([
      [pump.twinId],
      [compressor],
      [],
    ]);
    expect(pages.map((page) => page.headers['x-paging-total-records'])).toEqual(['2', '2', '2']);
  });

  test.each([
    [{ field: 'AssetName', operator: 'Contains', value: 'UMP' }],
    [{ field: 'AssetUniqueId', operator: 'EqualTo', value: 'P-1' }],
    [{ field: 'AssetClass', operator: 'StartsWith', value: 'Rotating - P' }],
    [{ field: 'Active', operator: 'EqualTo', value: true, dataType: 'B' }],
    [
      { field: 'Level', operator: 'IsNull' },
      { field: 'Probability', operator: 'GreaterThan', value: 11 },
    ],
    [{ field: 'Consequence', operator: 'EqualTo', value: 250_000 }],
    [{ field: 'Risk', operator: 'EqualTo', value: 30_000 }],
    [{ field: 'LastData', operator: 'GreaterThanEqualTo', value: '1970-01-01T00:00:05Z', dataType: 'D' }],
  ])('filters by %j', async (...filters) => {
    const response = await list({ filters });
    expect(response.json().map((twin: { id: number }) => twin.id)).toEqual([pump.twinId]);
    expect(response.headers['x-paging-total-records']).toBe('1');
  });

  test('filters by the site of the asset, and by each level of its class', async () => {
    const idsBy = async (field: string, value: number) =>
      (await list({ filters: [{ field, operator: 'EqualTo', value }] }))
        .json()
        .map((twin: { id: number }) => twin.id);
    expect(await idsBy('SiteId', pump.assetId)).toEqual([pump.twinId]);
    const entry = await server.tenant.db
      .selectFrom('asset')
      .innerJoin('taxonomy_entry as entry', 'entry.id', 'taxonomy_id')
      .select(['category_id', 'class_id', 'type_id'])
      .where('asset.id', '=', pump.assetId)
      .executeTakeFirstOrThrow();
    for (const id of Object.values(entry)) expect(await idsBy('ClassId', id!)).toEqual([pump.twinId]);
    for (const none of [1.5, -1, 1e12]) {
      expect([await idsBy('SiteId', none), await idsBy('ClassId', none)]).toEqual([[], []]);
    }
  });

  test('rejects an unknown field', async () => {
    const response = await list({ sorts: [{ field: 'password_hash', direction: 'Ascending' }] });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      id: 'invalid-request',
      message:
        "There is no field 'password_hash'. The fields are Id, AssetId, AssetName, AssetUniqueId, AssetClass, Active, Level, Probability, Consequence, Risk, LastData, SilentSince, SiteId, ClassId.",
    });
  });
});

describe('GET /api/twins/:id', () => {
  test('returns the twin with its probability and consequence', async () => {
    const response = await get(`/api/twins/${pump.twinId}`);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      id: pump.twinId,
      description: 'Feeds the boiler',
      startDate: '2024-01-01T00:00:00.000Z',
      missionTime: 'P1Y',
      probability: {
        value: 12,
        failureDistribution: 'weibull',
        failureDistributionParameters: { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P1000D' },
      },
      consequence: { value: 250_000, scale: 'dollars', description: 'Lost production' },
      risk: 30_000,
      lastDataTime: '1970-01-01T00:00:05.500Z',
    });
  });

  test('has no probability, consequence or risk if none was assigned', async () => {
    const response = await get(`/api/twins/${compressor}`);
    expect(response.json()).toMatchObject({ probability: null, consequence: null, risk: null, level: null });
  });
});

test('GET /api/twins/levels counts the active twins by bucket, and silent ones separately', async () => {
  const { db } = server.tenant;
  const made: number[] = [];
  for (const level of [0, 1, 250, 251, 1000]) {
    const id = await makeTwin(db);
    await db.updateTable('twin').set({ level }).where('id', '=', id).execute();
    made.push(id);
  }
  const silent = await makeTwin(db);
  const dead = { level: 1000, silent_since: new Date() };
  await db.updateTable('twin').set(dead).where('id', '=', silent).execute();
  made.push(silent);
  const response = await get('/api/twins/levels');
  await db.deleteFrom('twin').where('id', 'in', made).execute();
  expect(response.json()).toEqual({
    total: 7,
    unknown: 1,
    silent: 1,
    buckets: [
      { from: 0, to: 0, count: 1 },
      { from: 1, to: 250, count: 2 },
      { from: 251, to: 500, count: 1 },
      { from: 501, to: 750, count: 0 },
      { from: 751, to: 1000, count: 1 },
    ],
  });
});

test('GET /api/twins/:id/tag-aliases returns the inputs with their latest data', async () => {
  const response = await get(`/api/twins/${pump.twinId}/tag-aliases`);
  expect(response.statusCode).toBe(200);
  expect(response.json()).toMatchObject([
    {
      name: 'Pressure',
      mappedTagId: pump.pressure,
      mappedTagName: 'P1.P',
      latestTime: '1970-01-01T00:00:05.500Z',
      latestValue: 3,
    },
    {
      name: 'Service',
      type: 'work',
      mappedTagName: 'P1.S',
      latestTime: '1970-01-01T00:00:09.000Z',
      latestValue: null,
    },
    { name: 'Temperature', unit: 'Cel', latestTime: '1970-01-01T00:00:02.000Z', latestValue: 21 },
  ]);
});

test('GET /api/twins/:id/protections returns a page, highest level first', async () => {
  const { db } = server.tenant;
  const twinId = await makeTwin(db);
  const [unknown, low, high] = [
    await makeProtection(db, { twinId, name: 'A' }),
    await makeProtection(db, { twinId, name: 'B' }),
    await makeProtection(db, { twinId, name: 'C' }),
  ];
  await db.updateTable('protection').set({ level: 1 }).where('id', '=', low).execute();
  await db.updateTable('protection').set({ level: 900 }).where('id', '=', high).execute();
  const response = await get(`/api/twins/${twinId}/protections`);
  expect(response.headers['x-paging-total-records']).toBe('3');
  expect(response.json().map((protection: { id: number }) => protection.id)).toEqual([high, low, unknown]);
  const second = await get(`/api/twins/${twinId}/protections?page-size=1&page-number=2`);
  expect(second.json()).toMatchObject([{ id: low, level: 1 }]);
});

describe('rejected calls', () => {
  const paths = ['', '/tag-aliases', '/protections'];

  test.each(paths)('GET /api/twins/:id%s of an unknown twin', async (path) => {
    const response = await get(`/api/twins/999999${path}`);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ id: 'not-found', message: 'Twin not found.' });
  });

  test.each(paths)('GET /api/twins/:id%s with an id that is not a number', async (path) => {
    expect((await get(`/api/twins/first${path}`)).statusCode).toBe(400);
  });

  test.each([...paths.map((path) => `/api/twins/1${path}`), '/api/twins/levels'])('GET %s', async (path) => {
    expect((await get(path, {})).statusCode).toBe(401);
    expect((await get(path, toHeaders(unknownSessionId()))).statusCode).toBe(401);
    const nobody = await makeSession(server.tenant.db);
    const response = await get(path, nobody);
    expect(response.statusCode).toBe(403);
    expect(response.json().message).toBe('You do not have sufficient privileges to access this page.');
  });

  test('POST /api/twins/filters', async () => {
    expect((await list({}, '', {})).statusCode).toBe(401);
    expect((await list({}, '', await makeSession(server.tenant.db))).statusCode).toBe(403);
    expect((await list({}, '?page-size=1001')).statusCode).toBe(400);
    expect((await list({ filters: 'all' })).statusCode).toBe(400);
  });
});
