import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testSecrets, testServerUrl } from '../../testing/database.ts';
import { assertServer, createEmptyDatabase } from './server-databases.ts';
import { openTenants, type Tenants } from './tenants.ts';

let serverUrl: string;
let admin: pg.Client;
const opened: Tenants[] = [];
let catalogueUrl: string;
let catalogueName: string;

beforeAll(async () => {
  serverUrl = await testServerUrl();
  admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
});
afterAll(async () => {
  await Promise.all(opened.map((tenants) => tenants.close()));
  await admin.end();
});
beforeEach(async () => {
  catalogueName = `catalogue_${randomUUID().slice(0, 8)}`;
  await createEmptyDatabase(admin, catalogueName);
  catalogueUrl = new URL(`/${catalogueName}`, serverUrl).href;
});

async function open(url = catalogueUrl): Promise<Tenants> {
  const tenants = await openTenants({ catalogueUrl: url, work: 'request', secrets: testSecrets });
  opened.push(tenants);
  return tenants;
}

test('creates a tenant with a migrated database next to the catalogue, once', async () => {
  const tenants = await open();
  expect(await tenants.list()).toEqual([]);
  expect(await tenants.get('demo')).toBeNull();
  const demo = await tenants.create('demo');
  expect(demo.connectionString).toBe(new URL(`/${catalogueName}_demo`, serverUrl).href);
  const { rows } = await demo.pool.query(
    `select current_database() as name, to_regclass('graphile_worker._private_jobs') is not null as jobs,
      current_setting('timezone') as zone, exists (select from kysely_migration) as migrated`,
  );
  expect(rows).toEqual([{ name: `${catalogueName}_demo`, jobs: true, zone: 'UTC', migrated: true }]);
  expect(await tenants.create('demo')).toBe(demo);
  expect(await tenants.get('demo')).toBe(demo);
  expect(await tenants.list()).toEqual(['demo']);
  expect((await (await open()).get('demo'))?.connectionString).toBe(demo.connectionString);
});

test('may be opened and filled by several processes at once', async () => {
  const registries = await Promise.all(Array.from({ length: 5 }, () => open()));
  const made = await Promise.all(registries.map((tenants) => tenants.create('plant-1')));
  expect(new Set(made.map((tenant) => tenant.connectionString)).size).toBe(1);
  expect(await registries[0]!.list()).toEqual(['plant-1']);
});

test('completes a tenant whose creation was interrupted', async () => {
  const tenants = await open();
  const client = new pg.Client({ connectionString: catalogueUrl });
  await client.connect();
  await client.query('insert into twinward.tenant (name, database) values ($1, $2)', [
    'half',
    `${catalogueName}_half`,
  ]);
  await client.end();
  expect([await tenants.get('half'), await tenants.list()]).toEqual([null, []]);
  expect((await tenants.create('half')).name).toBe('half');
});

test('finds a tenant that was moved to another server, and encrypts its connection string', async () => {
  const tenants = await open();
  await tenants.create('moved');
  await tenants.create('other');
  const elsewhere = new URL(`/${catalogueName}_other`, serverUrl).href;
  const client = new pg.Client({ connectionString: catalogueUrl });
  await client.connect();
  await client.query(`update twinward.tenant set connection_string = $1 where name = 'moved'`, [elsewhere]);
  expect((await (await open()).get('moved'))?.connectionString).toBe(elsewhere);
  const { rows } = await client.query(`select connection_string from twinward.tenant where name = 'moved'`);
  expect(rows[0].connection_string).toMatch(/^v1:/);
  await client.end();
  expect((await (await open()).get('moved'))?.connectionString).toBe(elsewhere);
});

test('never uses a database that it did not create', async () => {
  const tenants = await open();
  await createEmptyDatabase(admin, `${catalogueName}_theirs`);
  await expect(tenants.create('theirs')).rejects.toThrow(
    `the database ${catalogueName}_theirs exists already and belongs to no tenant of this catalogue`,
  );
  await expect(tenants.create('theirs')).rejects.toThrow('exists already');
  expect(await tenants.get('theirs')).toBeNull();
});

test.each(['Demo', '1st', 'a b', '', 'a"b', 'a'.repeat(41)])('rejects the name %j', async (name) => {
  await expect((await open()).create(name)).rejects.toThrow(
    `'${name}' can't be a tenant's name: use up to 40 of a-z, 0-9, - and _, with a letter first`,
  );
});

test('reports the privilege that the database user lacks', async () => {
  const role = `plain_${randomUUID().slice(0, 8)}`;
  await admin.query(`create role ${role} login password 'rotor'`);
  await admin.query(`alter database ${catalogueName} owner to ${role}`);
  const url = new URL(catalogueUrl);
  url.username = role;
  url.password = 'rotor';
  const tenants = await open(url.href);
  await expect(tenants.create('demo')).rejects.toThrow(
    `the database user may not create the database ${catalogueName}_demo: give it the right with ALTER ROLE ... CREATEDB`,
  );
});

test('reports an error of the server, without the password', async () => {
  const url = new URL(catalogueUrl);
  url.password = 'wrong';
  await expect(open(url.href)).rejects.toThrow(
    expect.objectContaining({
      name: 'StartError',
      message:
        `PostgreSQL at postgres://twinward:***@${url.host}/${catalogueName} can't be used: ` +
        'password authentication failed for user "twinward"',
    }),
  );
});

test('reports an unreachable server', async () => {
  await expect(open('postgres://twin:rotor@127.0.0.1:1/twinward')).rejects.toThrow(
    "PostgreSQL at postgres://twin:***@127.0.0.1:1/twinward can't be used: connect ECONNREFUSED 127.0.0.1:1",
  );
});

test('rejects a PostgreSQL older than 15', async () => {
  const old = { query: async () => ({ rows: [{ server_version: '14.11 (Debian 14.11-1)' }] }) };
  await expect(assertServer(old as unknown as pg.Pool, 'postgres://db/twinward')).rejects.toThrow(
    'PostgreSQL at postgres://db/twinward is version 14.11 (Debian 14.11-1): Twinward needs version 15 or later',
  );
});
