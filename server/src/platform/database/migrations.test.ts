import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { StartError } from '../process/start-error.ts';
import { createDatabase, type Database } from './database.ts';
import { migrate } from './migrations.ts';

let directory: string;
let database: TestDatabase;
let owner: Database;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'twinward-migrations-'));
  database = await createTestDatabase();
  owner = createDatabase(database.ownerUrl, { work: 'migration', max: 5 });
});
afterEach(async () => {
  await owner.db.destroy();
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

const write = (name: string, text: string) => writeFile(join(directory, name), text);
const run = () => migrate(owner.db, { migrations: directory, schema: 'trial' });
const tables = async () => {
  const { rows } = await owner.pool.query(
    `select table_name from information_schema.tables where table_schema = 'public' and table_name ~ '^trial_'`,
  );
  return rows.map((row) => row.table_name).sort();
};

test('runs each file once, even when many processes start at the same time', async () => {
  await write('0001_one.sql', 'create table trial_one (id int); select pg_sleep(0.1);');
  await write('0002_two.sql', 'create table trial_two (id int);');
  await Promise.all([run(), run(), run()]);
  expect(await tables()).toEqual(['trial_one', 'trial_two']);
  await write('0003_three.sql', 'create table trial_three (id int);');
  await run();
  expect(await tables()).toEqual(['trial_one', 'trial_three', 'trial_two']);
});

test('names the file that fails, and rolls back the whole run', async () => {
  await write('0001_one.sql', 'create table trial_one (id int);');
  await write('0002_two.sql', 'create table trial_two (id int); create tble trial_three ();');
  await expect(run()).rejects.toThrow('migration 0002_two.sql failed: syntax error at or near "tble"');
  expect(await tables()).toEqual([]);
});

test('applies files in the order of the list, and unlisted files last', async () => {
  await write('0001_one.sql', 'create table trial_one (id int);');
  await write('0002_two.sql', 'alter table trial_three add column two int;');
  await write('0003_three.sql', 'create table trial_three (id int);');
  await write('0004_four.sql', 'alter table trial_three add column four int;');
  await write('checksums', 'a  0001_one.sql\nc  0003_three.sql\nb  0002_two.sql\n');
  await run();
  const { rows } = await owner.pool.query('select * from trial_three');
  expect(rows).toEqual([]);
});

test('rejects a database that a newer version has migrated', async () => {
  await write('0001_one.sql', 'create table trial_one (id int);');
  await write('0002_two.sql', 'create table trial_two (id int);');
  await run();
  await rm(join(directory, '0002_two.sql'));
  await expect(run()).rejects.toThrow(
    new StartError(
      'the database is newer than this version of Twinward, which does not know its migration 0002_two: ' +
        'start the version that migrated it or a later one, or restore a back-up made before',
    ),
  );
});

test('rejects a database that was migrated by a different file of the same name', async () => {
  await write('0001_one.sql', 'create table trial_one (id int);');
  await run();
  await write('0001_one.sql', 'create table trial_one (id bigint);');
  await expect(run()).rejects.toThrow(
    new StartError(
      'the database was migrated by another 0001_one.sql than this version of Twinward has: ' +
        'start a released version, or restore a back-up',
    ),
  );
});

test('rejects a database that has a migration but not its predecessor', async () => {
  await write('0002_two.sql', 'create table trial_two (id int);');
  await run();
  await write('0001_one.sql', 'create table trial_one (id int);');
  await expect(run()).rejects.toThrow('the database lacks the migration 0001_one but has later ones');
  expect(await tables()).toEqual(['trial_two']);
});

test('records the checksums of a database that has none', async () => {
  await write('0001_one.sql', 'create table trial_one (id int);');
  await run();
  await owner.pool.query('alter table trial.kysely_migration drop column checksum');
  await run();
  const text = 'create table trial_one (id int);';
  const { rows } = await owner.pool.query('select name, checksum from trial.kysely_migration');
  expect(rows).toEqual([{ name: '0001_one', checksum: createHash('sha256').update(text).digest('hex') }]);
  await write('0001_one.sql', 'create table trial_one (id bigint);');
  await expect(run()).rejects.toThrow('the database was migrated by another 0001_one.sql');
});
