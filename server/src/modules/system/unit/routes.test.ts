import type { Unit, UnitCategory } from '@twinward/contracts/system/unit';
import { convert } from '@twinward/domain/units/convert';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession, makeViewerSession } from '../../../testing/factories.ts';

let server: TestApp;
let viewer: Record<string, string>;
let units: Unit[];
let categories: UnitCategory[];

beforeAll(async () => {
  server = await createTestApp();
  viewer = await makeViewerSession(server.tenant.db);
  units = (await server.ask('GET', '/api/uom/units', viewer)).json();
  categories = (await server.ask('GET', '/api/uom/categories', viewer)).json();
});
afterAll(() => server.close());

const findUnit = (code: string) => units.find((unit) => unit.code === code)!;
const findCategory = (name: string) => categories.find((category) => category.name === name)!;

describe('the built-in units', () => {
  it('have a base unit in every category', () => {
    expect(categories.length).toBe(51);
    for (const { id, baseUnitId } of categories) {
      const base = units.find((unit) => unit.id === baseUnitId);
      expect(base).toMatchObject({ categoryId: id, factor: 1, offset: 0 });
    }
  });

  it('include all data of a unit', () => {
    expect(findUnit('Cel')).toEqual({
      id: findUnit('Cel').id,
      categoryId: findCategory('Temperature').id,
      code: 'Cel',
      name: 'degree Celsius',
      abbreviation: '°C',
      description: '',
      isStandard: true,
      factor: 1,
      offset: 273.15,
      isDeprecated: false,
      version: 1,
    });
  });

  it.each([
    [212, '[degF]', 'Cel', 100],
    [1, 'bar', 'kPa', 100],
    [1, '[psi]', 'kPa', 6.89475729316836],
    [30, '[psi]{gauge}', 'bar{gauge}', 2.06842718795051],
    [1, 'm3/h', 'L/min', 16.6666666666667],
    [100, '[gal_us]/min', 'm3/h', 22.712470704],
    [1, '[bbl_us]/d', 'L/h', 6.624470622],
    [1, 't/h', 'kg/s', 0.277777777777778],
    [25.4, 'mm', '[in_i]', 1],
    [3000, '/min', 'rad/s', 314.159265358979],
    [50, '/s', '/min', 3000],
    [1, '[HP]', 'W', 745.69987158227],
    [1, '75.kgf.m/s', 'W', 735.49875],
    [288.15, 'm3{standard}/h', 'm3{normal}/h', 273.15],
    [100, '[cft_i]{standard}/min', 'm3{normal}/h', 160.746750405703],
    [10, 'Cel{difference}', '[degF]{difference}', 18],
    [10, 'Cel{difference}', 'K{difference}', 10],
    [1, 'kW.h', 'MJ', 3.6],
    [90, 'deg', 'rad', 1.5707963267949],
    [1, 'St', 'mm2/s', 100],
    [1, '[in_i]/s', 'mm/s', 25.4],
    [1, 'MiBy', 'kBy', 1048.576],
    [5, '%', '1', 0.05],
  ])('convert %d %s to %s', (value, from, to, expected) => {
    expect(convert(value, findUnit(from), findUnit(to))).toBe(expected);
  });

  it('can be read by all signed-in users', async () => {
    const nobody = await makeSession(server.tenant.db);
    for (const path of ['/api/uom/units', '/api/uom/categories']) {
      expect((await server.ask('GET', path, {})).statusCode).toBe(401);
      expect((await server.ask('GET', path, nobody)).statusCode).toBe(200);
    }
  });
});

describe('the display units of a user', () => {
  const path = '/api/settings/user/units';

  it('are empty at first, and then the chosen ones', async () => {
    expect((await server.ask('GET', path, viewer)).json()).toEqual({ units: {} });
    const chosen = { units: { [findCategory('Temperature').id]: findUnit('[degF]').id } };
    const answer = await server.ask('POST', path, viewer, chosen);
    expect([answer.statusCode, answer.json()]).toEqual([200, chosen]);
    expect((await server.ask('GET', path, viewer)).json()).toEqual(chosen);
    const other = await makeViewerSession(server.tenant.db);
    expect((await server.ask('GET', path, other)).json()).toEqual({ units: {} });
  });

  it('are rejected if a unit is not of its category', async () => {
    const temperature = findCategory('Temperature').id;
    const answer = await server.ask('POST', path, viewer, { units: { [temperature]: findUnit('bar').id } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      id: 'invalid-request',
      errors: [{ path: `units.${temperature}`, message: 'Please choose a unit of the category.' }],
    });
    const unknown = await server.ask('POST', path, viewer, { units: { 99999: 99999 } });
    expect(unknown.statusCode).toBe(400);
    const named = await server.ask('POST', path, viewer, { units: { Temperature: 1 } });
    expect(named.statusCode).toBe(400);
  });

  it('require a session', async () => {
    expect((await server.ask('GET', path, {})).statusCode).toBe(401);
    expect((await server.ask('POST', path, {}, { units: {} })).statusCode).toBe(401);
  });
});
