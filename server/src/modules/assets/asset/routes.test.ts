import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeAsset, makeSession, makeTag, makeTwin, makeViewerSession } from '../../../testing/factories.ts';
import { seedAsset } from './service.ts';

let server: TestApp;
let viewer: Record<string, string>;
let writer: Record<string, string>;
let terms: Record<'rotating' | 'pumps' | 'centrifugal' | 'electrical' | 'gasTurbines', number>;

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  viewer = await makeViewerSession(db);
  writer = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['asset'] });
  const entries = await db.selectFrom('taxonomy_entry').selectAll().execute();
  const find = (category: string, ofClass: string | null = null, type: string | null = null) =>
    entries.find((entry) => entry.category === category && entry.class === ofClass && entry.type === type)!
      .id;
  terms = {
    rotating: find('Rotating'),
    pumps: find('Rotating', 'Pumps'),
    centrifugal: find('Rotating', 'Pumps', 'Centrifugal'),
    gasTurbines: find('Rotating', 'Gas turbines'),
    electrical: find('Electrical'),
  };
});
afterAll(() => server.close());

const get = (url: string, headers = viewer) => server.ask('GET', url, headers);
const list = (body: object, query = '') => server.ask('POST', `/api/assets/filters${query}`, viewer, body);
const add = (body: object, headers = writer) => server.ask('POST', '/api/assets', headers, body);
const change = (id: number, body: object) => server.ask('PUT', `/api/assets/${id}`, writer, body);
const names = (response: { json(): { assetName: string }[] }) => response.json().map((one) => one.assetName);

test('GET /api/assets returns the assets with those ids', async () => {
  const { db } = server.tenant;
  const pump = await makeAsset(db, {
    uniqueId: 'P-1',
    assetName: 'Pump',
    category: 'Rotating',
    class: 'Pumps',
  });
  const fan = await makeAsset(db);
  const twin = await makeTwin(db, { assetId: pump });
  const response = await get(`/api/assets?id=${fan}&id=${pump}&id=999999`);
  expect(response.statusCode).toBe(200);
  expect(response.json()).toHaveLength(2);
  expect(response.json()[0]).toEqual({
    id: pump,
    fields: {},
    assetName: 'Pump',
    uniqueId: 'P-1',
    category: { id: terms.rotating, caption: 'Rotating' },
    class: { id: terms.pumps, caption: 'Pumps' },
    type: null,
    technicalNumber: null,
    description: '',
    isEquipment: true,
    criticality: null,
    maintenancePlant: null,
    planningPlant: null,
    departmentId: null,
    positionId: null,
    outOfServiceAt: null,
    parentId: null,
    childCount: 0,
    twinId: twin,
    connectionId: null,
    source: null,
    riskAnalysisId: null,
    riskAnalysisName: null,
    version: 1,
  });
  expect((await get(`/api/assets?id=${fan}`)).json()).toMatchObject([{ id: fan, twinId: null }]);
});

describe('GET /api/assets/:id/tags', () => {
  test('returns its tags by name', async () => {
    const { db } = server.tenant;
    const asset = await makeAsset(db);
    const second = await makeTag(db, { name: 'N.2', assetIds: [asset] });
    const first = await makeTag(db, { name: 'N.1', assetIds: [asset] });
    await makeTag(db);
    const response = await get(`/api/assets/${asset}/tags`);
    expect(response.json()).toMatchObject([
      { id: first, name: 'N.1', assetIds: [asset] },
      { id: second, name: 'N.2' },
    ]);
  });

  test('answers 404 for an asset without tags', async () => {
    const response = await get(`/api/assets/${await makeAsset(server.tenant.db)}/tags`);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({
      id: 'not-found',
      message: 'Response does not contain any data',
    });
  });
});

describe('GET /api/assets/taxonomy/list', () => {
  const noBenchmark = { score: null, distribution: null, mtbf: null, mtbfDays: null, shape: null };
  test('returns each category, class and type with its parents', async () => {
    const entries = (await get('/api/assets/taxonomy/list')).json();
    expect(entries).toContainEqual({
      id: terms.rotating,
      category: { id: terms.rotating, caption: 'Rotating' },
      class: null,
      type: null,
      ...noBenchmark,
    });
    expect(entries).toContainEqual({
      id: terms.centrifugal,
      category: { id: terms.rotating, caption: 'Rotating' },
      class: { id: terms.pumps, caption: 'Pumps' },
      type: { id: terms.centrifugal, caption: 'Centrifugal' },
      ...noBenchmark,
    });
    const captions = entries
      .filter((entry: { class: unknown }) => entry.class === null)
      .map((entry: { category: { caption: string } }) => entry.category.caption);
    expect(captions).toEqual([
      'Auxiliaries',
      'Drilling',
      'Electrical',
      'Marine',
      'Mechanical',
      'Rotating',
      'Safety and control',
      'Subsea production',
      'Utilities',
      'Well completion',
      'Well intervention',
    ]);
  });
});

describe('PUT /api/assets/:id/taxonomy', () => {
  const put = (id: number, body: object) => server.ask('PUT', `/api/assets/${id}/taxonomy`, writer, body);

  test('sets and removes the classification', async () => {
    const id = await makeAsset(server.tenant.db);
    const { rotating, pumps, centrifugal } = terms;
    const set = await put(id, { id, categoryId: rotating, classId: pumps, typeId: centrifugal });
    expect(set.statusCode).toBe(200);
    expect(set.json()).toMatchObject({
      category: { caption: 'Rotating' },
      class: { caption: 'Pumps' },
      type: { id: centrifugal, caption: 'Centrifugal' },
      version: 2,
    });
    const taken = await put(id, { id, categoryId: null, classId: null, typeId: null });
    expect(taken.json()).toMatchObject({ category: null, class: null, type: null, version: 3 });
  });

  test('rejects entries that do not belong together, with the reason', async () => {
    const id = await makeAsset(server.tenant.db);
    const { rotating, electrical, pumps, gasTurbines, centrifugal } = terms;
    const message = async (choice: object) => {
      const response = await put(id, { id, ...choice });
      expect(response.statusCode).toBe(400);
      return response.json().message;
    };
    expect(await message({ categoryId: 999_999 })).toBe('categoryId: There is no category 999999.');
    expect(await message({ categoryId: pumps })).toBe(`categoryId: There is no category ${pumps}.`);
    expect(await message({ classId: pumps })).toBe('categoryId: A class needs its category.');
    expect(await message({ categoryId: rotating, typeId: centrifugal })).toBe(
      'classId: A type needs its class.',
    );
    expect(await message({ categoryId: electrical, classId: pumps })).toBe(
      'classId: The class Pumps belongs to the category Rotating, not to Electrical.',
    );
    expect(await message({ categoryId: rotating, classId: gasTurbines, typeId: centrifugal })).toBe(
      'typeId: The type Centrifugal belongs to the class Pumps, not to Gas turbines.',
    );
    expect(await message({ id: id + 1 })).toBe(`id: The asset of this call is ${id}.`);
    expect((await get(`/api/assets/${id}`)).json()).toMatchObject({ category: null, version: 1 });
  });
});

describe('creating, updating and deleting', () => {
  test('creates an asset with all its fields in a location', async () => {
    const site = (await add({ uniqueId: 'S-1', assetName: 'Site', isEquipment: false })).json();
    const response = await add({
      uniqueId: ' P-7 ',
      assetName: 'Feed pump',
      technicalNumber: 'TN-7',
      description: 'Feeds the boiler',
      criticality: 'A',
      maintenancePlant: 'M1',
      planningPlant: 'L1',
      departmentId: 'D1',
      positionId: 'POS-7',
      outOfServiceAt: '2014-02-09T15:00:00+01:00',
      parentId: site.id,
      categoryId: terms.rotating,
      classId: terms.pumps,
    });
    expect(response.statusCode).toBe(201);
    const made = response.json();
    expect(made).toEqual({
      id: made.id,
      fields: {},
      assetName: 'Feed pump',
      uniqueId: 'P-7',
      category: { id: terms.rotating, caption: 'Rotating' },
      class: { id: terms.pumps, caption: 'Pumps' },
      type: null,
      technicalNumber: 'TN-7',
      description: 'Feeds the boiler',
      isEquipment: true,
      criticality: 'A',
      maintenancePlant: 'M1',
      planningPlant: 'L1',
      departmentId: 'D1',
      positionId: 'POS-7',
      outOfServiceAt: '2014-02-09T14:00:00.000Z',
      parentId: site.id,
      childCount: 0,
      twinId: null,
      connectionId: null,
      source: null,
      riskAnalysisId: null,
      riskAnalysisName: null,
      version: 1,
      ancestors: [{ id: site.id, assetName: 'Site' }],
    });
    expect((await get(`/api/assets/${made.id}`)).json()).toEqual(made);
    const audit = await server.tenant.db
      .selectFrom('audit_entry')
      .select(['action', 'entity_name', 'new'])
      .where('entity_type', '=', 'asset')
      .where('entity_id', '=', String(made.id))
      .execute();
    expect(audit).toMatchObject([
      { action: 'create', entity_name: 'Feed pump', new: { uniqueId: 'P-7', parentId: site.id } },
    ]);
  });

  test('an update of an older version answers 409 with the current asset', async () => {
    const made = (await add({ uniqueId: 'V-1', assetName: 'Valve' })).json();
    const first = await change(made.id, { uniqueId: 'V-1', assetName: 'Valve one', version: 1 });
    expect(first.json()).toMatchObject({ assetName: 'Valve one', version: 2 });
    const second = await change(made.id, { uniqueId: 'V-1', assetName: 'Valve two', version: 1 });
    expect(second.statusCode).toBe(409);
    expect(second.json()).toMatchObject({
      id: 'conflict',
      message:
        'The asset Valve one was changed by someone else: it is at version 2 now, your change was made on version 1.',
      current: { id: made.id, assetName: 'Valve one', version: 2 },
    });
  });

  test('one of two concurrent updates succeeds', async () => {
    const id = await makeAsset(server.tenant.db);
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((name) =>
        change(id, { uniqueId: `at-once-${id}`, assetName: name, version: 1 }),
      ),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409]);
  });

  test('rejects a unique id in use', async () => {
    await add({ uniqueId: 'U-1', assetName: 'One' });
    const other = (await add({ uniqueId: 'U-2', assetName: 'Two' })).json();
    const taken = 'An asset with the unique id U-1 already exists.';
    const second = await add({ uniqueId: 'U-1', assetName: 'Again' });
    expect([second.statusCode, second.json().message]).toEqual([409, taken]);
    const renamed = await change(other.id, { uniqueId: 'U-1', assetName: 'Two', version: 1 });
    expect([renamed.statusCode, renamed.json().message]).toEqual([409, taken]);
  });

  test.each([
    [{}, 'uniqueId', 'Required.'],
    [{ uniqueId: 'X', assetName: '  ' }, 'assetName', 'Required.'],
    [{ uniqueId: 'X', assetName: 'a'.repeat(201) }, 'assetName', '1 characters over maximum length of 200.'],
    [{ uniqueId: 'X', assetName: 'x', criticality: 'D' }, 'criticality', 'Please choose A, B or C.'],
    [{ uniqueId: 'X', assetName: 'x', parentId: 999_999 }, 'parentId', 'There is no asset 999999.'],
    [{ uniqueId: 'X', assetName: 'x', classId: 999_999 }, 'classId', 'There is no class 999999.'],
  ])('rejects %j', async (body, path, message) => {
    const response = await add(body);
    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toContainEqual({ path, message });
  });

  test('deletes an asset, unless it has a twin or children', async () => {
    const { db } = server.tenant;
    const remove = (id: number) => server.ask('DELETE', `/api/assets/${id}`, writer);
    const tank = await makeAsset(db, { assetName: 'Tank' });
    const inside = await makeAsset(db, { parentId: tank });
    const full = await remove(tank);
    expect([full.statusCode, full.json().message]).toEqual([
      409,
      'One asset is in Tank. Please move or delete what is in it first.',
    ]);
    expect((await remove(inside)).statusCode).toBe(204);
    const twin = await makeTwin(db, { assetId: tank });
    const twinned = await remove(tank);
    expect([twinned.statusCode, twinned.json().message]).toEqual([
      409,
      'The asset Tank has a twin. Please delete the twin first.',
    ]);
    await db.deleteFrom('twin').where('id', '=', twin).execute();
    expect((await remove(tank)).statusCode).toBe(204);
    expect((await get(`/api/assets/${tank}`)).statusCode).toBe(404);
  });
});

describe('the tree', () => {
  const move = (id: number, parentId: number | null, version: number) =>
    server.ask('PUT', `/api/assets/${id}/parent`, writer, { parentId, version });
  const children = (query: string) => get(`/api/assets/children?${query}`);

  async function makeSite(name: string) {
    const { db } = server.tenant;
    const site = await makeAsset(db, { assetName: name, isEquipment: false });
    const unit = await makeAsset(db, { assetName: `${name} unit`, isEquipment: false, parentId: site });
    const pump = await makeAsset(db, { assetName: `${name} pump`, parentId: unit });
    const crane = await makeAsset(db, { assetName: `${name} crane`, parentId: site });
    return { site, unit, pump, crane };
  }

  test('returns the children of a place in pages: locations first, each with its number of children', async () => {
    const { site, unit, crane } = await makeSite('North');
    const all = await children(`parent=${site}`);
    expect(all.headers['x-paging-total-records']).toBe('2');
    expect(all.json()).toMatchObject([
      { id: unit, assetName: 'North unit', isEquipment: false, childCount: 1, twinId: null },
      { id: crane, assetName: 'North crane', isEquipment: true, childCount: 0 },
    ]);
    const second = await children(`parent=${site}&page-size=1&page-number=2`);
    expect(second.headers['x-paging-total-records']).toBe('2');
    expect(names(second)).toEqual(['North crane']);
    expect(names(await children('page-size=1000'))).toContain('North');
    expect(names(await children('page-size=1000'))).not.toContain('North unit');
  });

  test('lists the descendants of a place at any depth', async () => {
    const { site, unit } = await makeSite('South');
    expect(names(await list({}, `?under=${site}`))).toEqual(['South crane', 'South pump', 'South unit']);
    expect(names(await list({}, `?under=${unit}`))).toEqual(['South pump']);
    const filters = [{ field: 'IsEquipment', operator: 'EqualTo', value: false }];
    expect(names(await list({ filters }, `?under=${site}`))).toEqual(['South unit']);
    expect((await list({}, '?under=999999')).json().message).toBe('Asset not found.');
  });

  test('moves a place with its descendants', async () => {
    const { site, unit, pump, crane } = await makeSite('East');
    const target = await makeAsset(server.tenant.db, { assetName: 'Target', isEquipment: false });
    const moved = await move(unit, target, 1);
    expect(moved.json()).toMatchObject({
      parentId: target,
      version: 2,
      ancestors: [{ assetName: 'Target' }],
    });
    expect((await get(`/api/assets/${pump}`)).json().ancestors).toEqual([
      { id: target, assetName: 'Target' },
      { id: unit, assetName: 'East unit' },
    ]);
    expect(names(await list({}, `?under=${site}`))).toEqual(['East crane']);
    expect(names(await list({}, `?under=${target}`))).toEqual(['East pump', 'East unit']);
    expect((await move(crane, null, 1)).json()).toMatchObject({ parentId: null, ancestors: [] });
    expect((await move(unit, site, 1)).statusCode).toBe(409);
  });

  test('rejects cycles', async () => {
    const { site, pump } = await makeSite('West');
    const itself = await move(site, site, 1);
    expect([itself.statusCode, itself.json().message]).toEqual([
      400,
      'parentId: An asset can’t be its own parent.',
    ]);
    const below = await move(site, pump, 1);
    expect([below.statusCode, below.json().message]).toEqual([
      400,
      'parentId: West pump is below the asset itself. Please choose another place.',
    ]);
    expect((await move(site, 999_999, 1)).json().message).toBe('parentId: There is no asset 999999.');
    const { db } = server.tenant;
    await expect(
      db.updateTable('asset').set({ parent_id: pump }).where('id', '=', site).execute(),
    ).rejects.toThrow(`asset ${site} can't stand below itself`);
  });

  test('one of two concurrent moves that would form a cycle succeeds', async () => {
    const { db } = server.tenant;
    const one = await makeAsset(db);
    const two = await makeAsset(db);
    const answers = await Promise.all([move(one, two, 1), move(two, one, 1)]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 400]);
  });

  test('keeps the path of an asset that is created in a place while the place moves', async () => {
    const { db } = server.tenant;
    const { unit } = await makeSite('Moving');
    const target = await makeAsset(db, { assetName: 'Moving target' });
    const made = await db.transaction().execute(async (first) => {
      const id = await seedAsset(first, { uniqueId: `late-${unit}`, assetName: 'Late', parentId: unit });
      const moving = move(unit, target, 1);
      return { id, moving };
    });
    expect((await made.moving).statusCode).toBe(200);
    const late = (await get(`/api/assets/${made.id}`)).json();
    expect(late.ancestors.map((place: { id: number }) => place.id)).toEqual([target, unit]);
  });
});

describe('POST /api/assets/filters', () => {
  test('filters by text, class and twin type, and sorts', async () => {
    const { db } = server.tenant;
    const plain = { category: 'Electrical', class: 'Switchgear' };
    const b = await makeAsset(db, { assetName: 'Zeta B', uniqueId: 'ZB-1', ...plain });
    const a = await makeAsset(db, { assetName: 'Zeta A', uniqueId: 'ZA-1', ...plain, type: 'High-voltage' });
    const twin = await makeTwin(db, { assetId: a });
    const ids = async (filters: object[], sorts: object[] = []) =>
      (await list({ filters, sorts })).json().map((asset: { id: number }) => asset.id);
    const zeta = { field: 'AssetName', operator: 'Contains', value: 'zeta' };
    expect(await ids([zeta])).toEqual([a, b]);
    expect(await ids([zeta], [{ field: 'AssetName', direction: 'Descending' }])).toEqual([b, a]);
    expect(await ids([zeta], [{ field: 'AssetClass', direction: 'Ascending' }])).toEqual([b, a]);
    expect(await ids([{ field: 'TwinId', operator: 'EqualTo', value: twin }])).toEqual([a]);
    expect(await ids([{ field: 'CategoryId', operator: 'EqualTo', value: terms.electrical }])).toEqual([
      a,
      b,
    ]);
    expect(await ids([{ field: 'AssetClass', operator: 'Contains', value: 'high-v' }])).toEqual([a]);
  });

  test('pages, and rejects an unknown field', async () => {
    const paged = await list({}, '?page-size=1&page-number=1');
    expect(paged.json()).toHaveLength(1);
    expect(Number(paged.headers['x-paging-total-records'])).toBeGreaterThan(10);
    const response = await list({ sorts: [{ field: 'Path', direction: 'Ascending' }] });
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toBe(
      "There is no field 'Path'. The fields are Id, AssetName, UniqueId, TechnicalNumber, Description, IsEquipment, Criticality, MaintenancePlant, PlanningPlant, DepartmentId, PositionId, ParentId, CategoryId, ClassId, TypeId, AssetClass, TwinId.",
    );
  });
});

test('a search finds an asset by its class', async () => {
  const id = await makeAsset(server.tenant.db, { assetName: 'Found by class' });
  const body = { id, categoryId: terms.rotating, classId: terms.gasTurbines };
  await server.ask('PUT', `/api/assets/${id}/taxonomy`, writer, body);
  const { detail } = await server.tenant.db
    .selectFrom('search_entry')
    .select('detail')
    .where('type', '=', 1)
    .where('record_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(detail).toBe('Rotating - Gas turbines');
});

test('the calls of assets answer 400, 401, 403 and 404', async () => {
  const { db } = server.tenant;
  const asset = await makeAsset(db);
  const nobody = await makeSession(db);
  expect((await get('/api/assets')).statusCode).toBe(400);
  expect((await get('/api/assets?id=x')).statusCode).toBe(400);
  expect((await get('/api/assets/children?parent=x')).statusCode).toBe(400);
  const body = { uniqueId: 'N', assetName: 'N', version: 1 };
  const choice = { id: 999_999, categoryId: null, classId: null, typeId: null };
  const calls = [
    ['GET', `?id=${asset}`, undefined, 200],
    ['GET', '/999999', undefined, 404],
    ['GET', '/999999/tags', undefined, 404],
    ['GET', '/children?parent=999999', undefined, 404],
    ['GET', '/taxonomy/list', undefined, 200],
    ['POST', '/filters', {}, 200],
    ['PUT', '/999999', body, 404],
    ['PUT', '/999999/parent', { parentId: null, version: 1 }, 404],
    ['PUT', '/999999/taxonomy', choice, 404],
    ['DELETE', '/999999', undefined, 404],
  ] as const;
  for (const [method, path, sent, status] of calls) {
    const url = `/api/assets${path}`;
    expect((await server.ask(method, url, {}, sent)).statusCode, url).toBe(401);
    expect((await server.ask(method, url, nobody, sent)).statusCode, url).toBe(403);
    const answer = await server.ask(method, url, writer, sent);
    expect(answer.statusCode, url).toBe(status);
    if (status === 404) expect(answer.json().message).toBe('Asset not found.');
  }
  for (const [method, path, sent, message] of [
    ['GET', '/x/tags', undefined, 'id: Please enter an integer.'],
    ['DELETE', '/x', undefined, 'id: Please enter an integer.'],
    ['PUT', `/${asset}`, { ...body, assetName: ' ' }, 'assetName: Required.'],
    ['PUT', '/x/mtbf/calc', undefined, 'id: Please enter an integer.'],
  ] as const) {
    const answer = await server.ask(method, `/api/assets${path}`, writer, sent);
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
  }
  const { version: _, ...made } = body;
  expect((await add(made, viewer)).statusCode).toBe(403);
});
