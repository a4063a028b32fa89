import type { ListRequest } from '@twinward/contracts/core/list';
import { listBody } from '@twinward/contracts/core/list';
import fc from 'fast-check';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { AppError } from '../errors.ts';
import { compileList, findPage, type ListFields } from './list.ts';

const list: ListFields = {
  fields: {
    Name: { type: 'C', sql: sql`name` },
    Size: { type: 'N', sql: sql`size` },
    Made: { type: 'D', sql: sql`made` },
    Good: { type: 'B', sql: sql`good` },
  },
  key: sql`id`,
  defaultSort: [{ field: 'Name', direction: 'Ascending' }],
};

const rows = sql<{ id: number }>`(values
  (1, 'alpha', 10.5, timestamptz '2024-01-01', true),
  (2, '50% off_x', 2, timestamptz '2024-02-01', false),
  (3, 'Beta', null, null, null),
  (4, 'beta\\', 10.5, timestamptz '2024-03-01', true)
)`;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const selectIds = () =>
  database.db.selectFrom(rows.as<'row'>(sql`row (id, name, size, made, good)`)).select('row.id');

async function ids(request: Partial<ListRequest>): Promise<number[]> {
  const full = { filters: [], sorts: [], pageNumber: 1, pageSize: 10, ...request };
  const { records } = await findPage(selectIds(), compileList(full, list));
  return records.map((row) => row.id);
}

function refusal(request: Partial<ListRequest>): { message: string; path: string | undefined } {
  try {
    compileList({ filters: [], sorts: [], pageNumber: 1, pageSize: 10, ...request }, list);
  } catch (error) {
    if (error instanceof AppError) return { message: error.message, path: error.errors?.[0]?.path };
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('a list', () => {
  it.each<[string, ListRequest['filters'], number[]]>([
    ['no filter', [], [2, 1, 3, 4]],
    ['equal', [{ field: 'Size', operator: 'EqualTo', value: 10.5, dataType: 'N' }], [1, 4]],
    ['not equal, including null', [{ field: 'Size', operator: 'NotEqualTo', value: 10.5 }], [2, 3]],
    ['contained text, ignoring case', [{ field: 'Name', operator: 'Contains', value: 'BETA' }], [3, 4]],
    ['a literal percent sign', [{ field: 'Name', operator: 'Contains', value: '%' }], [2]],
    ['a literal underscore', [{ field: 'Name', operator: 'Contains', value: 'f_x' }], [2]],
    ['a literal backslash', [{ field: 'Name', operator: 'Contains', value: 'a\\' }], [4]],
    ['the start of a text', [{ field: 'Name', operator: 'StartsWith', value: 'be' }], [3, 4]],
    [
      'a range of dates',
      [
        { field: 'Made', operator: 'GreaterThanEqualTo', value: '2024-01-01', dataType: 'D' },
        { field: 'Made', operator: 'LessThan', value: '2024-03-01T00:00:00Z', dataType: 'D' },
      ],
      [2, 1],
    ],
    ['a list of values', [{ field: 'Size', operator: 'In', value: [2, 3] }], [2]],
    ['an empty list of values', [{ field: 'Size', operator: 'In', value: [] }], []],
    ['null', [{ field: 'Made', operator: 'IsNull' }], [3]],
    ['not null', [{ field: 'Made', operator: 'IsNotNull', dataType: 'D' }], [2, 1, 4]],
    [
      'groups',
      [
        {
          operator: 'GroupOr',
          filters: [
            { field: 'Good', operator: 'EqualTo', value: true },
            {
              operator: 'GroupAnd',
              filters: [
                { field: 'Size', operator: 'IsNull' },
                { field: 'Name', operator: 'EqualTo', value: 'Beta' },
              ],
            },
          ],
        },
      ],
      [1, 3, 4],
    ],
    ['an empty group', [{ operator: 'GroupOr', filters: [] }], [2, 1, 3, 4]],
  ])('filters by %s', async (_name, filters, expected) => {
    expect(new Set(await ids({ filters }))).toEqual(new Set(expected));
  });

  it('sorts by several fields, with nulls first in ascending and last in descending order, and ties by the key', async () => {
    expect(await ids({ sorts: [{ field: 'Size', direction: 'Ascending' }] })).toEqual([3, 2, 1, 4]);
    expect(await ids({ sorts: [{ field: 'Size', direction: 'Descending' }] })).toEqual([1, 4, 2, 3]);
  });

  it('returns pages', async () => {
    const sorts: ListRequest['sorts'] = [{ field: 'Made', direction: 'Descending' }];
    expect(await ids({ sorts, pageSize: 2 })).toEqual([4, 2]);
    expect(await ids({ sorts, pageSize: 2, pageNumber: 2 })).toEqual([1, 3]);
  });

  it.each<[Partial<ListRequest>, string, string]>([
    [
      { filters: [{ field: 'name; drop table twin', operator: 'IsNull' }] },
      "There is no field 'name; drop table twin'. The fields are Name, Size, Made, Good.",
      'filters.0.field',
    ],
    [
      { filters: [{ field: 'constructor', operator: 'IsNull' }] },
      "There is no field 'constructor'. The fields are Name, Size, Made, Good.",
      'filters.0.field',
    ],
    [
      { sorts: [{ field: '__proto__', direction: 'Ascending' }] },
      "There is no field '__proto__'. The fields are Name, Size, Made, Good.",
      'sorts.0.field',
    ],
    [
      { filters: [{ field: 'Size', operator: 'EqualTo', value: '1 or 1=1' }] },
      "The field 'Size' is a number: give a value such as 12.5.",
      'filters.0.value',
    ],
    [
      { filters: [{ field: 'Made', operator: 'LessThan', value: 'yesterday' }] },
      `The field 'Made' is a date and time: give a value such as "2014-02-07T14:55:00Z".`,
      'filters.0.value',
    ],
    [
      { filters: [{ field: 'Made', operator: 'LessThan', value: '2024-13-45' }] },
      `The field 'Made' is a date and time: give a value such as "2014-02-07T14:55:00Z".`,
      'filters.0.value',
    ],
    ...['2014-02-30', '2014-04-31T10:00:00Z', '2014-02-07T14:55:00+16:00', '0000-01-01'].map(
      (value): [Partial<ListRequest>, string, string] => [
        { filters: [{ field: 'Made', operator: 'LessThan', value }] },
        `The field 'Made' is a date and time: give a value such as "2014-02-07T14:55:00Z".`,
        'filters.0.value',
      ],
    ),
    [
      { filters: [{ field: 'Name', operator: 'EqualTo', value: 'a\0' }] },
      `The field 'Name' is text: give a value such as "Pump".`,
      'filters.0.value',
    ],
    [
      { filters: [{ field: 'Size', operator: 'Contains', value: '1' }] },
      "Contains is for text; 'Size' is a number.",
      'filters.0.operator',
    ],
    [
      { filters: [{ field: 'Size', operator: 'EqualTo', dataType: 'D', value: 1 }] },
      "The field 'Size' is a number: its data type is N.",
      'filters.0.dataType',
    ],
    [
      { filters: [{ field: 'Size', operator: 'IsNull', value: 1 }] },
      'IsNull takes no value.',
      'filters.0.value',
    ],
    [{ filters: [{ field: 'Size', operator: 'LessThan' }] }, 'LessThan takes one value.', 'filters.0.value'],
    [
      { filters: [{ field: 'Size', operator: 'In', value: 3 }] },
      'In takes a list of values.',
      'filters.0.value',
    ],
  ])('rejects %j', (request, message, path) => {
    expect(refusal(request)).toEqual({ message, path });
  });

  it('rejects filter groups that nest too deep, and too many filters', () => {
    let filter: ListRequest['filters'][number] = { field: 'Size', operator: 'IsNull' };
    for (let i = 0; i < 10; i++) filter = { operator: 'GroupAnd', filters: [filter] };
    expect(refusal({ filters: [filter] }).message).toBe('Groups nest at most 10 deep.');
    const many = Array.from({ length: 201 }, () => ({ field: 'Size', operator: 'IsNull' as const }));
    expect(refusal({ filters: many }).message).toBe('At most 200 filters in one call.');
  });

  it.each([
    [1, 2, [2, 1], 4],
    [2, 2, [3, 4], 4],
    [2, 3, [4], 4],
    [3, 2, [], 4],
    [9, 1, [], 4],
  ])(
    'returns for page %i with %i records per page: %j, of %i',
    async (pageNumber, pageSize, found, total) => {
      const clauses = compileList({ filters: [], sorts: [], pageNumber, pageSize }, list);
      const page = await findPage(selectIds(), clauses);
      expect([page.records.map(({ id }) => id), page.total]).toEqual([found, total]);
    },
  );

  it('uses the separate count of a list if the filters use only fields of the counted table', async () => {
    const of = (where: RawBuilder<SqlBool>) => sql<number>`(select 400 + (${where})::int)`;
    const counted: ListFields = { ...list, count: { fields: ['Size'], of } };
    const request = { filters: [], sorts: [], pageNumber: 1, pageSize: 2 };
    expect((await findPage(selectIds(), compileList(request, counted))).total).toBe(401);
    const own = [
      { operator: 'GroupOr' as const, filters: [{ field: 'Size', operator: 'IsNotNull' as const }] },
    ];
    expect((await findPage(selectIds(), compileList({ ...request, filters: own }, counted))).total).toBe(401);
    const filters = [{ field: 'Name', operator: 'IsNotNull' as const }];
    expect((await findPage(selectIds(), compileList({ ...request, filters }, counted))).total).toBeLessThan(
      5,
    );
    const nothing = await findPage(selectIds().where(sql<boolean>`false`), compileList(request, counted));
    expect(nothing).toEqual({ records: [], total: 0 });
  });

  it('accepts more values than a statement has parameters', async () => {
    const value = Array.from({ length: 1000 }, (_, i) => 10.5 + i);
    const filters = Array.from({ length: 100 }, () => ({
      field: 'Size',
      operator: 'In' as const,
      value,
    }));
    expect(await ids({ filters })).toEqual([1, 4]);
    expect(
      await ids({ filters: [{ field: 'Made', operator: 'In', value: ['2024-01-01T00:00:00Z'] }] }),
    ).toEqual([1]);
    const names = { field: 'Name', operator: 'In' as const, value: ['alpha', 'beta\\', '"', '{', 'NULL'] };
    expect(await ids({ filters: [names] })).toEqual([1, 4]);
    expect(await ids({ filters: [{ field: 'Good', operator: 'In', value: [false] }] })).toEqual([2]);
    expect(await ids({ filters: [{ field: 'Size', operator: 'In', value: [] }] })).toEqual([]);
  });

  it('counts 0 if nothing matches', async () => {
    const clauses = { where: sql<SqlBool>`false`, orderBy: sql`id`, limit: 2, offset: 2 };
    expect(await findPage(selectIds(), clauses)).toEqual({ records: [], total: 0 });
  });

  it('runs or rejects every request that passes the contract, and never fails in the database', async () => {
    const field = fc.oneof(fc.constantFrom('Name', 'Size', 'Made', 'Good'), fc.string());
    const operator = fc.constantFrom(
      'EqualTo',
      'LessThan',
      'Contains',
      'StartsWith',
      'In',
      'IsNull',
      'NotEqualTo',
    );
    const scalar = fc.oneof(
      fc.string(),
      fc.double(),
      fc.boolean(),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    );
    const value = fc.option(fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })), { nil: undefined });
    const request = fc.record({ filters: fc.array(fc.record({ field, operator, value }), { maxLength: 3 }) });
    await fc.assert(
      fc.asyncProperty(request, async (body) => {
        const parsed = listBody.safeParse(body);
        if (!parsed.success) return;
        try {
          await ids(parsed.data);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }),
      { numRuns: 300 },
    );
  });
});
