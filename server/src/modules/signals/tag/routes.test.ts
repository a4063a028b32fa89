import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appendPoints } from '../../../series/index.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import {
  makeAsset,
  makeCalculatedTag,
  makeSession,
  makeTag,
  makeTwin,
  makeViewerSession,
} from '../../../testing/factories.ts';

let server: TestApp;
let viewer: Record<string, string>;
let pump: number;
let fan: number;
let twin: number;
let shared: number;
let alone: number;

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  viewer = await makeViewerSession(db);
  pump = await makeAsset(db, { assetName: 'Pump' });
  fan = await makeAsset(db, { assetName: 'Fan' });
  twin = await makeTwin(db, { assetId: pump, aliases: [] });
  shared = await makeTag(db, {
    name: 'B.T',
    caption: 'Air',
    unit: 'Cel',
    source: 'PI',
    assetIds: [pump, fan],
  });
  alone = await makeTag(db, { name: 'A.S', caption: 'Overhaul', type: 'work', assetIds: [] });
  await appendPoints(db, [{ tagId: shared, times: [1000, 2000], values: [5, 6] }]);
});
afterAll(() => server.close());

const get = (id: number | string, headers = viewer) =>
  server.app.inject({ method: 'GET', url: `/api/tags/${id}`, headers });
const idOfUnit = async (code: string): Promise<number> => {
  const units = await server.app.inject({ method: 'GET', url: '/api/uom/units', headers: viewer });
  return units.json().find((unit: { code: string }) => unit.code === code).id;
};
const list = (body: object, query = '', headers = viewer) =>
  server.app.inject({ method: 'POST', url: `/api/tags/filters${query}`, headers, payload: body });

test('GET /api/tags/:id returns the tag with its oldest and latest point', async () => {
  const response = await get(shared);
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({
    id: shared,
    connectionId: null,
    connectionGroupId: null,
    name: 'B.T',
    caption: 'Air',
    assetIds: [pump, fan],
    type: 'data_point',
    isCalculated: false,
    unit: 'Cel',
    uomId: await idOfUnit('Cel'),
    description: '',
    keywords: [],
    source: 'PI',
    oldestTime: '1970-01-01T00:00:01.000Z',
    latestTime: '1970-01-01T00:00:02.000Z',
    latestValue: 6,
    dataPointCount: 2,
    fields: {},
    version: 1,
    logic: null,
    aliases: [],
    completion: null,
    model: null,
    error: null,
    dataImportJobStatus: null,
    recalculationJobStatus: null,
  });
  expect((await get(alone)).json()).toMatchObject({
    assetIds: [],
    oldestTime: null,
    latestTime: null,
    latestValue: null,
    dataPointCount: 0,
  });
});

describe('POST /api/tags/filters', () => {
  test('returns tags by name', async () => {
    const response = await list({});
    expect(response.headers['x-paging-total-records']).toBe('2');
    expect(response.json()).toMatchObject([
      { id: alone, name: 'A.S', type: 'work', unit: null },
      { id: shared, name: 'B.T', assetIds: [pump, fan] },
    ]);
  });

  test('finds a tag by any of its assets, and returns it once', async () => {
    for (const filter of [
      { field: 'AssetId', operator: 'In', value: [pump, fan] },
      { field: 'AssetName', operator: 'EqualTo', value: 'Fan' },
      { field: 'TwinId', operator: 'EqualTo', value: twin },
      { field: 'Caption', operator: 'Contains', value: 'air' },
      { field: 'Type', operator: 'EqualTo', value: 'data_point' },
      { field: 'Id', operator: 'EqualTo', value: shared },
    ]) {
      const response = await list({ filters: [filter] });
      expect(response.json().map((tag: { id: number }) => tag.id)).toEqual([shared]);
      expect(response.headers['x-paging-total-records']).toBe('1');
    }
  });

  test('finds tags without an asset, and sorts by asset', async () => {
    const ownerless = await list({ filters: [{ field: 'AssetId', operator: 'IsNull' }] });
    expect(ownerless.json()).toMatchObject([{ id: alone }]);
    const sorted = await list({ sorts: [{ field: 'AssetName', direction: 'Descending' }] }, '?page-size=1');
    expect(sorted.json()).toMatchObject([{ id: shared }]);
    expect(sorted.headers['x-paging-total-records']).toBe('2');
  });

  test('rejects an invalid value', async () => {
    const response = await list({ filters: [{ field: 'Id', operator: 'EqualTo', value: "1' or true" }] });
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toBe("The field 'Id' is a number: give a value such as 12.5.");
  });
});

test('the calls of tags answer 400, 401, 403 and 404', async () => {
  const nobody = await makeSession(server.tenant.db);
  expect((await get('0')).statusCode).toBe(400);
  expect((await get(shared, {})).statusCode).toBe(401);
  expect((await get(shared, nobody)).statusCode).toBe(403);
  const missing = await get(999_999);
  expect(missing.statusCode).toBe(404);
  expect(missing.json().message).toBe('Tag not found.');
  expect((await list({}, '', {})).statusCode).toBe(401);
  expect((await list({}, '', nobody)).statusCode).toBe(403);
});

describe('POST /api/tags/search', () => {
  const search = async (body: object, query = '', headers = viewer) => {
    const answer = await server.ask('POST', `/api/tags/search${query}`, headers, body);
    return {
      status: answer.statusCode,
      body: answer.json(),
      total: answer.headers['x-paging-total-records'],
    };
  };

  test('finds all words in any order, tags of the twin first', async () => {
    const { db } = server.tenant;
    const own = await makeTag(db, { name: 'Z seal leak', assetIds: [pump] });
    const loose = await makeTag(db, { name: 'A leak of a seal', unit: 'L/h', assetIds: [] });
    const found = await search({ text: 'SEAL leak', twinId: twin });
    expect([found.status, found.total]).toEqual([200, '2']);
    expect(found.body).toEqual([
      {
        id: own,
        name: 'Z seal leak',
        caption: expect.any(String),
        assetIds: [pump],
        type: 'data_point',
        isCalculated: false,
        unit: null,
        uomId: null,
        assetNames: 'Pump',
        isOfTwin: true,
      },
      expect.objectContaining({ id: loose, unit: 'L/h', assetIds: [], assetNames: '', isOfTwin: false }),
    ]);
    const second = await search({ text: 'seal leak' }, '?page-number=2&page-size=1');
    expect([second.total, second.body.map(({ id }: { id: number }) => id)]).toEqual(['2', [own]]);
  });

  test('accepts types, an empty text, and text with wildcards', async () => {
    const work = await search({ types: ['work'] });
    expect(work.body.map(({ id }: { id: number }) => id)).toEqual([alone]);
    expect((await search({ text: '%' })).body).toEqual([]);
  });

  test('answers 400, 401, 403 and 404', async () => {
    expect((await search({ types: [] })).body.message).toBe('types: Please give at least one type.');
    expect((await search({}, '', {})).status).toBe(401);
    expect((await search({}, '', await makeSession(server.tenant.db))).status).toBe(403);
    const unknown = await search({ twinId: 999_999 });
    expect([unknown.status, unknown.body.message]).toEqual([404, 'Twin not found.']);
  });
});

describe('GET /api/twins/:id/calculated-tags', () => {
  const ask = async (id: number | string, headers = viewer) => {
    const answer = await server.ask('GET', `/api/twins/${id}/calculated-tags`, headers);
    return { status: answer.statusCode, body: answer.json() };
  };

  test('returns the completion state of each tag, and its missing parts', async () => {
    const { db } = server.tenant;
    const twinId = await makeTwin(db, { aliases: [] });
    const { asset_id } = await db
      .selectFrom('twin')
      .select('asset_id')
      .where('id', '=', twinId)
      .executeTakeFirstOrThrow();
    const made = async (name: string, logic: string, aliases: Record<string, number | null>) => {
      const { tagId } = await makeCalculatedTag(db, {
        name,
        logic,
        aliases: aliases as Record<string, number>,
      });
      await db.insertInto('asset_tag').values({ asset_id, tag_id: tagId }).execute();
      return tagId;
    };
    const whole = await made('C1', '[A] + 1', { A: shared });
    await made('C2', '[A] + [B]', { A: shared, B: null });
    await made('C3', '', {});
    const { status, body } = await ask(twinId);
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { id: whole, name: 'C1', completion: { bits: 15, percent: 100 }, missing: [], error: null },
      { name: 'C2', completion: { bits: 11, percent: 75 }, missing: ['No tag for B.'] },
      {
        name: 'C3',
        completion: { bits: 1, percent: 25 },
        missing: ['It has no logic.', 'It has no inputs.'],
        recalculationJobStatus: null,
        latestTime: null,
      },
    ]);
    expect(body[0].recalculationJobStatus.status).toBe('pending');
  });

  test('answers 400, 401, 403 and 404', async () => {
    expect((await ask('x')).status).toBe(400);
    expect((await ask(twin, {})).status).toBe(401);
    expect((await ask(twin, await makeSession(server.tenant.db))).status).toBe(403);
    expect((await ask(999_999)).body.message).toBe('Twin not found.');
  });
});
