import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner, createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createDatabase } from './database.ts';
import { grantTenant } from './grants.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test.each([
  ['alter table audit_entry disable trigger audit_entry_stays', 'must be owner of table audit_entry'],
  ['drop trigger audit_entry_stays on audit_entry', 'must be owner of relation audit_entry'],
  [
    'create or replace function refuse_audit_change() returns trigger language sql as $$ $$',
    'permission denied for schema public',
  ],
  ['set session_replication_role = replica', 'permission denied to set parameter'],
  ['truncate audit_entry', 'permission denied for table audit_entry'],
  [`update audit_entry set user_name = 'nobody'`, 'permission denied for table audit_entry'],
  ['delete from audit_entry', 'permission denied for table audit_entry'],
  ['drop table audit_entry', 'must be owner of table audit_entry'],
  ['delete from kysely_migration', 'permission denied for table kysely_migration'],
  ['delete from repeatable_file', 'permission denied for table repeatable_file'],
  ['create table mine ()', 'permission denied for schema public'],
  ['create role mine', 'permission denied to create role'],
  ['create database mine', 'permission denied to create database'],
  [`alter role twinward_application createdb`, 'permission denied to alter role'],
  ['set role twinward_owner', 'permission denied to set role "twinward_owner"'],
  [`copy app_user to program 'cat'`, 'permission denied to COPY to or from an external program'],
  [`select pg_read_file('postgresql.conf')`, 'permission denied for function pg_read_file'],
])('the application role must not: %s', async (statement, reason) => {
  await expect(database.pool.query(statement)).rejects.toThrow(reason);
});

test('the application role may use a table that was created later', async () => {
  await asOwner(database, 'create table later (id int generated always as identity, name text)');
  await database.pool.query(`insert into later (name) values ('rotor')`);
  await database.pool.query(`update later set name = 'stator'`);
  expect((await database.pool.query('select name from later')).rows).toEqual([{ name: 'stator' }]);
  await database.pool.query('delete from later');
});

test('a missing privilege is granted, and an excess one is revoked', async () => {
  await asOwner(
    database,
    `revoke all on tag from twinward_application; grant update on audit_entry to twinward_application`,
  );
  await expect(database.pool.query('select from tag')).rejects.toThrow('permission denied for table tag');
  const owner = createDatabase(database.ownerUrl, { work: 'migration', max: 1 });
  try {
    await grantTenant(owner.pool, 'twinward_application');
  } finally {
    await owner.db.destroy();
  }
  await database.pool.query('select from tag');
  await expect(database.pool.query(`update audit_entry set user_name = 'nobody'`)).rejects.toThrow(
    'permission denied',
  );
});
