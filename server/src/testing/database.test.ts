import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner, createTestDatabase, type TestDatabase } from './database.ts';

let first: TestDatabase;
let second: TestDatabase;
beforeAll(async () => {
  [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});
afterAll(() => Promise.all([first.drop(), second.drop()]));

test('gives each file a migrated database of its own', async () => {
  await asOwner(first, 'create table only_here ()');
  const tables = `select table_name as name from information_schema.tables
    where table_name in ('only_here', 'kysely_migration') order by 1`;
  expect((await first.pool.query(tables)).rows.map((row) => row.name)).toEqual([
    'kysely_migration',
    'only_here',
  ]);
  expect((await second.pool.query(tables)).rows.map((row) => row.name)).toEqual(['kysely_migration']);
});

test('reads counts as numbers, times as dates, days as text', async () => {
  const { rows } = await first.pool.query(
    `select count(*) as count, timestamptz '2014-02-07 14:55:00+00' as time, date '2014-02-08' as day
     from generate_series(1, 3)`,
  );
  expect(rows).toEqual([{ count: 3, time: new Date('2014-02-07T14:55:00Z'), day: '2014-02-08' }]);
});

test('sorts names with non-ASCII letters alphabetically, and ignores their case in ilike', async () => {
  const { rows } = await first.pool.query(
    `select string_agg(name, ' ' order by name) as sorted, bool_or(name ilike 'ÄRMEL') as found
     from (values ('zinc'), ('Arm'), ('ärmel'), ('art'), ('Zahn')) as t(name)`,
  );
  expect(rows).toEqual([{ sorted: 'Arm ärmel art Zahn zinc', found: true }]);
});
