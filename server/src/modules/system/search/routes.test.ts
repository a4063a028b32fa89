import type { SearchResult } from '@twinward/contracts/core/search';
import { searchFilters } from '@twinward/domain/search/filters';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeAsset, makeSession, makeTag, makeTwin, makeViewerSession } from '../../../testing/factories.ts';

let test: TestApp;
let viewer: Record<string, string>;
const ids = { pump: 0, twin: 0, fan: 0, bearing: 0, draught: 0 };

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  viewer = await makeViewerSession(db);
  const taxonomy = { category: 'Rotating', class: 'Pumps', type: 'Centrifugal' };
  ids.pump = await makeAsset(db, { assetName: 'Feed pump', uniqueId: 'P-101', ...taxonomy });
  ids.bearing = await makeTag(db, { name: 'P101.TE1', caption: 'Bearing ÄRMEL 100%', assetIds: [ids.pump] });
  ids.twin = await makeTwin(db, { assetId: ids.pump, description: 'Feeds the boiler', aliases: [] });
  ids.fan = await makeAsset(db, { assetName: 'Fan', uniqueId: 'F-7', description: 'No pump_at all' });
  ids.draught = await makeTag(db, {
    name: 'F7.PT',
    caption: 'Draughts',
    description: 'Draught',
    assetIds: [ids.fan],
  });
});
afterAll(() => test.close());

function post(body: object, headers = viewer, query = '') {
  return test.app.inject({ method: 'POST', url: `/api/search${query}`, headers, payload: body });
}

async function search(text: string, types = [0, 1, 2]): Promise<string[]> {
  const parsed = searchFilters(text);
  if (!parsed.ok) throw new Error(parsed.message);
  const answer = await post({ filters: parsed.filters, types });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<SearchResult[]>().map(({ type, name }) => `${['twin', 'asset', 'tag'][type]} ${name}`);
}

describe('a search', () => {
  it('returns the data needed to open the results', async () => {
    const answer = await post({
      filters: [{ field: 'SearchText', operator: 'Contains', value: 'p' }],
      types: [0, 1, 2, 3],
    });
    expect(answer.headers['x-paging-total-records']).toBe('5');
    const { pump, twin, fan, bearing, draught } = ids;
    const place = { detail: 'Rotating - Pumps - Centrifugal', assetId: pump, twinId: twin };
    expect(answer.json()).toEqual([
      { type: 0, id: twin, name: 'Feed pump', ...place },
      { type: 1, id: pump, name: 'Feed pump', ...place },
      { type: 2, id: bearing, name: 'P101.TE1', ...place, detail: 'Bearing ÄRMEL 100% - Feed pump' },
      { type: 2, id: draught, name: 'F7.PT', detail: 'Draughts - Fan', assetId: fan, twinId: null },
      { type: 1, id: fan, name: 'Fan', detail: '', assetId: fan, twinId: null },
    ]);
  });

  it.each([
    ['feed', ['twin Feed pump', 'asset Feed pump', 'tag P101.TE1']],
    ['FEED bearing', ['tag P101.TE1']],
    ['boiler OR draught', ['tag F7.PT', 'twin Feed pump']],
    ['boiler or feed', ['twin Feed pump', 'asset Feed pump', 'tag P101.TE1']],
    ['bearing ärmel', ['tag P101.TE1']],
    ['(boiler OR bearing) centrifugal', ['twin Feed pump']],
    ['p-101', ['twin Feed pump', 'asset Feed pump']],
    ['ärmel', ['tag P101.TE1']],
    ['100%', ['tag P101.TE1']],
    ['pump_at', ['asset Fan']],
    ['1_0', []],
    ['p-101 boiler', ['twin Feed pump']],
    ['p-101 draught', []],
    ['p-101 (boiler OR nothing)', ['twin Feed pump']],
    ['p-101 100%_', []],
    ['Pu', ['twin Feed pump', 'asset Feed pump', 'asset Fan', 'tag P101.TE1']],
    ['te', ['tag P101.TE1']],
    ['är', ['tag P101.TE1']],
    ['Ä', ['tag P101.TE1']],
    ['0%', ['tag P101.TE1']],
    ['f-', ['asset Fan']],
    ['-7 no', ['asset Fan']],
    ['"-" OR zz', []],
    ['zq', []],
    ['_', ['asset Fan']],
    ['nothing', []],
  ])('finds the expected records for %s', async (text, found) => expect(await search(text)).toEqual(found));

  it('can be limited to types, and is paged', async () => {
    expect(await search('feed', [1])).toEqual(['asset Feed pump']);
    expect(await search('feed', [3])).toEqual([]);
    const filters = [{ field: 'SearchText', operator: 'Contains', value: 'feed' }];
    const answer = await post({ filters, types: [0, 1, 2] }, viewer, '?page-size=1&page-number=3');
    expect(answer.json()).toMatchObject([{ name: 'P101.TE1' }]);
    expect(answer.headers['x-paging-total-records']).toBe('3');
    const past = await post({ filters, types: [0, 1, 2] }, viewer, '?page-size=1&page-number=4');
    expect([past.json(), past.headers['x-paging-total-records']]).toEqual([[], '3']);
  });

  it('lists names and identifiers first that equal or begin with the searched text', async () => {
    const { db } = test.tenant;
    for (const [assetName, uniqueId] of [
      ['Old quarry', 'Q-1'],
      ['Quarry two', 'Q-2'],
      ['Quarry', 'Q-3'],
      ['Lift of the quarry', 'Q-4'],
      ['Crusher', 'quarry'],
    ] as const)
      await makeAsset(db, { assetName, uniqueId });
    await makeAsset(db, { assetName: 'Belt', uniqueId: 'B-1', description: 'From the quarry' });
    expect(await search('QUARRY')).toEqual([
      'asset Crusher',
      'asset Quarry',
      'asset Quarry two',
      'asset Lift of the quarry',
      'asset Old quarry',
      'asset Belt',
    ]);
    expect(await search('quarry two')).toEqual(['asset Quarry two']);
    expect(await search('q-2 or lift')).toEqual(['asset Quarry two', 'asset Lift of the quarry']);
  });

  it('lists the first results of each type, starting with the type of the best result', async () => {
    const { db } = test.tenant;
    const asset = await makeAsset(db, { assetName: 'Harbour crane' });
    for (const number of [1, 2, 3]) await makeTag(db, { name: `CRANE.${number}`, assetIds: [asset] });
    const filters = [{ field: 'SearchText', operator: 'Contains', value: 'crane' }];
    const kinds = await test.ask('POST', '/api/search/kinds', viewer, {
      filters,
      types: [0, 1, 2],
      ofEach: 2,
    });
    expect(kinds.json()).toMatchObject([
      { type: 2, total: 3, isCapped: false, records: [{ name: 'CRANE.1' }, { name: 'CRANE.2' }] },
      { type: 1, total: 1, isCapped: false, records: [{ name: 'Harbour crane' }] },
    ]);
  });

  it.each([
    [{ filters: [], types: [0] }, 'Must specify at least one word to search.'],
    [
      { filters: [{ field: 'SearchText', operator: 'Contains', value: 'a' }], types: [] },
      'At least one search type must be selected.',
    ],
    [
      { filters: [{ field: 'Name', operator: 'Contains', value: 'a' }], types: [0] },
      "There is no field 'Name'. The fields are SearchText.",
    ],
  ])('rejects %j', async (body, message) => {
    const answer = await post(body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toBe(message);
  });

  it('answers 400, 401 and 403', async () => {
    const body = { filters: [{ field: 'SearchText', operator: 'Contains', value: 'a' }], types: [0] };
    expect((await post({ ...body, types: [5] })).statusCode).toBe(400);
    expect((await post(body, {})).statusCode).toBe(401);
    expect((await post(body, await makeSession(test.tenant.db))).statusCode).toBe(403);
  });
});

describe('the index', () => {
  it('follows all changes from any source', async () => {
    const { db } = test.tenant;
    const asset = await makeAsset(db, { assetName: 'Xylem one' });
    const tag = await makeTag(db, { name: 'XY.1', assetIds: [asset] });
    const twin = await makeTwin(db, { assetId: asset, aliases: [] });
    expect(await search('xylem')).toEqual(['twin Xylem one', 'asset Xylem one', 'tag XY.1']);
    await db.updateTable('asset').set({ asset_name: 'Yucca' }).where('id', '=', asset).execute();
    expect(await search('xylem')).toEqual([]);
    expect(await search('yucca')).toEqual(['twin Yucca', 'asset Yucca', 'tag XY.1']);
    await db
      .updateTable('tag')
      .set({ keywords: ['vibration'] } as never)
      .where('id', '=', tag)
      .execute();
    expect(await search('vibration')).toEqual(['tag XY.1']);
    await db.updateTable('twin').set({ description: 'Zinnia' }).where('id', '=', twin).execute();
    expect(await search('zinnia')).toEqual(['twin Yucca']);
    await db.deleteFrom('asset_tag').where('tag_id', '=', tag).execute();
    expect(await search('yucca')).toEqual(['twin Yucca', 'asset Yucca']);
    await db.deleteFrom('twin').where('id', '=', twin).execute();
    expect(await search('yucca')).toEqual(['asset Yucca']);
    await db.deleteFrom('tag').where('id', '=', tag).execute();
    await db.deleteFrom('asset').where('id', '=', asset).execute();
    expect(await search('yucca OR vibration')).toEqual([]);
  });

  it('is consistent when an asset is renamed while it is assigned a tag', async () => {
    const { db } = test.tenant;
    const asset = await makeAsset(db, { assetName: 'Before' });
    const other = await makeAsset(db);
    const tag = await makeTag(db, { name: 'RACE.1', assetIds: [other] });
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let renamed: () => void = () => undefined;
    const started = new Promise<void>((resolve) => {
      renamed = resolve;
    });
    const rename = db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('asset')
        .set({ asset_name: 'Afterwards' })
        .where('id', '=', asset)
        .execute();
      renamed();
      await held;
    });
    await started;
    const link = db.insertInto('asset_tag').values({ asset_id: asset, tag_id: tag }).execute();
    await expect
      .poll(async () => {
        const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'
          and datname = current_database()`.execute(db);
        return rows.length;
      })
      .toBe(1);
    release();
    await Promise.all([rename, link]);
    expect(await search('race.1 afterwards')).toEqual(['tag RACE.1']);
  });

  it('is not updated when levels change', async () => {
    const { db } = test.tenant;
    const before = await version(ids.twin);
    await db.updateTable('twin').set({ level: 500 }).where('id', '=', ids.twin).execute();
    expect(await version(ids.twin)).toBe(before);
  });
});

/** Returns the entry's row version. */
async function version(twinId: number): Promise<string> {
  const { rows } = await sql<{ xmin: string }>`
    select xmin::text from search_entry where type = 0 and record_id = ${twinId}`.execute(test.tenant.db);
  return rows[0]!.xmin;
}
