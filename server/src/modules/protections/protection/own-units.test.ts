import type { Protection } from '@twinward/contracts/protections/protection';
import type { Unit, UnitCategory } from '@twinward/contracts/system/unit';
import { conversionBetween, createConverter } from '@twinward/domain/units/conversion';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendPoints } from '../../../series/index.ts';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { makeAsset, makeCalculatedTag, makeSession, makeTag, makeTwin } from '../../../testing/factories.ts';
import { minute, Process, t0 } from '../../../testing/scene.ts';

let server: TestApp;
let administrator: Record<string, string>;
let engineer: Record<string, string>;
let pressure: UnitCategory;

beforeAll(async () => {
  server = await createTestApp();
  const { db } = server.tenant;
  administrator = await makeSession(db, { groups: ['ADMINISTRATORS'] });
  engineer = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['protection', 'twin', 'tag'] });
  const { body } = await call('POST', '/api/uom/categories/filters', {
    filters: [{ field: 'Name', operator: 'EqualTo', value: 'Pressure' }],
  });
  [pressure] = body;
});
afterAll(() => server.close());

async function call(method: Method, url: string, body?: unknown, headers = administrator) {
  const answer = await server.ask(method, url, headers, body);
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}

const toUnitFields = (code: string, more: Partial<Unit> = {}) => ({
  categoryId: pressure.id,
  code,
  name: `${code} unit`,
  abbreviation: `${code}.`,
  factor: 1000,
  ...more,
});
async function create(code: string, more: Partial<Unit> = {}): Promise<Unit> {
  const { status, body } = await call('POST', '/api/uom/units', toUnitFields(code, more));
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}
const listUses = async ({ id }: Unit) => {
  const { body } = await call('GET', `/api/uom/units/${id}/uses`);
  return body.map(({ usedBy, count }: { usedBy: string; count: number }) => `${count} ${usedBy}`);
};
const put = (unit: Unit, change: Partial<Unit>) =>
  call('PUT', `/api/uom/units/${unit.id}`, { ...unit, ...change });
const replace = (unit: Unit, by: Unit) =>
  call('POST', `/api/uom/units/${unit.id}/replace`, { by: by.id, version: unit.version });
const findUnit = async (code: string): Promise<Unit> => {
  const filters = [{ field: 'Code', operator: 'EqualTo', value: code }];
  return (await call('POST', '/api/uom/units/filters', { filters })).body[0];
};

/** Makes a twin with an input whose tag has a unit, with the points 250, 199, 200 and 150, a minute apart. */
async function makeScene(unit: string) {
  const { db } = server.tenant;
  const assetId = await makeAsset(db);
  const tagId = await makeTag(db, { assetIds: [assetId], unit });
  const times = [0, 1, 2, 3].map((index) => t0 + index * minute);
  await appendPoints(db, [{ tagId, times, values: [250, 199, 200, 150] }]);
  const input = { name: 'Suction', type: 'data_point' as const, mappedTagId: tagId, unit };
  return { tagId, twinId: await makeTwin(db, { assetId, aliases: [input] }) };
}

const protect = async (twinId: number, logic: string) =>
  call(
    'POST',
    '/api/indicators',
    [
      {
        twinId,
        name: `With ${logic}`,
        type: 'condition',
        active: true,
        thresholds: [{ name: 'Low', logic, level: 500 }],
      },
    ],
    engineer,
  );

async function excursions(protectionId: number) {
  await new Process(server.tenant.db).settle();
  const rows = await server.tenant.db
    .selectFrom('excursion')
    .select(['start_at', 'end_at'])
    .where('protection_id', '=', protectionId)
    .orderBy('start_at')
    .execute();
  return rows.map(({ start_at, end_at }) =>
    [start_at, end_at].map((time) => time && (time.getTime() - t0) / minute),
  );
}

const low = [
  [1, 2],
  [3, null],
];

describe('a user-defined unit', () => {
  it('is converted in a rule, and can be replaced everywhere without changing a value', async () => {
    // Equal to a kilopascal.
    const own = await create('sn/m2');
    const { tagId, twinId } = await makeScene('sn/m2');
    const { body } = await protect(twinId, '[Suction] < 2 "bar" or [Suction] < 1 "sn/m2."');
    const [{ id }] = body as [Protection];
    expect(await excursions(id)).toEqual(low);
    const { tagId: calculated } = await makeCalculatedTag(server.tenant.db, {
      logic: '[P] + 5 "sn/m2"',
      aliases: { P: tagId },
    });
    expect(await listUses(own)).toEqual(['1 tags', '2 inputs', '1 thresholds', '1 calculations']);

    const locked = await put(own, { factor: 2000 });
    expect([locked.status, locked.body.message]).toEqual([
      409,
      'sn/m2 is used by 1 tags, 2 inputs, 1 thresholds, 1 calculations: its factor can’t be changed.',
    ]);
    expect((await call('DELETE', `/api/uom/units/${own.id}`)).status).toBe(409);
    const other = await replace(own, await findUnit('bar'));
    expect([other.status, other.body.message]).toEqual([
      409,
      'bar has another factor or offset than sn/m2: stored points would get another meaning. Please choose a unit that is equal, or change the unit of each tag.',
    ]);

    const renamed = (await put(own, { name: 'sthene per square meter', isDeprecated: true })).body;
    const replaced = await replace(renamed, await findUnit('kPa'));
    expect([replaced.status, replaced.body]).toMatchObject([200, { isDeprecated: true }]);
    expect(await listUses(own)).toEqual([]);
    const read = await call('GET', `/api/indicators/${id}`, undefined, engineer);
    expect(read.body.thresholds[0].logic).toBe('[Suction] < 2 "bar" or [Suction] < 1 "kPa"');
    expect((await call('GET', `/api/tags/${tagId}`, undefined, engineer)).body.unit).toBe('kPa');
    expect((await call('GET', `/api/tags/${calculated}`, undefined, engineer)).body).toMatchObject({
      logic: '[P] + 5 "kPa"',
      aliases: [{ unit: 'kPa' }],
    });
    expect(await excursions(id)).toEqual(low);
    expect((await call('DELETE', `/api/uom/units/${own.id}`)).status).toBe(204);
    expect(await excursions(id)).toEqual(low);
  });

  it('is applied to tags that had its code as free text', async () => {
    const { twinId } = await makeScene('pz');
    expect((await protect(twinId, '[Suction] < 2 "bar"')).status).toBe(400);
    await create('pz', { name: 'pièze', abbreviation: 'pz' });
    const { status, body } = await protect(twinId, '[Suction] < 2 "bar"');
    expect(status).toBe(201);
    expect(await excursions(body[0].id)).toEqual(low);
  });

  it('is converted in both directions', async () => {
    const own = await create('ft.head', { factor: 2989.0669, offset: 12.5 });
    const kilopascal = await findUnit('kPa');
    const there = createConverter(conversionBetween(own, kilopascal)!);
    const back = createConverter(conversionBetween(kilopascal, own)!);
    for (const value of [-12.5, 0, 1, 1e-6, 1e9]) expect(back(there(value))).toBeCloseTo(value, 5);
    expect(there(0)).toBeCloseTo(37.363_336_25, 8);
  });

  it('becomes the base of its category if it is the first', async () => {
    const category = (await call('POST', '/api/uom/categories', { name: 'Layers' })).body;
    const refused = await call('POST', '/api/uom/units', toUnitFields('ply', { categoryId: category.id }));
    expect(refused.body.errors).toEqual([
      { path: 'factor', message: 'The first unit of a category is its base: factor 1, offset 0.' },
    ]);
    const base = await create('ply', { categoryId: category.id, factor: 1 });
    const other = await create('dozen', { categoryId: category.id, factor: 12 });
    const { body } = await call('POST', '/api/uom/categories/filters', {});
    expect(body.find(({ name }: UnitCategory) => name === 'Layers').baseUnitId).toBe(base.id);
    expect((await call('DELETE', `/api/uom/units/${base.id}`)).body.message).toBe(
      'ply is the base of the other units of its category.',
    );
    expect((await call('DELETE', `/api/uom/categories/${category.id}`)).status).toBe(409);
    for (const { id } of [other, base])
      expect((await call('DELETE', `/api/uom/units/${id}`)).status).toBe(204);
    expect((await call('DELETE', `/api/uom/categories/${category.id}`)).status).toBe(204);
  });

  it.each([
    [{ code: 'kPa' }, 'code'],
    [{ name: 'kilopascal' }, 'name'],
    [{ abbreviation: 'bar' }, 'abbreviation'],
    [{ code: 'a b' }, 'code'],
    [{ code: 'a"b' }, 'code'],
    [{ code: 'é' }, 'code'],
    [{ code: '' }, 'code'],
    [{ code: 'x'.repeat(10_000) }, 'code'],
    [{ name: 'a"b' }, 'name'],
    [{ name: 'x'.repeat(10_000) }, 'name'],
    [{ abbreviation: '' }, 'abbreviation'],
    [{ factor: 0 }, 'factor'],
    [{ factor: -1 }, 'factor'],
    [{ factor: 1e300 }, 'factor'],
    [{ offset: 1e300 }, 'offset'],
    [{ categoryId: 999_999 }, 'categoryId'],
  ])('is rejected as %j', async (more, path) => {
    const { status, body } = await call('POST', '/api/uom/units', toUnitFields('odd', more));
    expect([status, body.errors[0].path]).toEqual([400, path]);
  });

  it.each(["'); drop table unit;--", '__proto__', '‮right to left', '<b>bold</b>'])(
    'stores the name %s as text',
    async (name) => {
      const own = await create('hostile', { name });
      expect(own.name).toBe(name);
      expect((await call('DELETE', `/api/uom/units/${own.id}`)).status).toBe(204);
    },
  );

  it('rejects an outdated version, and is recorded in the audit trail', async () => {
    const own = await create('dated');
    expect((await put(own, { description: 'Once' })).body).toMatchObject({ version: own.version + 1 });
    const late = await put(own, { description: 'Twice' });
    expect([late.status, late.body.current]).toMatchObject([409, { description: 'Once' }]);
    await call('DELETE', `/api/uom/units/${own.id}`);
    const entries = await server.tenant.db
      .selectFrom('audit_entry')
      .select(['action', 'new'])
      .where('entity_type', '=', 'unit')
      .where('entity_id', '=', String(own.id))
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
    expect(entries[1]!.new).toEqual({ description: 'Once' });
  });
});

describe('a built-in unit', () => {
  it('cannot change its names and its conversion, but can be deprecated', async () => {
    const unit = await findUnit('atm');
    expect((await put(unit, { factor: 2 })).body.message).toBe(
      'The unit comes with the product: its factor can’t be changed.',
    );
    expect((await put(unit, { name: 'air' })).status).toBe(409);
    expect((await call('DELETE', `/api/uom/units/${unit.id}`)).status).toBe(409);
    expect((await put(unit, { isDeprecated: true, description: 'Not here' })).body).toMatchObject({
      isDeprecated: true,
    });
    const category = await call('PUT', `/api/uom/categories/${pressure.id}`, { ...pressure, name: 'Push' });
    expect(category.status).toBe(409);
    expect((await call('DELETE', `/api/uom/categories/${pressure.id}`)).status).toBe(409);
  });
});

describe('display units', () => {
  const path = '/api/settings/system/units';

  it('are chosen for the tenant, and follow a unit that is replaced or deleted', async () => {
    const [one, two] = [await create('shown1'), await create('shown2')];
    const chosen = { units: { [pressure.id]: one.id } };
    expect((await call('POST', path, chosen)).body).toEqual(chosen);
    expect((await call('POST', '/api/settings/user/units', chosen, engineer)).status).toBe(200);
    await replace(one, two);
    expect((await call('GET', path, undefined, engineer)).body).toEqual({ units: { [pressure.id]: two.id } });
    const asked = await call('GET', '/api/settings/user/units', undefined, engineer);
    expect(asked.body).toEqual({ units: { [pressure.id]: two.id } });
    await call('DELETE', `/api/uom/units/${two.id}`);
    expect((await call('GET', path)).body).toEqual({ units: {} });
    const asMeasured = { units: { [pressure.id]: null } };
    expect((await call('POST', '/api/settings/user/units', asMeasured, engineer)).body).toEqual(asMeasured);
  });

  it('must belong to their categories, and are chosen by administrators', async () => {
    const celsius = await findUnit('Cel');
    const wrong = await call('POST', path, { units: { [pressure.id]: celsius.id } });
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([400, `units.${pressure.id}`]);
    expect((await call('POST', path, { units: {} }, engineer)).status).toBe(403);
    expect((await call('POST', path, { units: {} }, {})).status).toBe(401);
  });
});

it('the calls for units answer 401, 403 and 404', async () => {
  const unit = await findUnit('kPa');
  expect((await call('PUT', `/api/uom/units/${unit.id}`, unit, {})).status).toBe(401);
  expect((await call('PUT', `/api/uom/units/${unit.id}`, unit, engineer)).status).toBe(403);
  expect((await call('PUT', '/api/uom/units/999999', unit)).status).toBe(404);
  expect((await call('GET', '/api/uom/units/999999/uses')).status).toBe(404);
  expect((await call('DELETE', '/api/uom/categories/999999')).status).toBe(404);
});
