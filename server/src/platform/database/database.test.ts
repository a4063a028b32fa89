import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { startTcpProxy } from '../../testing/tcp-proxy.ts';
import { createDatabase, type Database } from './database.ts';
import { classifyError } from './database-trouble.ts';
import { diskRefusals, toServerAddress } from './disk-refusals.ts';
import type { WorkKind } from './work-kind.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function open(url: string, work: WorkKind = 'request', max = 2): Database {
  const opened = createDatabase(url, { work, max });
  onTestFinished(() => opened.db.destroy());
  return opened;
}

/** Returns the database's URL with shorter time limits, in milliseconds. */
const limited = (url: string, limits: Record<string, number>) =>
  `${url}?${new URLSearchParams(Object.entries(limits).map(([name, value]) => [name, String(value)]))}`;

test.each([
  ['request', '15s', '90s'],
  ['evaluation', '1min', '90s'],
  ['job', '10min', '630s'],
  ['migration', '0', '0'],
] as const)('statements of kind %s are limited to %s, idle transactions to %s', async (work, ...limits) => {
  const { pool } = open(database.connectionString, work);
  const { rows } = await pool.query(
    `select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`,
  );
  expect(Object.values(rows[0])).toEqual(limits);
});

test('a statement past its limit fails with a timeout, and its connection is reused', async () => {
  const { db, pool } = open(limited(database.connectionString, { statement_timeout: 50 }));
  const failure = await sql`select pg_sleep(60)`.execute(db).catch((error) => error);
  expect(classifyError(failure)).toBe('timeout');
  await sql`select 1`.execute(db);
  expect(pool.totalCount).toBe(1);
});

const prepared = sql<{ statement: string }>`select statement from pg_prepared_statements`;

test('requests prepare the statements that they repeat, except those whose best plan depends on the values', async () => {
  const { db } = open(database.connectionString, 'request', 1);
  const repeat = async (statement: string) => {
    for (let i = 0; i < 3; i++) await sql`${sql.raw(statement)} ${i}`.execute(db);
  };
  await repeat('select 1 where 0 <');
  await repeat('select 1 limit');
  await sql`select 2 where 0 < ${1}`.execute(db);
  const { rows } = await prepared.execute(db);
  expect(rows).toEqual([{ statement: 'select 1 where 0 < $1' }]);
});

test('the pool itself runs prepared statements', async () => {
  const { pool } = open(database.connectionString, 'request', 1);
  for (let i = 1; i < 5; i++) {
    const { rows } = await pool.query('select $1::int as value', [i]);
    expect(rows).toEqual([{ value: i }]);
  }
});

test('jobs prepare no statement: a plan for the average block would be kept for a large one', async () => {
  const { db } = open(database.connectionString, 'job', 1);
  for (let i = 0; i < 3; i++) await sql`select 1 where 0 < ${i}`.execute(db);
  expect((await prepared.execute(db)).rows).toEqual([]);
});

test('statements that wait for requests keep their order, also those with a callback', async () => {
  const waits = [20, 0, 0].map((milliseconds) => () => (milliseconds ? sleep(milliseconds) : null));
  const { pool } = createDatabase(database.connectionString, {
    work: 'job',
    max: 1,
    giveWay: () => waits.shift()?.() ?? null,
  });
  onTestFinished(() => pool.end());
  const client = await pool.connect();
  const ended: number[] = [];
  const last = new Promise((resolve) => {
    void client.query('select 1 as value').then(() => ended.push(1));
    void client.query('select $1::int as value', [2]).then(() => ended.push(2));
    client.query('select 3 as value', (_, { rows }) => resolve(rows));
  });
  expect(await last).toEqual([{ value: 3 }]);
  expect(ended).toEqual([1, 2]);
  client.release();
});

test('a prepared statement that a migration has outdated fails once, with its connection', async () => {
  const { db, pool } = open(database.ownerUrl, 'request', 1);
  await sql`create table changing (id int)`.execute(db);
  const read = () => sql`select * from changing where id > ${0}`.execute(db);
  await read();
  await read();
  await sql`alter table changing add column name text`.execute(db);
  await expect(read()).rejects.toThrow('cached plan must not change result type');
  await read();
  expect(pool.totalCount).toBe(1);
});

test('a connection that does not answer is discarded, even within a transaction', async () => {
  const proxy = await startTcpProxy(database.connectionString);
  onTestFinished(() => proxy.close());
  const { db, pool } = open(proxy.url(limited(database.connectionString, { query_timeout: 1000 })));
  await sql`select 1`.execute(db);
  proxy.set('stall');
  const alone = await sql`select 1`.execute(db).catch((error) => error);
  expect(classifyError(alone)).toBe('timeout');

  proxy.set('forward');
  await sql`select 1`.execute(db);
  const within = await db
    .transaction()
    .execute(async (transaction) => {
      await sql`select 1`.execute(transaction);
      proxy.set('stall');
      await sql`select 1`.execute(transaction);
    })
    .catch((error) => error);
  expect(classifyError(within)).not.toBeNull();
  expect(pool.totalCount).toBe(0);

  proxy.set('forward');
  await sql`select 1`.execute(db);
});

test('a write that fails because of a full disk is recorded, any other error is not', async () => {
  const { db } = open(database.connectionString);
  const server = toServerAddress(database.connectionString);
  const fail = (code: string) =>
    sql.raw(`do $$ begin raise exception 'it failed' using errcode = '${code}'; end $$`).execute(db);
  await expect(fail('53400')).rejects.toThrow('it failed');
  expect(diskRefusals.get(server)).toBeUndefined();
  await expect(fail('53100')).rejects.toThrow('it failed');
  const period = diskRefusals.get(server);
  expect(period).toBeDefined();
  diskRefusals.forget(server, period!);
});

test.each([
  ['cut', 'unreachable'],
  ['refuse', 'unreachable'],
  ['terminate', 'unreachable'],
] as const)('after %s a query fails as %s, and a later one succeeds', async (fault, trouble) => {
  const proxy = await startTcpProxy(database.connectionString);
  onTestFinished(() => proxy.close());
  const { db } = open(proxy.url(database.connectionString));
  const {
    rows: [session],
  } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const waiting = sql`select pg_sleep(600)`.execute(db).catch((error) => error);
  if (fault === 'cut') proxy.cut();
  else if (fault === 'refuse') proxy.set('refuse');
  else await sql`select pg_terminate_backend(${session!.pid})`.execute(database.db);
  expect(classifyError(await waiting)).toBe(trouble);
  if (fault === 'refuse') {
    const failure = await sql`select 1`.execute(db).catch((error) => error);
    expect(classifyError(failure)).toBe(trouble);
    proxy.set('forward');
  }
  await sql`select 1`.execute(db);
});
