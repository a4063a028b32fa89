import { rm } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDatabaseFolder } from '../../../testing/folder.ts';
import { createEmptyDatabase } from '../server-databases.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';

let directory: string;
let server: EmbeddedPostgres;
beforeAll(async () => {
  directory = await makeDatabaseFolder('twinward-roles-');
  server = await start();
});
afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

function start(): Promise<EmbeddedPostgres> {
  const onLost = (error: Error) => {
    throw error;
  };
  return startEmbeddedPostgres({ directory, database: 'twinward', durable: false, onLost });
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const result = await client.query(text);
    return result.rows;
  } finally {
    await client.end();
  }
}

const at = (url: string, database: string) => new URL(`/${database}`, url).href;

test('the roles are not superusers, and only the owner can create databases', async () => {
  const rights = `select rolname, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls
    from pg_roles where rolname = current_user`;
  const none = { rolsuper: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false };
  expect(await query(server.applicationUrl, rights)).toEqual([
    { rolname: 'twinward_application', rolcreatedb: false, ...none },
  ]);
  expect(await query(server.ownerUrl, rights)).toEqual([
    { rolname: 'twinward_owner', rolcreatedb: true, ...none },
  ]);
});

test('objects that an earlier version created as the superuser change their owner, even after an interruption', async () => {
  await query(server.superuserUrl, `alter database twinward owner to twinward`);
  const superuser = new pg.Client({ connectionString: server.superuserUrl });
  await superuser.connect();
  await createEmptyDatabase(superuser, 'twinward_demo');
  await superuser.end();
  const demo = () => at(server.superuserUrl, 'twinward_demo');
  await query(
    demo(),
    `create extension pg_trgm;
    create schema work;
    create type color as enum ('red');
    create type pair as (one int, two int);
    create domain positive as int check (value > 0);
    create table work.thing (id serial primary key, number int generated always as identity, color color);
    create view work.red as select * from work.thing where color = 'red';
    create sequence counter;
    create function half(n int) returns int language sql as 'select n / 2';
    create procedure nothing() language sql as '';`,
  );
  // The state after a kill between changing the objects and changing the database.
  await query(demo(), 'alter table work.thing owner to twinward_owner');
  for (const _start of ['first', 'second']) {
    await server.stop();
    server = await start();
    const owner = at(server.ownerUrl, 'twinward_demo');
    const superusers = `
      select (select string_agg(datname, ' ') from pg_database
          where datdba = 'twinward'::regrole and datname like 'twinward%') as databases,
        (select string_agg(relname, ' ') from pg_class
          where relowner = 'twinward'::regrole and relnamespace in ('public'::regnamespace, 'work'::regnamespace)) as objects`;
    expect(await query(owner, superusers)).toEqual([{ databases: null, objects: null }]);
    await query(owner, 'alter table work.thing add column if not exists later int');
    await query(owner, "create or replace function half(n int) returns int language sql as 'select n'");
  }
  expect(
    await query(at(server.ownerUrl, 'twinward_demo'), 'select extname from pg_extension order by 1'),
  ).toEqual([{ extname: 'pg_trgm' }, { extname: 'plpgsql' }]);
});
