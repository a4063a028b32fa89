import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { toArrayParameter, toBooleanArrayParameter, toTextArrayParameter } from './array.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const none = Number.NaN;

test.each([
  ['smallint', [0, 1, -1, none, 32_767, -32_768]],
  ['int', [0, 1, -1, none, 2_147_483_647, -2_147_483_648]],
  ['bigint', [0, 1, -1, none, 1_704_067_200_001, 2 ** 32, -(2 ** 32) - 1, 2 ** 53 - 1, -(2 ** 53) + 1]],
  ['double precision', [0, -0, 0.1, none, -1e-300, 5e-324, 1.7976931348623157e308, Number.NEGATIVE_INFINITY]],
  ['int', [none, none]],
  ['bigint', []],
] as const)('numbers arrive as an array of %s', async (type, values) => {
  const { rows } = await sql<{ found: (number | null)[] }>`
    select ${toArrayParameter<number>(type, values, (value) => value)}::float8[] as found`.execute(
    database.db,
  );
  const expected = values.map((value) => (Number.isNaN(value) ? null : value));
  expect(rows[0]!.found).toEqual(expected);
});

test.each([
  ['smallint', 32_768],
  ['int', 2_147_483_648],
  ['int', 0.5],
  ['bigint', 2 ** 53],
] as const)('rejects an invalid %s: %d', (type, value) => {
  expect(() => toArrayParameter(type, [value], Number)).toThrow(`${value} is no ${type}`);
});

test('texts arrive as an array of text', async () => {
  const values = ['', 'a', null, '{"quoted, \\ text"}', 'Größe 温度 🙂', 'NULL'];
  const { rows } = await sql<{ found: (string | null)[] }>`
    select ${toTextArrayParameter(values, (value) => value)} as found`.execute(database.db);
  expect(rows[0]!.found).toEqual(values);
});

test('truth values arrive as an array of boolean', async () => {
  const values = [true, false, null, true];
  const { rows } = await sql<{ found: (boolean | null)[] }>`
    select ${toBooleanArrayParameter(values, (value) => value)} as found`.execute(database.db);
  expect(rows[0]!.found).toEqual(values);
});
