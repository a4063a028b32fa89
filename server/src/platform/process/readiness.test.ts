import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { asOwner, createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { startTcpProxy } from '../../testing/tcp-proxy.ts';
import { createDatabase } from '../database/database.ts';
import type { Tenants } from '../database/tenants.ts';
import { probeWrite } from '../database/write-probe.ts';
import { createLogger, type Logger } from './log.ts';
import { createReadiness } from './readiness.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const log = createLogger('silent');

function createTestReadiness(probe: () => Promise<void>, ...problems: (() => string | null)[]) {
  return createReadiness({ tenants: { probe } as Tenants, log }, problems);
}

test('reports a database that accepts writes as ready, and writes to its disk', async () => {
  const written = async () => {
    const { rows } = await sql<{ bytes: number }>`select pg_stat_force_next_flush(),
      (select temp_bytes from pg_stat_database where datname = current_database()) as bytes`.execute(
      database.db,
    );
    return rows[0]!.bytes;
  };
  const before = await written();
  expect(await createTestReadiness(() => probeWrite(database.db))()).toBeNull();
  await expect.poll(written).toBeGreaterThan(before + 500_000);
});

test('reports a full disk as such', async () => {
  const { db } = createDatabase(
    `${database.connectionString}?options=-c%20search_path=fault,pg_catalog,public`,
    {
      work: 'request',
    },
  );
  onTestFinished(() => db.destroy());
  await asOwner(
    database,
    `create schema if not exists fault;
      grant usage on schema fault to public;
      create or replace function fault.generate_series(int, int) returns int language plpgsql as
        $$ begin raise exception 'could not write to file' using errcode = '53100'; end $$`,
  );
  expect(await createTestReadiness(() => probeWrite(db))()).toBe("The database's disk is full.");
});

test('reports a database that does not answer as not ready, and probes it once', async () => {
  const proxy = await startTcpProxy(database.connectionString);
  onTestFinished(() => proxy.close());
  const { db } = createDatabase(proxy.url(database.connectionString), { work: 'request' });
  onTestFinished(() => db.destroy());
  proxy.set('stall');
  let probes = 0;
  const readiness = createTestReadiness(() => {
    probes++;
    return probeWrite(db);
  });
  const reason = 'The catalogue’s database does not take writes now.';
  expect(await Promise.all([readiness(), readiness()])).toEqual([reason, reason]);
  expect(await readiness()).toBe(reason);
  expect(probes).toBe(1);
});

test('answers within 2 s, even if a probe never ends', async () => {
  const reasons: string[] = [];
  const warn = ({ reason }: { reason: string }) => reasons.push(reason);
  const tenants = { probe: () => new Promise<void>(() => undefined) } as Tenants;
  expect(await createReadiness({ tenants, log: { warn } as unknown as Logger }, [])()).not.toBeNull();
  expect(reasons).toEqual([expect.stringMatching(/^a write to the catalogue took longer than [01]\.\d+ s$/)]);
});

test('reports the problem of a thread without probing the database', async () => {
  const readiness = createTestReadiness(
    () => Promise.reject(new Error('asked')),
    () => null,
    () => 'The thread work is stalled.',
  );
  expect(await readiness()).toBe('The thread work is stalled.');
});
