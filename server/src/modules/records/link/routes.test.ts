import type { LinkCandidate, LinkedRecord, LinkPanel } from '@twinward/contracts/records/link';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { makeAsset, makeSession, makeTag, makeTwin, makeViewerSession } from '../../../testing/factories.ts';

let test: TestApp;
let admin: Record<string, string>;
let viewer: Record<string, string>;
beforeAll(async () => {
  test = await createTestApp();
  admin = await makeSession(test.tenant.db, { isAdmin: true });
  viewer = await makeViewerSession(test.tenant.db);
});
afterAll(() => test.close());

const ask = (method: Method, url: string, body?: unknown, headers = admin) =>
  test.ask(method, url, headers, body);
let count = 0;
/** Creates a one-to-many relationship from assets to tags, and returns its name. */
async function relate(more: object = {}): Promise<string> {
  count += 1;
  const name = `measures-${count}`;
  const answer = await ask('POST', '/api/relationships', {
    name,
    caption: 'Measures',
    fromType: 'asset',
    toType: 'tag',
    cardinality: 'one-many',
    fromCaption: 'Measured by',
    toCaption: 'Measures',
    ...more,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return name;
}
const link = (relationship: string, links: [from: number, to: number][], headers = admin) =>
  ask(
    'POST',
    '/api/links',
    { relationship, links: links.map(([fromId, toId]) => ({ fromId, toId })) },
    headers,
  );
const panelPath = (type: string, id: number, name: string, side: 'from' | 'to') =>
  `/api/links/${type}/${id}/${name}/${side}`;
async function linked(type: string, id: number, name: string, side: 'from' | 'to', body: object = {}) {
  const answer = await ask('POST', `${panelPath(type, id, name, side)}/filters`, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<LinkedRecord[]>();
}
const refusal = (answer: { statusCode: number; json(): { message: string } }) => [
  answer.statusCode,
  answer.json().message,
];

describe('links', () => {
  it('are listed from both sides, filtered, sorted and paged, and removed', async () => {
    const { db } = test.tenant;
    const name = await relate();
    const pump = await makeAsset(db, { assetName: 'Pump', uniqueId: 'P-1' });
    const tags = [
      await makeTag(db, { name: 'T-b', caption: 'Flow' }),
      await makeTag(db, { name: 'T-a', caption: 'Head' }),
    ];
    const answer = await link(
      name,
      tags.map((id) => [pump, id]),
    );
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual(
      tags.map((toId) => ({ id: expect.any(Number), relationship: name, fromId: pump, toId })),
    );
    const found = await linked('asset', pump, name, 'from');
    expect(found.map(({ title, detail, type }) => [title, detail, type])).toEqual([
      ['T-a', 'Head', 'tag'],
      ['T-b', 'Flow', 'tag'],
    ]);
    const filters = [{ field: 'Detail', operator: 'Contains', value: 'flo' }];
    expect(await linked('asset', pump, name, 'from', { filters })).toEqual([found[1]]);
    const page = await ask('POST', `${panelPath('asset', pump, name, 'from')}/filters?page-size=1`, {
      sorts: [{ field: 'Title', direction: 'Descending' }],
    });
    expect([page.json()[0].title, page.headers['x-paging-total-records']]).toEqual(['T-b', '2']);
    expect((await linked('tag', tags[0]!, name, 'to')).map(({ title, detail }) => [title, detail])).toEqual([
      ['Pump', 'P-1'],
    ]);
    const panels = (await ask('GET', `/api/links/asset/${pump}`)).json<LinkPanel[]>();
    expect(panels.find(({ relationship }) => relationship === name)).toEqual({
      relationship: name,
      side: 'from',
      caption: 'Measured by',
      type: 'tag',
      count: 2,
      canWrite: true,
      cardinality: 'one-many',
      takesOne: false,
      onDelete: 'unlink',
      standard: false,
    });
    const ids = found.map(({ linkId }) => linkId);
    expect((await ask('POST', '/api/links/remove', { ids })).statusCode).toBe(204);
    expect(await linked('asset', pump, name, 'from')).toEqual([]);
    const trail = await ask('POST', '/api/audit/filters', {
      filters: [{ field: 'EntityType', operator: 'EqualTo', value: 'link' }],
    });
    expect(
      trail
        .json()
        .slice(0, 4)
        .map(({ action }: { action: string }) => action),
    ).toEqual([...['delete', 'delete', 'create', 'create']]);
    expect(trail.json()[3]).toMatchObject({
      entityName: 'Measures - Pump - T-b',
      new: { fromType: 'asset', fromId: pump, toType: 'tag', toId: tags[0], relationship: name },
    });
  });

  it('list candidates with the link that excludes each', async () => {
    const { db } = test.tenant;
    const name = await relate();
    const [pump, fan] = [await makeAsset(db), await makeAsset(db, { assetName: 'Fan' })];
    const [free, taken, own] = [
      await makeTag(db, { name: `${name}-free` }),
      await makeTag(db, { name: `${name}-taken` }),
      await makeTag(db, { name: `${name}-own` }),
    ];
    await link(name, [
      [fan, taken],
      [pump, own],
    ]);
    const answer = await ask('POST', `${panelPath('asset', pump, name, 'from')}/candidates/filters`, {
      filters: [{ field: 'Title', operator: 'StartsWith', value: name }],
    });
    expect(answer.json<LinkCandidate[]>().map(({ id, takenBy }) => [id, takenBy])).toEqual([
      [free, null],
      [taken, 'Fan'],
    ]);
  });

  it.each([
    [
      'one-many',
      [
        ['a', 'x'],
        ['b', 'x'],
      ],
      '{x} is linked to {a} already, and “Measures” takes one. Please unlink it first.',
    ],
    [
      'one-one',
      [
        ['a', 'x'],
        ['a', 'y'],
      ],
      '{a} is linked to {x} already, and “Measured by” takes one. Please unlink it first.',
    ],
    [
      'many-many',
      [
        ['a', 'x'],
        ['a', 'x'],
      ],
      '{a} and {x} are linked already.',
    ],
  ] as const)(
    'of %s refuse %j with the names of the linked records, also within one call',
    async (cardinality, [first, second], message) => {
      const { db } = test.tenant;
      const name = await relate({ cardinality });
      const ids: Record<string, number> = {};
      for (const key of ['a', 'b']) ids[key] = await makeAsset(db, { assetName: `${name}-${key}` });
      for (const key of ['x', 'y']) ids[key] = await makeTag(db, { name: `${name}-${key}` });
      const pair = ([from, to]: readonly [string, string]): [number, number] => [ids[from]!, ids[to]!];
      const expected = [409, message.replaceAll(/\{(\w)\}/g, (_, key) => `${name}-${key}`)];
      expect(refusal(await link(name, [pair(first), pair(second)]))).toEqual(expected);
      expect((await link(name, [pair(first)])).statusCode).toBe(201);
      expect(refusal(await link(name, [pair(second)]))).toEqual(expected);
    },
  );

  it.each(['one-one', 'one-many', 'many-many'])('of %s are enforced by the database', async (cardinality) => {
    const { db } = test.tenant;
    const name = await relate({ cardinality });
    const [a, b] = [await makeAsset(db), await makeAsset(db)];
    const [x, y] = [await makeTag(db), await makeTag(db)];
    const insert = (from: number, to: number, column = 'to_tag_id') =>
      sql`insert into record_link (relationship_id, from_type_id, from_type, to_type_id, to_type, cardinality,
          from_asset_id, ${sql.ref(column)})
        select id, from_type_id, from_type, to_type_id, to_type, cardinality, ${from}::int, ${to}::int
        from relationship where name = ${name}`.execute(db);
    await insert(a, x);
    await expect(insert(a, x)).rejects.toMatchObject({ code: '23505' });
    const [sameTo, sameFrom] = [insert(b, x), insert(a, y)];
    const results = await Promise.allSettled([sameTo, sameFrom]);
    expect(results.map(({ status }) => status)).toEqual(
      { 'one-one': ['rejected', 'rejected'], 'one-many': ['rejected', 'fulfilled'] }[cardinality] ?? [
        'fulfilled',
        'fulfilled',
      ],
    );
    // Neither another record type, nor a record that does not exist.
    await expect(insert(b, a, 'to_asset_id')).rejects.toMatchObject({ code: '23514' });
    await expect(insert(b, 999_999_999)).rejects.toMatchObject({ code: '23503' });
  });

  it('that two users create at the same time are created once', async () => {
    const { db } = test.tenant;
    const name = await relate();
    const assets = await Promise.all([1, 2, 3, 4, 5, 6].map(() => makeAsset(db)));
    const tag = await makeTag(db);
    const answers = await Promise.all(assets.map((id) => link(name, [[id, tag]])));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect(await linked('tag', tag, name, 'to')).toHaveLength(1);
  });

  it('of the standard relationship move the asset', async () => {
    const { db } = test.tenant;
    const [hall, pump] = [await makeAsset(db, { assetName: 'Hall' }), await makeAsset(db)];
    const made = await link('asset-location', [[hall, pump]]);
    expect(made.statusCode, made.body).toBe(201);
    const asset = (await ask('GET', `/api/assets/${pump}`)).json();
    expect([asset.parentId, asset.ancestors]).toEqual([hall, [{ id: hall, assetName: 'Hall' }]]);
    expect(refusal(await link('asset-location', [[pump, hall]]))[0]).toBe(400);
    await ask('POST', '/api/links/remove', { ids: [made.json()[0].id] });
    expect((await ask('GET', `/api/assets/${pump}`)).json().parentId).toBeNull();
  });

  it('of the standard relationship are updated when an asset moves', async () => {
    const { db } = test.tenant;
    const [hall, yard] = [await makeAsset(db, { assetName: 'Hall' }), await makeAsset(db)];
    const pump = await makeAsset(db, { parentId: hall });
    const above = async () => (await linked('asset', pump, 'asset-location', 'to')).map(({ id }) => id);
    expect(await above()).toEqual([hall]);
    const version = (await ask('GET', `/api/assets/${pump}`)).json().version;
    await ask('PUT', `/api/assets/${pump}/parent`, { parentId: yard, version });
    expect(await above()).toEqual([yard]);
    expect((await ask('DELETE', `/api/assets/${pump}`)).statusCode).toBe(204);
    expect(await linked('asset', yard, 'asset-location', 'from')).toEqual([]);
  });
});

describe('deleting a linked record', () => {
  it('is refused with the names of the records, also when other records are deleted with it', async () => {
    const { db } = test.tenant;
    const name = await relate({ toType: 'twin', fromOnDelete: 'block', fromCaption: 'Watched by' });
    const twins = await Promise.all(
      ['A', 'B', 'C', 'D'].map(async (letter) =>
        makeTwin(db, { assetId: await makeAsset(db, { assetName: `Pump ${letter}` }) }),
      ),
    );
    const asset = await makeAsset(db);
    await link(
      name,
      twins.map((id) => [asset, id]),
    );
    expect(refusal(await ask('DELETE', `/api/assets/${asset}`))).toEqual([
      409,
      'This asset is linked, and "Watched by" blocks its deletion: Pump A, Pump B, Pump C and 1 more. Please unlink first.',
    ]);
    expect((await ask('GET', `/api/assets/${asset}`)).statusCode).toBe(200);
    const found = await linked('asset', asset, name, 'from');
    await ask('POST', '/api/links/remove', { ids: found.map(({ linkId }) => linkId) });
    expect((await ask('DELETE', `/api/assets/${asset}`)).statusCode).toBe(204);
  });

  it('removes its links if the relationship is set to, with audit entries', async () => {
    const { db } = test.tenant;
    const name = await relate({ fromOnDelete: 'block', toOnDelete: 'unlink' });
    const [asset, tag] = [await makeAsset(db, { assetName: 'Boiler' }), await makeTag(db)];
    const [made] = (await link(name, [[asset, tag]])).json();
    expect((await ask('DELETE', `/api/tags/${tag}`)).statusCode).toBe(204);
    expect(await linked('asset', asset, name, 'from')).toEqual([]);
    const trail = await ask('POST', '/api/audit/filters', {
      filters: [{ field: 'EntityId', operator: 'EqualTo', value: String(made.id) }],
    });
    expect(trail.json()[0]).toMatchObject({
      action: 'delete',
      entityType: 'link',
      userName: 'Twinward',
      userId: null,
      entityName: 'Measures - Boiler',
      old: { fromId: asset, toId: tag },
    });
    expect((await ask('DELETE', `/api/assets/${asset}`)).statusCode).toBe(204);
  });

  it('succeeds if both sides are deleted together', async () => {
    const { db } = test.tenant;
    const name = await relate({ fromType: 'twin', toType: 'failure-mode', toOnDelete: 'block' });
    const twin = await makeTwin(db);
    const mode = await ask('POST', '/api/failure-modes', { twinId: twin, name: 'Leak' });
    expect(mode.statusCode, mode.body).toBe(201);
    const { id } = mode.json();
    expect((await link(name, [[twin, id]])).statusCode).toBe(201);
    expect(refusal(await ask('DELETE', `/api/failure-modes/${id}`))[0]).toBe(409);
    expect((await ask('DELETE', `/api/twins/${twin}`)).statusCode).toBe(204);
  });
});

describe('records of custom types', () => {
  async function makeType(more: object = {}): Promise<string> {
    count += 1;
    const name = `inspection-${count}`;
    const answer = await ask('POST', '/api/recordtypes', {
      name,
      caption: 'Inspection',
      ...more,
      fields: [{ name: 'title', caption: 'Title', kind: 'text' }],
    });
    expect(answer.statusCode, answer.body).toBe(201);
    return name;
  }
  async function makeRecord(type: string, title: string): Promise<number> {
    const answer = await ask('POST', `/api/records/${type}`, { fields: { title } });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json().id;
  }

  it('are linked like others; deletion is blocked or removes links', async () => {
    const { db } = test.tenant;
    const type = await makeType();
    const name = await relate({ toType: type, toOnDelete: 'block', toCaption: 'Inspects' });
    const asset = await makeAsset(db, { assetName: 'Vessel' });
    const [first, second] = [await makeRecord(type, 'Wall'), await makeRecord(type, '<i>Roof</i>')];
    expect(
      (
        await link(name, [
          [asset, first],
          [asset, second],
        ])
      ).statusCode,
    ).toBe(201);
    expect((await linked('asset', asset, name, 'from')).map(({ title }) => title)).toEqual([
      ...['<i>Roof</i>', 'Wall'],
    ]);
    expect((await linked(type, first, name, 'to')).map(({ title }) => title)).toEqual(['Vessel']);
    expect(refusal(await ask('DELETE', `/api/records/${type}/${first}`))).toEqual([
      409,
      `This ${type} is linked, and "Inspects" blocks its deletion: Vessel. Please unlink first.`,
    ]);
    expect((await ask('DELETE', `/api/assets/${asset}`)).statusCode).toBe(204);
    expect((await ask('DELETE', `/api/records/${type}/${first}`)).statusCode).toBe(204);
    const other = await makeType();
    const stranger = await makeRecord(other, 'Stranger');
    const pump = await makeAsset(db);
    expect(refusal(await link(name, [[pump, stranger]]))).toEqual([
      400,
      `links.0.toId: There is no record ${stranger} of type ${type}.`,
    ]);
  });

  it('of a restricted type are hidden from users without the type', async () => {
    const { db } = test.tenant;
    const type = await makeType({ restricted: true });
    const name = await relate({ toType: type });
    const asset = await makeAsset(db);
    const record = await makeRecord(type, 'Secret');
    await link(name, [[asset, record]]);
    const panels = (await ask('GET', `/api/links/asset/${asset}`, undefined, viewer)).json<LinkPanel[]>();
    expect(panels.map(({ relationship }) => relationship)).not.toContain(name);
    const url = `${panelPath('asset', asset, name, 'from')}/filters`;
    expect(refusal(await ask('POST', url, {}, viewer))).toEqual([404, 'Record type not found.']);
    expect((await ask('GET', `/api/links/${type}/${record}`, undefined, viewer)).statusCode).toBe(404);
  });

  it('prevent the deletion of their type while a relationship uses it', async () => {
    const type = await makeType();
    await relate({ toType: type, caption: 'Inspections' });
    expect(refusal(await ask('DELETE', `/api/recordtypes/${type}`))).toEqual([
      409,
      'The relationship Inspections is of this type. Please delete it first.',
    ]);
  });
});

describe('calls of links', () => {
  it('require the right to write one of the types and to read both', async () => {
    const { db } = test.tenant;
    const name = await relate();
    const [asset, tag] = [await makeAsset(db), await makeTag(db)];
    const writers = await Promise.all(
      (['asset', 'tag', 'twin'] as const).map((type) =>
        makeSession(db, { groups: ['VIEWERS'], recordTypes: [type] }),
      ),
    );
    const [writesAssets, writesTags, writesTwins] = writers;
    expect((await link(name, [[asset, tag]], writesTwins)).statusCode).toBe(403);
    expect((await link(name, [[asset, tag]], viewer)).statusCode).toBe(403);
    const made = await link(name, [[asset, tag]], writesTags);
    expect(made.statusCode).toBe(201);
    const ids = [made.json()[0].id];
    expect((await ask('POST', '/api/links/remove', { ids }, viewer)).statusCode).toBe(403);
    expect((await ask('POST', '/api/links/remove', { ids }, writesAssets)).statusCode).toBe(204);
    const panels = (await ask('GET', `/api/links/asset/${asset}`, undefined, viewer)).json<LinkPanel[]>();
    expect(panels.some(({ canWrite }) => canWrite)).toBe(false);
    const nobody = await makeSession(db);
    expect((await ask('GET', `/api/links/asset/${asset}`, undefined, nobody)).statusCode).toBe(403);
  });

  it('answer 400, 401 and 404', async () => {
    const { db } = test.tenant;
    const name = await relate();
    const [asset, tag] = [await makeAsset(db), await makeTag(db)];
    expect(refusal(await link(name, [[asset, 999_999_999]]))).toEqual([
      400,
      'links.0.toId: There is no record 999999999 of type tag.',
    ]);
    expect(refusal(await link('nothing', [[asset, tag]]))).toEqual([404, 'Relationship not found.']);
    expect((await link(name, [])).statusCode).toBe(400);
    const self = await relate({ toType: 'asset' });
    expect(refusal(await link(self, [[asset, asset]]))).toEqual([
      400,
      'links.0.toId: A record can’t be linked to itself.',
    ]);
    for (const type of ['ship', '__proto__', "asset' or 1=1"]) {
      expect((await ask('GET', `/api/links/${encodeURIComponent(type)}/${asset}`)).statusCode).toBe(404);
    }
    expect((await ask('GET', '/api/links/asset/999999999')).statusCode).toBe(404);
    const wrongSide = await ask('POST', `${panelPath('asset', asset, name, 'to')}/filters`, {});
    expect(wrongSide.statusCode).toBe(404);
    expect((await ask('POST', `${panelPath('asset', asset, name, 'from')}/filters`, {}, {})).statusCode).toBe(
      401,
    );
    const filters = [{ field: 'State', operator: 'IsNull' }];
    expect(
      (await ask('POST', `${panelPath('asset', asset, name, 'from')}/filters`, { filters })).statusCode,
    ).toBe(400);
  });
});
