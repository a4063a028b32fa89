import type { Protection } from '@twinward/contracts/protections/protection';
import type { Tag } from '@twinward/contracts/signals/tag';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import {
  makeAsset,
  makeCalculatedTag,
  makeProtection,
  makeSession,
  makeTag,
  makeTwin,
  makeViewerSession,
} from '../../../testing/factories.ts';

let server: TestApp;
let viewer: Record<string, string>;
let twinWriter: Record<string, string>;
let engineer: Record<string, string>;
let assetId: number;
let pressure: number;
let temperature: number;
let twinId: number;
let suction: TagAlias;

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  viewer = await makeViewerSession(db);
  twinWriter = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['twin'] });
  engineer = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['twin', 'tag', 'protection'] });
});
afterAll(() => server.close());
beforeEach(async () => {
  const { db } = server.tenant;
  assetId = await makeAsset(db);
  pressure = await makeTag(db, { assetIds: [assetId], unit: 'kPa' });
  temperature = await makeTag(db, { assetIds: [assetId], unit: 'Cel' });
  twinId = await makeTwin(db, {
    assetId,
    aliases: [{ name: 'Suction', type: 'data_point', mappedTagId: pressure }],
  });
  suction = await findAlias('Suction');
});

async function call(method: Method, url: string, body?: unknown, headers = engineer) {
  const answer = await server.ask(method, url, headers, body);
  return {
    status: answer.statusCode,
    body: answer.body === '' ? null : answer.json(),
    total: Number(answer.headers['x-paging-total-records']),
  };
}

async function findAlias(name: string): Promise<TagAlias> {
  const { body } = await call('GET', `/api/twins/${twinId}/tag-aliases`);
  return (body as TagAlias[]).find((alias) => alias.name === name)!;
}

const toChange = ({ name, mappedTagId, version }: TagAlias, fields: object = {}) => ({
  name,
  mappedTagId,
  unit: 'kPa',
  version,
  ...fields,
});
const put = async (fields: object, headers = engineer) =>
  call('PUT', `/api/tag-aliases/${suction.id}`, toChange(suction, fields), headers);
const getProtection = async (id: number) => (await call('GET', `/api/indicators/${id}`)).body as Protection;
const getTag = async (id: number) => (await call('GET', `/api/tags/${id}`)).body as Tag;
const updateTag = async (id: number, fields: object) => {
  const { name, caption, unit, assetIds, version } = await getTag(id);
  return call('PUT', `/api/tags/${id}`, { name, caption, unit, assetIds, version, ...fields });
};
const isDue = async (protectionId: number) =>
  (await server.tenant.db
    .selectFrom('evaluation_due')
    .select('protection_id')
    .where('protection_id', '=', protectionId)
    .executeTakeFirst()) !== undefined;
const settle = () => server.tenant.db.deleteFrom('evaluation_due').execute();

const pressureUnits = 'Please give a unit of pressure: kPa, Pa, hPa or MPa.';
const notPressure = async () =>
  `Cel measures temperature, and the tag ${(await getTag(pressure)).name} pressure, in kPa. ${pressureUnits}`;

describe('the unit of an input', () => {
  test('defaults to the unit of its tag, and is kept when it is mapped to another tag', async () => {
    expect(suction.unit).toBe('kPa');
    const created = await call('POST', '/api/tag-aliases', {
      twinId,
      name: 'Heat',
      mappedTagId: temperature,
    });
    expect([created.status, created.body.unit]).toEqual([201, 'Cel']);
    const unmapped = await call('POST', '/api/tag-aliases', { twinId, name: 'Later' });
    expect(unmapped.body.unit).toBeNull();
    const model = { id: unmapped.body.id, name: 'Later', mappedTagId: pressure, version: 1 };
    const mapped = await call('POST', '/api/tag-aliases/modifications', [{ flag: 'UPDATE', model }]);
    expect(mapped.body).toMatchObject([{ unit: 'kPa' }]);
    const psi = await makeTag(server.tenant.db, { unit: '[psi]' });
    const kept = await put({ mappedTagId: psi });
    expect(kept.body).toMatchObject({ unit: 'kPa', mappedTagUnit: '[psi]' });
  });

  test("may be any unit of the tag's dimension, or any unit at all if the tag has none", async () => {
    expect((await put({ unit: 'bar' })).body.unit).toBe('bar');
    const plain = await makeTag(server.tenant.db);
    const free = await call('POST', '/api/tag-aliases', {
      twinId,
      name: 'Free',
      mappedTagId: plain,
      unit: 'rags',
    });
    expect([free.status, free.body.unit]).toEqual([201, 'rags']);
    const rags = await makeTag(server.tenant.db, { name: 'RAGS', unit: 'rags' });
    const same = { twinId, name: 'Same', mappedTagId: rags, unit: 'rags' };
    expect((await call('POST', '/api/tag-aliases', same)).status).toBe(201);
    const other = await call('POST', '/api/tag-aliases', { ...same, name: 'Other', unit: 'kPa' });
    expect([other.status, other.body.errors]).toEqual([
      400,
      [
        {
          path: 'unit',
          message:
            "The tag RAGS is in rags, which is not in the table of units and can't be converted. Please give rags.",
        },
      ],
    ]);
  });

  test('is rejected for another dimension, by every call that maps an input', async () => {
    const message = await notPressure();
    const refused = (path: string) => expect.objectContaining({ errors: [{ path, message }] });
    const changed = await put({ unit: 'Cel' });
    expect([changed.status, changed.body]).toEqual([400, refused('unit')]);
    expect((await put({ unit: 'rags' })).body.errors[0].message).toBe(
      `rags is not in the table of units, and the tag ${(await getTag(pressure)).name} pressure, in kPa. ${pressureUnits}`,
    );
    const created = { twinId, name: 'Heat', mappedTagId: pressure, unit: 'Cel' };
    expect((await call('POST', '/api/tag-aliases', created)).body).toEqual(refused('unit'));
    const model = { id: suction.id, ...toChange(suction, { unit: 'Cel' }) };
    const modified = await call('POST', '/api/tag-aliases/modifications', [{ flag: 'UPDATE', model }]);
    expect([modified.status, modified.body]).toEqual([400, refused('0.model.unit')]);
    const { tagId } = await makeCalculatedTag(server.tenant.db, { logic: '', aliases: {} });
    const aliases = [{ name: 'P', mappedTagId: pressure, unit: 'Cel' }];
    const calculated = await updateTag(tagId, { logic: '[P]', aliases });
    expect([calculated.status, calculated.body]).toEqual([400, refused('aliases.0.unit')]);
    expect(await findAlias('Suction')).toMatchObject({ unit: 'kPa', version: suction.version });
  });

  test('of a calculated tag’s alias is that of the twin’s input that it follows', async () => {
    suction = (await put({ unit: 'bar' })).body;
    const { tagId } = await makeCalculatedTag(server.tenant.db, { logic: '', aliases: {} });
    await server.tenant.db.insertInto('asset_tag').values({ asset_id: assetId, tag_id: tagId }).execute();
    const aliases = [
      { name: 'Suction', mappedTagId: pressure },
      { name: 'Heat', mappedTagId: temperature },
    ];
    const { body } = await updateTag(tagId, { assetIds: [assetId], logic: '[Suction] * [Heat]', aliases });
    expect(body.aliases).toMatchObject([
      { name: 'Heat', unit: 'Cel' },
      { name: 'Suction', unit: 'bar' },
    ]);
    // The follower keeps its unit, since its logic is written in it.
    await put({ unit: 'MPa', version: suction.version });
    expect((await getTag(tagId)).aliases).toMatchObject([{ unit: 'Cel' }, { unit: 'bar' }]);
  });
});

describe('a counter', () => {
  const counter = () => [
    {
      tagAliasId: suction.id,
      intervalType: 'counter',
      counterInterval: 500,
      counterStart: 100,
      tolerance: 50,
    },
  ];
  const create = (fields: object = {}) =>
    call('POST', '/api/indicators', [
      { twinId, name: 'Counted', type: 'condition', thresholds: [], tagAliasIds: [suction.id], ...fields },
    ]);

  test('rejects an input unit with another zero point than its tag, whichever is saved last', async () => {
    suction = (await put({ mappedTagId: temperature, unit: 'Cel' })).body;
    expect((await create({ aliases: counter() })).status).toBe(201);
    const changed = await put({ mappedTagId: temperature, unit: '[degF]', version: suction.version });
    const name = (await getTag(temperature)).name;
    const message = `[degF] has another zero point than Cel, the unit of the tag ${name}: a counter can't be converted. Please give a unit with the same zero point: Cel.`;
    expect([changed.status, changed.body.errors]).toEqual([400, [{ path: 'unit', message }]]);
    const second = await makeTwin(server.tenant.db, {
      aliases: [{ name: 'Heat', type: 'data_point', mappedTagId: temperature, unit: '[degF]' }],
    });
    const [heat] = (await call('GET', `/api/twins/${second}/tag-aliases`)).body as [TagAlias];
    const aliases = [{ ...counter()[0], tagAliasId: heat.id }];
    const refused = await create({ twinId: second, tagAliasIds: [heat.id], aliases });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ path: 'aliases.0.intervalType', message }],
    ]);
    const tag = await updateTag(temperature, { unit: 'K' });
    expect([tag.status, tag.body.errors]).toMatchObject([
      400,
      [{ path: 'unit', message: expect.stringContaining('Cel has another zero point than K') }],
    ]);
  });

  test('converts its settings together with the limits', async () => {
    const id = (await create({ aliases: counter() })).body[0].id;
    expect((await put({ unit: 'bar', limits: 'convert' })).status).toBe(200);
    expect((await getProtection(id)).aliases).toMatchObject([
      { unit: 'bar', counterInterval: 5, counterStart: 1, tolerance: 0.5 },
    ]);
  });
});

describe('a change of an input’s unit', () => {
  const thresholds = [
    { name: 'High', logic: '[Suction] > 500', level: 500 },
    { name: 'Swing', logic: '[Suction] * [Suction] > 100 OR [Suction] < 20', level: 250 },
    { name: 'Other', logic: 'INTERVAL([Suction]) > #1d', level: 100 },
  ];
  const getLogics = async (id: number) => (await getProtection(id)).thresholds.map(({ logic }) => logic);

  test('is previewed with the limits before and after, and with the logic to change by hand', async () => {
    const id = await makeProtection(server.tenant.db, { twinId, name: 'Surge', thresholds });
    const { status, body } = await call(
      'POST',
      `/api/tag-aliases/${suction.id}/unit-change`,
      { unit: 'bar' },
      viewer,
    );
    expect([status, body]).toEqual([
      200,
      {
        isConvertible: true,
        calculatedTags: [],
        protections: [
          {
            id,
            name: 'Surge',
            thresholds: [
              { name: 'High', logic: '[Suction] > 500', converted: '[Suction] > 5', byHand: [] },
              {
                name: 'Swing',
                logic: '[Suction] * [Suction] > 100 OR [Suction] < 20',
                converted: '[Suction] * [Suction] > 100 OR [Suction] < 0.2',
                byHand: ['[Suction] * [Suction] > 100'],
              },
              { name: 'Other', logic: thresholds[2]!.logic, converted: thresholds[2]!.logic, byHand: [] },
            ].map((threshold) => ({ id: expect.any(Number), ...threshold })),
          },
        ],
      },
    ]);
    expect(await getLogics(id)).toEqual(thresholds.map(({ logic }) => logic));
  });

  test('keeps the numbers unless their conversion is chosen, and evaluates again from the beginning', async () => {
    const { db } = server.tenant;
    const id = await makeProtection(db, { twinId, name: 'Surge', thresholds });
    await settle();
    const { version } = await getProtection(id);
    expect((await put({ unit: 'bar' }, twinWriter)).status).toBe(200);
    expect(await getLogics(id)).toEqual(thresholds.map(({ logic }) => logic));
    expect(await isDue(id)).toBe(true);
    expect((await getProtection(id)).version).toBeGreaterThan(version);
  });

  test('converts numbers, deadband and calculated tags, and adds to the audit trail', async () => {
    const { db } = server.tenant;
    const id = await makeProtection(db, { twinId, name: 'Surge', thresholds: [thresholds[0]!] });
    await db.updateTable('threshold').set({ deadband: 25 }).where('protection_id', '=', id).execute();
    expect((await put({ unit: 'bar', limits: 'convert' })).status).toBe(200);
    expect((await getProtection(id)).thresholds).toMatchObject([{ logic: '[Suction] > 5', deadband: 0.25 }]);
    const trail = await db
      .selectFrom('audit_entry')
      .select(['old', 'new'])
      .where('entity_type', '=', 'protection')
      .where('entity_id', '=', String(id))
      .where('action', '=', 'update')
      .execute();
    expect(trail).toMatchObject([
      { old: { logic: '[Suction] > 500', deadband: 25 }, new: { logic: '[Suction] > 5', deadband: 0.25 } },
    ]);
    const logic = 'IF ([P] > 300) { RETURN 1 } RETURN [P]';
    const { tagId } = await makeCalculatedTag(db, { logic, aliases: { P: pressure } });
    const alias = (await getTag(tagId)).aliases[0]!;
    const preview = await call('POST', `/api/tag-aliases/${alias.id}/unit-change`, { unit: 'bar' });
    expect(preview.body.calculatedTags).toMatchObject([
      { id: tagId, logic, converted: 'IF ([P] > 3) { RETURN 1 } RETURN [P]', byHand: ['RETURN [P]'] },
    ]);
    const body = toChange(alias, { unit: 'bar', limits: 'convert' });
    expect((await call('PUT', `/api/tag-aliases/${alias.id}`, body)).status).toBe(200);
    expect((await getTag(tagId)).logic).toBe('IF ([P] > 3) { RETURN 1 } RETURN [P]');
  });

  test('answers 400, 401, 403, 404 and 409', async () => {
    await makeProtection(server.tenant.db, { twinId, thresholds });
    const url = `/api/tag-aliases/${suction.id}/unit-change`;
    expect((await call('POST', url, { unit: 'bar' }, {})).status).toBe(401);
    expect((await call('POST', url, { unit: 'bar' }, await makeSession(server.tenant.db))).status).toBe(403);
    expect((await call('POST', url, {})).status).toBe(400);
    expect((await call('POST', url, { unit: 'Cel' })).body.errors).toEqual([
      { path: 'unit', message: await notPressure() },
    ]);
    expect((await call('POST', '/api/tag-aliases/999999/unit-change', { unit: null })).status).toBe(404);
    // Limits belong to protections, which a user with write access to twins only must not change.
    expect((await put({ unit: 'bar', limits: 'convert' }, twinWriter)).status).toBe(403);
    expect((await put({ unit: 'bar', limits: 'round' })).status).toBe(400);
    const free = await call('POST', '/api/tag-aliases', { twinId, name: 'Free', unit: 'rags' });
    const wrong = { name: 'Free', unit: 'bar', limits: 'convert', version: 1 };
    const refused = await call('PUT', `/api/tag-aliases/${free.body.id}`, wrong);
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ path: 'limits', message: "Limits can't be converted from rags to bar. Please keep the numbers." }],
    ]);
    expect((await put({ unit: 'bar', version: 99 })).status).toBe(409);
  });
});

describe('a change of a tag’s unit', () => {
  const preview = (id: number, body: object, headers = viewer) =>
    call('POST', `/api/tags/${id}/unit-change`, body, headers);

  test('lists the affected protections, calculated tags and inputs, and evaluates them again', async () => {
    const { db } = server.tenant;
    const asBar = await call('POST', '/api/tag-aliases', {
      twinId,
      name: 'Bar',
      mappedTagId: pressure,
      unit: 'bar',
    });
    const thresholds = [{ name: 'High', logic: '[Suction] > 500', level: 500 }];
    const surge = await makeProtection(db, { twinId, name: 'Surge', thresholds });
    const other = await makeProtection(db, {
      twinId,
      name: 'In bar',
      thresholds: [{ name: 'High', logic: '[Bar] > 5', level: 500 }],
    });
    const { tagId } = await makeCalculatedTag(db, {
      name: 'CALC',
      logic: '[P] * 2',
      aliases: { P: pressure },
    });
    await settle();
    const { body } = await preview(pressure, { unit: 'MPa' });
    expect(body.protections).toMatchObject([
      { id: other, name: 'In bar', twinId },
      { id: surge, name: 'Surge', twinId },
    ]);
    expect(body.calculatedTags).toEqual([{ id: tagId, name: 'CALC' }]);
    expect(body.inputs).toHaveLength(3);
    expect(body.inputs).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'Bar', unit: 'bar', problem: null }),
        expect.objectContaining({ name: 'Suction', unit: 'kPa', problem: null }),
        expect.objectContaining({ name: 'P', ownerName: 'CALC', unit: 'kPa', problem: null }),
      ]),
    );
    // If inputs in the old unit follow, only those in another unit are converted.
    const followed = await preview(pressure, { unit: 'MPa', inputUnits: 'follow' });
    expect(followed.body.protections).toMatchObject([{ id: other }]);
    expect(followed.body.calculatedTags).toEqual([]);
    expect((await updateTag(pressure, { unit: 'MPa', inputUnits: 'follow' })).status).toBe(200);
    expect([await isDue(surge), await isDue(other)]).toEqual([false, true]);
    expect(await findAlias('Suction')).toMatchObject({ unit: 'MPa' });
    expect((await getTag(tagId)).aliases).toMatchObject([{ unit: 'MPa' }]);
    await settle();
    expect((await updateTag(pressure, { unit: 'Pa' })).status).toBe(200);
    expect([await isDue(surge), await isDue(other)]).toEqual([true, true]);
    expect(await findAlias('Suction')).toMatchObject({ unit: 'MPa', mappedTagUnit: 'Pa' });
    expect(asBar.body.unit).toBe('bar');
  });

  test('is rejected if an input cannot be converted, unless inputs follow the tag', async () => {
    const { name } = await getTag(pressure);
    const { assetName } = (await call('GET', `/api/twins/${twinId}`)).body;
    const message = `The input Suction of ${assetName}: kPa measures pressure, and the tag ${name} temperature, in Cel. Please give a unit of temperature: Cel, K, [degF] or [degR].`;
    const refused = await updateTag(pressure, { unit: 'Cel' });
    expect([refused.status, refused.body.errors]).toEqual([400, [{ path: 'unit', message }]]);
    expect((await getTag(pressure)).unit).toBe('kPa');
    expect((await preview(pressure, { unit: 'Cel' })).body.inputs).toMatchObject([
      { name: 'Suction', problem: message.replace(/^.*?: /, '') },
    ]);
    expect((await updateTag(pressure, { unit: 'Cel', inputUnits: 'follow' })).status).toBe(200);
    expect(await findAlias('Suction')).toMatchObject({ unit: 'Cel' });
  });

  test('sets the unit of the tag for inputs without a unit', async () => {
    const plain = await makeTag(server.tenant.db);
    await call('POST', '/api/tag-aliases', { twinId, name: 'Plain', mappedTagId: plain });
    expect((await updateTag(plain, { unit: 'kPa' })).status).toBe(200);
    expect(await findAlias('Plain')).toMatchObject({ unit: 'kPa' });
  });

  test('answers 400, 401, 403 and 404 for its preview', async () => {
    expect((await preview(pressure, {})).status).toBe(400);
    expect((await preview(pressure, { unit: 'MPa', inputUnits: 'both' })).status).toBe(400);
    expect((await preview(pressure, { unit: 'MPa' }, {})).status).toBe(401);
    expect((await preview(pressure, { unit: 'MPa' }, await makeSession(server.tenant.db))).status).toBe(403);
    expect((await preview(999_999, { unit: 'MPa' })).status).toBe(404);
  });
});

describe('the inputs to review after an upgrade', () => {
  const list = (body: object = {}, query = '', headers = engineer) =>
    call('POST', `/api/tag-aliases/unit-reviews/filters${query}`, body, headers);
  const mark = (id: number, isReviewed: unknown, headers = engineer) =>
    call('PUT', `/api/tag-aliases/unit-reviews/${id}`, { isReviewed }, headers);

  test('are listed in pages with both units and their readers, unreviewed inputs first', async () => {
    const { db } = server.tenant;
    await makeProtection(db, {
      twinId,
      name: 'Surge',
      thresholds: [{ name: 'H', logic: '[Suction] > 5', level: 1 }],
    });
    await call('POST', '/api/tag-aliases', { twinId, name: 'Heat', mappedTagId: temperature });
    const heat = await findAlias('Heat');
    await db
      .insertInto('input_unit_review')
      .values([
        { tag_alias_id: suction.id, old_unit: 'bar', new_unit: 'kPa' },
        { tag_alias_id: heat.id, old_unit: 'bar', new_unit: 'Cel' },
      ])
      .execute();
    const ofTwin = { filters: [{ field: 'TwinId', operator: 'EqualTo', value: twinId }] };
    const { body, total } = await list(ofTwin, '?page-size=1');
    expect([body.map((entry: { name: string }) => entry.name), total]).toEqual([['Heat'], 2]);
    const second = await list(ofTwin, '?page-size=1&page-number=2');
    expect(second.body).toEqual([
      {
        id: suction.id,
        name: 'Suction',
        twinId,
        calculatedTagId: null,
        ownerName: (await call('GET', `/api/twins/${twinId}`)).body.assetName,
        tagId: pressure,
        tagName: (await getTag(pressure)).name,
        oldUnit: 'bar',
        newUnit: 'kPa',
        unit: 'kPa',
        protections: [{ id: expect.any(Number), name: 'Surge' }],
        createdAt: expect.any(String),
        reviewedAt: null,
        reviewedBy: null,
      },
    ]);
    const marked = await mark(heat.id, true);
    expect([marked.status, marked.body]).toMatchObject([
      200,
      { id: heat.id, reviewedAt: expect.any(String), reviewedBy: expect.any(String) },
    ]);
    const names = async (filter: object[]) =>
      (await list({ filters: [...ofTwin.filters, ...filter] })).body.map(
        (entry: { name: string }) => entry.name,
      );
    expect(await names([])).toEqual(['Suction', 'Heat']);
    expect(await names([{ field: 'IsReviewed', operator: 'EqualTo', value: false }])).toEqual(['Suction']);
    expect((await mark(heat.id, false)).body.reviewedAt).toBeNull();
    expect(await names([{ field: 'IsReviewed', operator: 'EqualTo', value: false }])).toEqual([
      'Heat',
      'Suction',
    ]);
  });

  test('answer 400, 401, 403 and 404', async () => {
    expect((await list({ filters: [{ field: 'Nothing', operator: 'IsNull' }] })).status).toBe(400);
    expect((await mark(suction.id, 'yes')).status).toBe(400);
    for (const [headers, status] of [
      [{}, 401],
      [viewer, 403],
      [twinWriter, 403],
    ] as const) {
      expect((await list({}, '', headers)).status).toBe(status);
      expect((await mark(suction.id, true, headers)).status).toBe(status);
    }
    expect((await list({}, '', await makeSession(server.tenant.db, { isAdmin: true }))).status).toBe(200);
    const unknown = await mark(suction.id, true);
    expect([unknown.status, unknown.body.message]).toEqual([404, 'Unit review not found.']);
  });
});
