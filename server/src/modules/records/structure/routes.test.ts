import type { Structure, StructureNode } from '@twinward/contracts/records/structure';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import {
  makeAsset,
  makeProtection,
  makeSession,
  makeTwin,
  makeViewerSession,
} from '../../../testing/factories.ts';

let test: TestApp;
let admin: Record<string, string>;
let viewer: Record<string, string>;
beforeAll(async () => {
  test = await createTestApp();
  admin = await makeSession(test.tenant.db, { isAdmin: true });
  viewer = await makeViewerSession(test.tenant.db);
});
afterAll(() => test.close());

const path = '/api/structures';
const ask = (method: Method, url: string, body?: unknown, headers = admin) =>
  test.ask(method, url, headers, body);
let count = 0;
/** Creates a one-to-many relationship between assets, and returns its name. */
async function relate(caption: string, more: object = {}): Promise<string> {
  count += 1;
  const name = `r${count}`;
  const answer = await ask('POST', '/api/relationships', {
    name,
    caption,
    fromType: 'asset',
    toType: 'asset',
    cardinality: 'one-many',
    fromCaption: caption,
    toCaption: `${caption} by`,
    ...more,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return name;
}
async function make(relationships: string[], caption = 'Process'): Promise<Structure> {
  count += 1;
  const answer = await ask('POST', path, { name: `s${count}`, caption, relationships });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const link = (relationship: string, fromId: number, toId: number, headers = admin) =>
  ask('POST', '/api/links', { relationship, links: [{ fromId, toId }] }, headers);
const refusal = (answer: { statusCode: number; json(): { message: string } }) => [
  answer.statusCode,
  answer.json().message,
];
const children = async (name: string, id?: number, type = 'asset') =>
  (await ask('GET', `${path}/${name}/children${id === undefined ? '' : `?type=${type}&id=${id}`}`)).json<
    StructureNode[]
  >();

describe('structures', () => {
  it('are created, changed and deleted, and several can coexist', async () => {
    const [feeds, cools] = [await relate('Feeds'), await relate('Cools')];
    const made = await make([feeds, cools]);
    expect(made.relationships.map(({ name }) => name)).toEqual([feeds, cools]);
    const { name, version } = made;
    const changed = await ask('PUT', `${path}/${name}`, {
      caption: 'Cooling',
      relationships: [cools, feeds],
      version,
    });
    expect(changed.json()).toMatchObject({ caption: 'Cooling', version: 2 });
    expect(changed.json().relationships.map((one: { name: string }) => one.name)).toEqual([cools, feeds]);
    const late = await ask('PUT', `${path}/${name}`, { caption: 'Late', relationships: [feeds], version });
    expect([late.statusCode, late.json().current.caption]).toEqual([409, 'Cooling']);
    await make([feeds], 'Second');
    const list = await ask('POST', `${path}/filters`, {}, viewer);
    expect(list.json().map((one: Structure) => one.caption)).toEqual(
      expect.arrayContaining(['Cooling', 'Location', 'Second']),
    );
    expect((await ask('DELETE', `${path}/${name}`)).statusCode).toBe(204);
    expect((await ask('GET', `${path}/${name}`)).statusCode).toBe(404);
  });

  it('include the locations of assets, which cannot change', async () => {
    const standard = (await ask('GET', `${path}/location`)).json<Structure>();
    expect(standard.relationships.map(({ name }) => name)).toEqual(['asset-location']);
    const change = { caption: 'Mine', relationships: ['asset-location'], version: standard.version };
    expect(refusal(await ask('PUT', `${path}/location`, change))).toEqual([
      409,
      'The product’s own structures can’t be changed.',
    ]);
    expect((await ask('DELETE', `${path}/location`)).statusCode).toBe(409);
  });

  it('refuse hostile names, and store them as captions', async () => {
    const feeds = await relate('Feeds');
    for (const text of [
      '"; drop table structure; --',
      '<b>__proto__</b>',
      '\u202Eevil',
      'x'.repeat(10_000),
    ]) {
      const named = await ask('POST', path, { name: text, caption: 'No', relationships: [feeds] });
      expect(named.statusCode, text.slice(0, 30)).toBe(400);
      const captioned = await ask('PUT', `${path}/${(await make([feeds])).name}`, {
        caption: text,
        relationships: [feeds],
        version: 1,
      });
      if (text.length > 1000) expect(captioned.statusCode).toBe(400);
      else expect(captioned.json().caption).toBe(text);
    }
  });

  it('refuse relationships that do not form a tree', async () => {
    const [feeds, mixes] = [await relate('Feeds'), await relate('Mixes', { cardinality: 'many-many' })];
    const post = (relationships: string[]) => ask('POST', path, { name: 'no', caption: 'No', relationships });
    expect(refusal(await post([mixes]))).toEqual([
      400,
      'relationships.0: Mixes is many-to-many: a record could stand in several places.',
    ]);
    expect(refusal(await post([feeds, feeds]))).toEqual([400, 'relationships.1: Feeds is named twice.']);
    expect(refusal(await post(['__proto__']))).toEqual([
      400,
      "relationships.0: There is no relationship '__proto__'.",
    ]);
    expect((await post([])).statusCode).toBe(400);
    await make([feeds]);
    const used = (await ask('GET', `/api/relationships/${feeds}`)).json();
    const { name: _, fromType, toType, standard, linkCount, structures, ...rest } = used;
    const wider = await ask('PUT', `/api/relationships/${feeds}`, { ...rest, cardinality: 'many-many' });
    expect(refusal(wider)).toEqual([
      409,
      'A relationship of a structure can’t be many-to-many: it is in Process.',
    ]);
    expect((await ask('DELETE', `/api/relationships/${feeds}`)).statusCode).toBe(409);
  });

  it('show records as a tree, placed by the first relationship that applies', async () => {
    const { db } = test.tenant;
    const [feeds, cools] = [await relate('Feeds'), await relate('Cools')];
    const { name } = await make([feeds, cools]);
    const [plant, unit, pump, fan] = [
      await makeAsset(db, { assetName: 'Plant', isEquipment: false }),
      await makeAsset(db, { assetName: 'Unit', isEquipment: false }),
      await makeAsset(db, { assetName: 'Pump' }),
      await makeAsset(db, { assetName: 'Fan' }),
    ];
    await link(feeds, plant, unit);
    await link(feeds, unit, pump);
    await link(cools, plant, pump);
    await link(cools, unit, fan);
    const titles = (nodes: StructureNode[]) => nodes.map(({ title, childCount }) => [title, childCount]);
    expect(titles(await children(name))).toEqual([['Plant', 1]]);
    expect(titles(await children(name, plant))).toEqual([['Unit', 2]]);
    expect(titles(await children(name, unit))).toEqual([
      ['Fan', 0],
      ['Pump', 0],
    ]);
    const way = await ask('GET', `${path}/${name}/ancestors/asset/${pump}`);
    expect(way.json().map(({ title }: { title: string }) => title)).toEqual(['Plant', 'Unit', 'Pump']);
    const under = await ask('POST', `/api/assets/filters?structure=${name}&under=${plant}`, {}, viewer);
    expect(under.json().map(({ assetName }: { assetName: string }) => assetName)).toEqual([
      ...['Fan', 'Pump', 'Unit'],
    ]);
  });

  it('contain records of several types', async () => {
    const { db } = test.tenant;
    const places = await relate('Watches', { fromType: 'twin', toType: 'asset' });
    const { name } = await make([places]);
    const [twin, asset] = [await makeTwin(db), await makeAsset(db, { assetName: 'Watched' })];
    await link(places, twin, asset);
    const alone = await makeTwin(db);
    expect((await children(name)).map(({ id }) => id)).toEqual(expect.arrayContaining([twin, alone]));
    expect((await children(name, twin, 'twin')).map(({ type, title }) => [type, title])).toEqual([
      ['asset', 'Watched'],
    ]);
    const query = `structure=${name}&underType=twin&under=${twin}`;
    const under = await ask('POST', `/api/assets/filters?${query}`, {}, viewer);
    expect(under.json().map(({ id }: { id: number }) => id)).toEqual([asset]);
  });

  it('are chosen per user; a deleted one falls back to the standard one', async () => {
    const { name } = await make([await relate('Feeds')]);
    const chosen = () =>
      ask('GET', '/api/settings/user/structure', undefined, viewer).then((one) => one.json());
    expect(await chosen()).toEqual({ name: 'location' });
    await ask('POST', '/api/settings/user/structure', { name }, viewer);
    expect(await chosen()).toEqual({ name });
    const unknown = await ask('POST', '/api/settings/user/structure', { name: 'nothing' }, viewer);
    expect(unknown.statusCode).toBe(404);
    await ask('DELETE', `${path}/${name}`);
    expect(await chosen()).toEqual({ name: 'location' });
  });
});

describe('locations', () => {
  it('of protections and risk use the user’s structure, without hidden records', async () => {
    const { db } = test.tenant;
    count += 1;
    const type = `secret-${count}`;
    await ask('POST', '/api/recordtypes', {
      name: type,
      caption: 'Secret',
      restricted: true,
      fields: [{ name: 'title', caption: 'Title', kind: 'text' }],
    });
    const record = (await ask('POST', `/api/records/${type}`, { fields: { title: 'Hidden room' } })).json();
    const [holds, feeds] = [await relate('Holds', { fromType: type }), await relate('Feeds')];
    const { name } = await make([holds, feeds]);
    const hall = await makeAsset(db, { assetName: 'Hall' });
    const [unit, pump] = [
      await makeAsset(db, { assetName: 'Unit 7' }),
      await makeAsset(db, { assetName: 'Pump', parentId: hall }),
    ];
    await link(holds, record.id, unit);
    await link(feeds, unit, pump);
    const protection = await makeProtection(db, { twinId: await makeTwin(db, { assetId: pump }) });
    const analysis = await ask('POST', '/api/riskanalyses/', [
      { name: `By ${name}`, assetIds: [pump, unit] },
    ]);
    expect(analysis.statusCode, analysis.body).toBe(201);
    const seen = async (headers: Record<string, string>) => {
      const filters = [{ field: 'Id', operator: 'EqualTo', value: protection }];
      const listed = await ask('POST', '/api/indicators/filters', { filters }, headers);
      const portfolio = await ask(
        'GET',
        `/api/riskanalyses/${analysis.json()[0].id}/portfolio`,
        undefined,
        headers,
      );
      expect(portfolio.statusCode, portfolio.body).toBe(200);
      return [
        listed.json()[0].location,
        portfolio
          .json()
          .locations.map((one: { name: string }) => one.name)
          .sort(),
      ];
    };
    expect(await seen(viewer)).toEqual([['Hall'], ['Hall', 'No location']]);
    await ask('POST', '/api/settings/user/structure', { name }, viewer);
    expect(await seen(viewer)).toEqual([['Unit 7'], ['No location', 'Unit 7']]);
    await ask('POST', '/api/settings/user/structure', { name });
    expect(await seen(admin)).toEqual([
      ['Hidden room', 'Unit 7'],
      ['Hidden room', 'Unit 7'],
    ]);
    const byLocation = [{ field: 'Location', operator: 'Contains', value: 'unit 7' }];
    const found = await ask('POST', '/api/indicators/filters', { filters: byLocation }, viewer);
    expect(found.json().map(({ id }: { id: number }) => id)).toEqual([protection]);
    const top = await ask('GET', `${path}/${name}/children`, undefined, viewer);
    expect(top.json().map(({ title }: { title: string }) => title)).not.toContain('Hidden room');
    const way = await ask('GET', `${path}/${name}/ancestors/asset/${pump}`, undefined, viewer);
    expect(way.json().map(({ title }: { title: string }) => title)).toEqual(['Unit 7', 'Pump']);
  });
});

describe('a cycle', () => {
  it('is refused with its names, across all relationships of the structure', async () => {
    const { db } = test.tenant;
    const [feeds, cools] = [await relate('Feeds'), await relate('Cools')];
    await make([feeds, cools], 'Supply');
    const [a, b, c] = [
      await makeAsset(db, { assetName: 'Alpha' }),
      await makeAsset(db, { assetName: 'Beta' }),
      await makeAsset(db, { assetName: 'Gamma' }),
    ];
    expect((await link(feeds, a, b)).statusCode).toBe(201);
    expect((await link(cools, b, c)).statusCode).toBe(201);
    expect(refusal(await link(cools, c, a))).toEqual([
      409,
      'In the structure "Supply" a record would stand below itself: Alpha in Gamma in Beta in Alpha.',
    ]);
  });

  it('is refused for links and moves if the standard relationship is part of the structure', async () => {
    const { db } = test.tenant;
    const feeds = await relate('Feeds');
    await make(['asset-location', feeds], 'Supply');
    const hall = await makeAsset(db, { assetName: 'Hall' });
    const pump = await makeAsset(db, { assetName: 'Pump', parentId: hall });
    expect(refusal(await link(feeds, pump, hall))).toEqual([
      409,
      'In the structure "Supply" a record would stand below itself: Hall in Pump in Hall.',
    ]);
    const yard = await makeAsset(db, { assetName: 'Yard' });
    expect((await link(feeds, pump, yard)).statusCode).toBe(201);
    const { version } = (await ask('GET', `/api/assets/${hall}`)).json();
    const moved = await ask('PUT', `/api/assets/${hall}/parent`, { parentId: yard, version });
    expect(refusal(moved)).toEqual([
      409,
      'In the structure "Supply" a record would stand below itself: Hall in Yard in Pump in Hall.',
    ]);
  });

  it('of two concurrent links is refused for one of them', async () => {
    const { db } = test.tenant;
    const feeds = await relate('Feeds');
    await make([feeds], 'Supply');
    for (let i = 0; i < 5; i++) {
      const [a, b] = [await makeAsset(db), await makeAsset(db)];
      const answers = await Promise.all([link(feeds, a, b), link(feeds, b, a)]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    }
  });

  it('of existing links makes the structure invalid', async () => {
    const { db } = test.tenant;
    const feeds = await relate('Feeds');
    const [a, b] = [await makeAsset(db, { assetName: 'Alpha' }), await makeAsset(db, { assetName: 'Beta' })];
    await link(feeds, a, b);
    expect((await link(feeds, b, a)).statusCode).toBe(201);
    const answer = await ask('POST', path, { name: 'round', caption: 'Round', relationships: [feeds] });
    expect(refusal(answer)).toEqual([
      409,
      'In the structure "Round" the record "Alpha" would stand below itself by these relationships.',
    ]);
    expect((await ask('GET', `${path}/round`)).statusCode).toBe(404);
  });

  it('of a structure and a link created concurrently is refused for one of them', async () => {
    const { db } = test.tenant;
    const feeds = await relate('Feeds');
    const [a, b] = [await makeAsset(db), await makeAsset(db)];
    await link(feeds, a, b);
    count += 1;
    const [structure, linked] = await Promise.all([
      ask('POST', path, { name: `s${count}`, caption: 'Race', relationships: [feeds] }),
      link(feeds, b, a),
    ]);
    expect([
      [201, 409],
      [409, 201],
    ]).toContainEqual([structure.statusCode, linked.statusCode]);
  });
});

it('the calls for structures answer 400, 401, 403 and 404', async () => {
  const nobody = await makeSession(test.tenant.db);
  const body = { name: 'x', caption: 'X', relationships: ['asset-location'] };
  expect((await ask('POST', path, body, {})).statusCode).toBe(401);
  expect((await ask('POST', path, body, viewer)).statusCode).toBe(403);
  expect((await ask('POST', `${path}/filters`, {}, nobody)).statusCode).toBe(403);
  expect((await ask('GET', `${path}/nothing/children`)).statusCode).toBe(404);
  expect((await ask('GET', `${path}/location/ancestors/asset/999999999`)).statusCode).toBe(404);
  expect((await ask('GET', `${path}/location/children?id=x`)).statusCode).toBe(400);
  expect((await ask('DELETE', `${path}/nothing`)).statusCode).toBe(404);
  const under = await ask('POST', '/api/assets/filters?structure=nothing&under=1', {});
  expect(under.statusCode).toBe(404);
});
