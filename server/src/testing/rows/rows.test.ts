import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner, createTestDatabase, type TestDatabase } from '../database.ts';
import { generateRows, rowsFile } from './generate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('the committed row types match the migrated database', async () => {
  const rows = await generateRows(database.pool);
  expect(await readFile(rowsFile, 'utf8'), 'run: npm run rows').toBe(rows);
});

test('derives columns from types, defaults, identities, CHECK lists and comments', async () => {
  await asOwner(
    database,
    `create table sample (
      id int generated always as identity primary key,
      kind text not null check (kind in ('one', 'it''s')),
      size smallint check (size in (1, 2)),
      counted bigint not null default 0,
      twice bigint not null generated always as (counted * 2) stored,
      document jsonb,
      settings jsonb not null default '{}',
      day date,
      names text[] not null
    );
    comment on table sample is 'A sample.';
    comment on column sample.size is 'Bytes.';
    create view sample_size as select id, kind, size from sample;`,
  );
  const text = await generateRows(database.pool);
  await asOwner(database, 'drop view sample_size; drop table sample');
  expect(text).toContain(`/** A sample. */
export interface SampleTable {
  id: GeneratedAlways<number>;
  kind: 'one' | 'it\\'s';
  /** Bytes. */
  size: number | null;
  counted: Generated<number>;
  twice: GeneratedAlways<number>;
  document: ColumnType<unknown | null, string | null, string | null>;
  settings: ColumnType<unknown, string | undefined, string>;
  day: string | null;
  names: string[];
}

export interface SampleSizeView {
  id: number | null;
  kind: string | null;
  size: number | null;
}
`);
  expect(text).toContain('  sample: SampleTable;\n  sample_size: SampleSizeView;\n');
});

test('rejects an unknown type', async () => {
  await asOwner(database, 'create table sample (area box)');
  await expect(generateRows(database.pool)).rejects.toThrow('the type box of sample.area is unknown');
  await asOwner(database, 'drop table sample');
});
