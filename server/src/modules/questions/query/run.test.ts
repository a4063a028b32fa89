import { type QueryDefinition, queryDefinition } from '@twinward/contracts/questions/query-definition';
import type { QueryResult } from '@twinward/contracts/questions/query-result';
import { createBudget } from '@twinward/domain/evaluation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import {
  makeAsset,
  makeExcursion,
  makeProtection,
  makeSession,
  makeTag,
  makeTwin,
  makeUser,
} from '../../../testing/factories.ts';
import { listReadableTypes } from '../../records/record-type/service.ts';
import { recordWork } from '../../work/work/service.ts';
import { runQuery } from './run.ts';

let test: TestApp;
let userId: number;
let twins: { north: number; south: number };
let workTag: number;

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  userId = await makeUser(db);
  const site = await makeAsset(db, { assetName: 'Site', isEquipment: false });
  const north = await makeAsset(db, { assetName: 'North', parentId: site });
  const south = await makeAsset(db, { assetName: 'South' });
  twins = {
    north: await makeTwin(db, { assetId: north }),
    south: await makeTwin(db, { assetId: south, active: false }),
  };
  const first = await makeProtection(db, { name: 'Heat', twinId: twins.north });
  const second = await makeProtection(db, { name: 'Flow', twinId: twins.north });
  // 23:30 in UTC is the next day in Berlin.
  await makeExcursion(db, {
    protectionId: first,
    start: '2026-01-10T23:30:00Z',
    end: '2026-01-11T01:30:00Z',
  });
  await makeExcursion(db, {
    protectionId: first,
    start: '2026-03-05T10:00:00Z',
    end: '2026-03-05T11:00:00Z',
  });
  await makeExcursion(db, {
    protectionId: second,
    start: '2026-03-06T10:00:00Z',
    end: '2026-03-06T14:00:00Z',
  });
  workTag = await makeTag(db, { type: 'work', assetIds: [north] });
  for (const [name, cost] of [
    ['A', 100],
    ['B', 300],
    ['C', 200],
    ['D', null],
  ] as const)
    await recordWork(db, {
      tagId: workTag,
      name,
      kind: 'corrective',
      completedAt: null,
      startedAt: new Date('2026-01-01T00:00:00Z'),
      ...(cost === null ? {} : { cost }),
    });
});
afterAll(() => test.close());

interface How {
  parameters?: Record<string, string | number | boolean | null | (string | number)[]>;
  timeZone?: string;
  types?: string[];
  mark?: Record<string, string | number | boolean | null>;
}

type Given = { type?: string; columns: object[] } & Partial<Record<keyof QueryDefinition, unknown>>;

async function run({ type = 'excursion', ...given }: Given, how: How = {}): Promise<QueryResult> {
  const { db } = test.tenant;
  const all = await listReadableTypes(db, { isAdmin: true, groups: [], recordTypes: [] });
  const definition = queryDefinition.parse({ source: { kind: 'records', type }, ...given });
  const reader = {
    userId,
    timeZone: how.timeZone ?? 'UTC',
    types: how.types ?? all.map(({ name }) => name),
  };
  const { parameters = {}, mark } = how;
  const rows = mark ? { rows: { mark, page: { offset: 0, limit: 100 } } } : {};
  return runQuery(db, { definition, parameters, reader, ...rows }, createBudget({}));
}
const readRows = async (given: Given, how?: How) => (await run(given, how)).rows;

const field = (key: string, path: string) => ({ kind: 'field', key, path });
const group = (key: string, path: string, by?: unknown) => ({ kind: 'group', key, path, by });
const count = { kind: 'aggregate', key: 'n', aggregate: 'count' };
const computed = (key: string, expression: string) => ({ kind: 'computed', key, expression });
const aggregate = (key: string, name: string, path: string, more = {}) => ({
  kind: 'aggregate',
  key,
  aggregate: name,
  path,
  ...more,
});

describe('paths', () => {
  it('follow references and relationships', async () => {
    const columns = [field('name', 'protection.twin.asset.assetName'), field('threshold', 'threshold.name')];
    expect(await readRows({ columns })).toEqual([
      ['North', 'High'],
      ['North', 'High'],
      ['North', 'High'],
    ]);
  });

  it('return a row for each of several linked records', async () => {
    const columns = [field('twin', 'asset.assetName'), field('protection', 'protections.name')];
    expect(
      await readRows({ type: 'twin', columns, sorts: [{ field: 'protection', direction: 'Ascending' }] }),
    ).toEqual([
      ...[
        ['South', null],
        ['North', 'Flow'],
        ['North', 'Heat'],
      ],
    ]);
  });
});

describe('conditions', () => {
  const columns = [field('name', 'asset.assetName')];
  const twinsWith = async (...filters: object[]) =>
    (await readRows({ type: 'twin', columns, filters })).map(([name]) => name);

  it('match if one of several linked records meets them all', async () => {
    const name = (value: string) => ({ field: 'protections.name', operator: 'EqualTo', value });
    const late = { field: 'protections.excursions.start', operator: 'GreaterThan', value: '2026-03-06' };
    expect(await twinsWith(name('Flow'), late)).toEqual(['North']);
    // Heat has no excursion that late, although the twin has one.
    expect(await twinsWith(name('Heat'), late)).toEqual([]);
    expect(await twinsWith({ operator: 'GroupOr', filters: [name('None'), late] })).toEqual(['North']);
  });

  it('match if there are linked records', async () => {
    expect(await twinsWith({ field: 'protections', operator: 'IsNull' })).toEqual(['South']);
    expect(await twinsWith({ field: 'protections', operator: 'IsNotNull' })).toEqual(['North']);
  });

  it('find assets in a location at any level', async () => {
    expect(await twinsWith({ field: 'asset.within', operator: 'EqualTo', value: 'Site' })).toEqual(['North']);
  });

  it('accept parameters, and are ignored without a value', async () => {
    const filters = [{ field: 'active', operator: 'EqualTo', value: { parameter: 'active' } }];
    const parameters = [{ name: 'active', caption: 'Active', kind: 'boolean' }];
    const query = { type: 'twin', columns, filters, parameters };
    expect(await readRows(query, { parameters: { active: false } })).toEqual([['South']]);
    expect(await readRows(query)).toHaveLength(2);
    await expect(run(query, { parameters: { active: 'yes' } })).rejects.toThrow(
      'requires a value such as true',
    );
  });

  it('accept the user who runs the query as a value', async () => {
    const filters = [{ field: 'createdBy', operator: 'EqualTo', value: { parameter: 'currentUser' } }];
    expect(await readRows({ type: 'advisory', columns: [count], filters })).toEqual([[0]]);
  });

  it('refuse an operator or value that does not fit the field', async () => {
    await expect(twinsWith({ field: 'active', operator: 'EqualTo', value: 'yes' })).rejects.toThrow(
      "The field 'active' is true or false",
    );
    await expect(twinsWith({ field: 'level', operator: 'Contains', value: 'a' })).rejects.toThrow(
      'is for text',
    );
  });
});

describe('groups and aggregates', () => {
  it('count records once, also if a column joins several rows per record', async () => {
    expect(await readRows({ type: 'twin', columns: [count] })).toEqual([[2]]);
    expect(await readRows({ type: 'twin', columns: [group('p', 'protections.type'), count] })).toEqual([
      ...[
        [null, 1],
        ['condition', 1],
      ],
    ]);
  });

  it('calculate statistics of a number', async () => {
    const names = ['sum', 'mean', 'min', 'max', 'median', 'count', 'distinct'];
    const columns = [
      ...names.map((name) => aggregate(name, name, 'cost')),
      aggregate('p', 'percentile', 'cost', { percentile: 25 }),
    ];
    const result = await run({ type: 'work', columns });
    expect(result.rows).toEqual([[600, 200, 100, 300, 200, 3, 3, 150]]);
    expect(result.columns.map(({ kind }) => kind)).toEqual([
      ...['money', 'money', 'money', 'money', 'money', 'integer', 'integer', 'money'],
    ]);
  });

  it('refuse a sum that would count a record several times', async () => {
    const columns = [
      group('threshold', 'protections.excursions.threshold'),
      aggregate('level', 'sum', 'level'),
    ];
    await expect(run({ type: 'twin', columns })).rejects.toThrow('would count a record several times');
    const right = [group('twin', 'asset'), aggregate('s', 'sum', 'protections.excursions.duration')];
    const rows = await readRows({ type: 'twin', columns: right });
    expect(rows.map(([name, , seconds]) => [name, seconds])).toEqual([
      ['North', 25_200],
      ['South', null],
    ]);
  });

  it('group times in the reader’s time zone, and fill gaps', async () => {
    const columns = [group('month', 'start', 'month'), count];
    expect(await readRows({ columns })).toEqual([
      ['2026-01-01', 1],
      ['2026-02-01', 0],
      ['2026-03-01', 2],
    ]);
    expect(await readRows({ columns, fillGaps: false })).toEqual([
      ['2026-01-01', 1],
      ['2026-03-01', 2],
    ]);
    const days = [group('day', 'start', 'day'), count];
    const filters = [
      { field: 'start', operator: 'GreaterThanEqualTo', value: '2026-01-09' },
      { field: 'start', operator: 'LessThan', value: '2026-01-12' },
    ];
    expect(await readRows({ columns: days, filters })).toEqual([
      ...[
        ['2026-01-09', 0],
        ['2026-01-10', 1],
        ['2026-01-11', 0],
      ],
    ]);
    expect(await readRows({ columns: days, filters }, { timeZone: 'Europe/Berlin' })).toEqual([
      ...[
        ['2026-01-09', 0],
        ['2026-01-10', 0],
        ['2026-01-11', 1],
      ],
    ]);
  });

  it('fill gaps for each combination of the other groups', async () => {
    const columns = [group('month', 'start', 'month'), group('p', 'protection'), count];
    const rows = await readRows({ columns });
    expect(rows.map(([month, name, , n]) => [month, name, n])).toEqual([
      ...[
        ['2026-01-01', 'Flow', 0],
        ['2026-01-01', 'Heat', 1],
        ['2026-02-01', 'Flow', 0],
      ],
      ...[
        ['2026-02-01', 'Heat', 0],
        ['2026-03-01', 'Flow', 1],
        ['2026-03-01', 'Heat', 1],
      ],
    ]);
  });

  it('group numbers by width', async () => {
    const columns = [group('hours', 'duration', { width: 7200 }), count];
    expect(await readRows({ columns })).toEqual([
      [0, 1],
      [7200, 1],
      [14_400, 1],
    ]);
  });

  it('filter and sort their results', async () => {
    const columns = [group('p', 'protection.name'), count];
    const sorts = [{ field: 'n', direction: 'Descending' }];
    expect(await readRows({ columns, sorts })).toEqual([
      ['Heat', 2],
      ['Flow', 1],
    ]);
    const resultFilters = [{ field: 'n', operator: 'GreaterThan', value: 1 }];
    expect(await readRows({ columns, resultFilters })).toEqual([['Heat', 2]]);
  });

  it('report whether more rows exist', async () => {
    const result = await run({ columns: [field('id', 'id')], limit: 2 });
    expect([result.rows.length, result.truncated, result.total]).toEqual([2, true, 3]);
  });
});

describe('computed columns', () => {
  const columns = [aggregate('sum', 'sum', 'cost'), count];
  it('use earlier columns; division by zero is null', async () => {
    const query = {
      type: 'work',
      columns: [
        ...columns,
        computed('each', '[sum] / [n]'),
        computed('none', '[sum] / ([n] - 4)'),
        computed('many', '[each] > 100 AND [n] >= 4'),
        computed('rounded', 'ROUND(2.675, 2) + MAX([n], 2) + POWER(2, 3) + MOD(7, 4)'),
        computed('root', 'SQRT(-1)'),
      ],
    };
    const result = await run(query);
    expect(result.rows).toEqual([[600, 4, 150, null, true, 2.68 + 4 + 8 + 3, null]]);
    expect(result.columns.slice(2).map(({ kind }) => kind)).toEqual([
      ...['number', 'number', 'boolean', 'number', 'number'],
    ]);
  });

  it.each([
    ['[nothing] + 1', 'Unknown tag alias [nothing].'],
    ['[n] +', 'Syntax error'],
    ['AVERAGE([n], #1d)', 'There is no time in it'.toLowerCase()],
    ['NUMBER x = 1 RETURN x', 'Please give one expression'],
    ['[n]; drop table work', 'Syntax error'],
  ])('refuse %s', async (expression, message) => {
    const query = { type: 'work', columns: [...columns, computed('x', expression)] };
    await expect(run(query)).rejects.toThrow(new RegExp(message.replaceAll(/[[\].]/g, '\\$&'), 'i'));
  });

  it('return and check units', async () => {
    const units = {
      type: 'excursion',
      columns: [aggregate('a', 'sum', 'duration'), aggregate('b', 'max', 'duration')],
    };
    const result = await run({
      ...units,
      columns: [...units.columns, computed('d', '[a] - [b]'), computed('r', '[a] / [b]')],
    });
    expect(result.columns.map(({ unit }) => unit)).toEqual(['s', 's', 's', undefined]);
    const mixed = [
      aggregate('p', 'mean', 'probability'),
      aggregate('d', 'mean', 'comparativeLife'),
      computed('x', '[p] + [d]'),
    ];
    await expect(run({ type: 'risk-analysis-asset', columns: mixed })).rejects.toThrow(
      /is in %, but|is in d, but/,
    );
  });
});

describe('the rows behind a mark of a chart', () => {
  it('are the records of the groups of the mark', async () => {
    const columns = [group('month', 'start', 'month'), group('p', 'protection'), count];
    const all = await run({ columns }, { mark: {} });
    expect(all.columns.map(({ key }) => key)).toEqual(['record', 'record.id', 'month', 'p', 'p.id']);
    expect(all.rows).toHaveLength(3);
    const march = await run({ columns }, { mark: { month: '2026-03-01' } });
    expect(march.rows.map(([, , start]) => start)).toEqual([
      '2026-03-05T10:00:00.000Z',
      '2026-03-06T10:00:00.000Z',
    ]);
    const one = await run({ columns }, { mark: { month: '2026-03-01', p: 'Flow' } });
    expect(one.rows).toHaveLength(1);
    await expect(run({ columns }, { mark: { n: 1 } })).rejects.toThrow("'n' is no group of the query.");
    await expect(run({ columns }, { mark: { month: 'March' } })).rejects.toThrow(
      'takes a value as in the result',
    );
  });
});

describe('data of a restricted type', () => {
  const inspection = {
    name: 'secret',
    caption: 'Secret',
    restricted: true,
    titleTemplate: '{what}',
    fields: [
      { name: 'what', caption: 'What', kind: 'text' },
      { name: 'asset', caption: 'Asset', kind: 'reference', recordType: 'asset' },
      { name: 'cost', caption: 'Cost', kind: 'money' },
      { name: 'day', caption: 'Day', kind: 'date' },
      { name: 'depth', caption: 'Depth', kind: 'number' },
    ],
  };
  beforeAll(async () => {
    const admin = await makeSession(test.tenant.db, { isAdmin: true });
    expect((await test.ask('POST', '/api/recordtypes', admin, inspection)).statusCode).toBe(201);
    const { db } = test.tenant;
    const { id } = await db
      .selectFrom('asset')
      .select('id')
      .where('asset_name', '=', 'North')
      .executeTakeFirstOrThrow();
    const fields = { what: 'Leak', asset: id, cost: 12.5, day: '2026-03-31', depth: 0.123456789 };
    expect((await test.ask('POST', '/api/records/secret', admin, { fields })).statusCode).toBe(201);
  });

  const columns = [field('name', 'assetName'), field('cost', 'records.secret.asset.fields.cost')];
  const filters = [{ field: 'assetName', operator: 'EqualTo', value: 'North' }];

  it('is shown to readers with the permission', async () => {
    expect(await readRows({ type: 'asset', columns, filters })).toEqual([['North', 12.5]]);
    const own = [
      field('what', 'fields.what'),
      field('asset', 'fields.asset'),
      group('month', 'fields.day', 'month'),
    ];
    expect(await readRows({ type: 'secret', columns: own })).toEqual([
      ['Leak', 'North', expect.any(Number), '2026-03-01'],
    ]);
  });

  it('is marked as stored, unless it is calculated', async () => {
    const columns = [
      aggregate('greatest', 'max', 'fields.depth'),
      aggregate('mean', 'mean', 'fields.depth'),
      computed('double', '[greatest] * 2'),
    ];
    const read = async (columns: object[]) => {
      const result = await run({ type: 'secret', columns });
      return result.columns.map(({ key, stored }) => [key, stored]);
    };
    expect(await read([field('depth', 'fields.depth')])).toEqual([['depth', true]]);
    expect(await read(columns)).toEqual([
      ['greatest', true],
      ['mean', undefined],
      ['double', undefined],
    ]);
  });

  it('is omitted from columns, counts and conditions for other readers', async () => {
    const types = ['asset', 'twin', 'tag'];
    const result = await run({ type: 'asset', columns, filters }, { types });
    expect(result.rows).toEqual([['North', null]]);
    expect(result.notes).toEqual(['Linked records of types that you may not read are left out.']);
    const sum = [aggregate('sum', 'sum', 'records.secret.asset.fields.cost')];
    expect(await readRows({ type: 'asset', columns: sum }, { types })).toEqual([[null]]);
    const guess = { field: 'records.secret.asset.fields.cost', operator: 'GreaterThan', value: 1 };
    expect(await readRows({ type: 'asset', columns: [count], filters: [guess] }, { types })).toEqual([[0]]);
    expect(await readRows({ type: 'asset', columns: [count], filters: [guess] })).toEqual([[1]]);
    await expect(run({ type: 'secret', columns: [count] }, { types })).rejects.toThrow(
      "There is no type 'secret'",
    );
  });
});

it('an open excursion lasts until the last evaluation', async () => {
  const { db } = test.tenant;
  const protectionId = await makeProtection(db, { name: 'Open', twinId: twins.south });
  await makeExcursion(db, { protectionId, start: '2026-03-07T10:00:00Z', end: null });
  await db
    .updateTable('protection')
    .set({ evaluated_at: new Date('2026-03-07T13:00:00Z') })
    .where('id', '=', protectionId)
    .execute();
  const filters = [{ field: 'protection.name', operator: 'EqualTo', value: 'Open' }];
  const hours = 3 * 3600;
  expect(await readRows({ columns: [field('d', 'duration')], filters })).toEqual([[hours]]);
  const columns = [group('length', 'duration'), aggregate('sum', 'sum', 'duration')];
  expect(await readRows({ columns, filters })).toEqual([[hours, hours]]);
});
