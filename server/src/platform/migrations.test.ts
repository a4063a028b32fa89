import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { migrate } from './migrations.ts';

let directory: string;
let database: TestDatabase;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'twinward-migrations-'));
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

const write = (name: string, text: string) => writeFile(join(directory, name), text);
const run = () => migrate(database.db, directory, 'trial');
const tables = async () => {
  const { rows } = await database.pool.query(
    `select table_name from information_schema.tables where table_schema = 'public' and table_name ~ '^trial_'`,
  );
  return rows.map((row) => row.table_name).sort();
};

test('runs each file once, however many processes start at the same time', async () => {
  await write('0001_one.sql', 'create table trial_one (id int); select pg_sleep(0.1);');
  await write('0002_two.sql', 'create table trial_two (id int);');
  await Promise.all([run(), run(), run()]);
  expect(await tables()).toEqual(['trial_one', 'trial_two']);
  await write('0003_three.sql', 'create table trial_three (id int);');
  await run();
  expect(await tables()).toEqual(['trial_one', 'trial_three', 'trial_two']);
});

test('names the file that fails, and keeps nothing of the run', async () => {
  await write('0001_one.sql', 'create table trial_one (id int);');
  await write('0002_two.sql', 'create table trial_two (id int); create tble trial_three ();');
  await expect(run()).rejects.toThrow('migration 0002_two.sql failed: syntax error at or near "tble"');
  expect(await tables()).toEqual([]);
});

test('refuses a database that a newer version has migrated', async () => {
  await write('0001_one.sql', 'create table trial_one (id int);');
  await write('0002_two.sql', 'create table trial_two (id int);');
  await run();
  await rm(join(directory, '0002_two.sql'));
  await expect(run()).rejects.toThrow(
    "the database can't be migrated by this version of Twinward: corrupted migrations: " +
      'previously executed migration 0002_two is missing',
  );
});
