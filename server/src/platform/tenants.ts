import type { ColumnType, Kysely } from 'kysely';
import type pg from 'pg';
import { withLock } from './advisory-lock.ts';
import { createDatabase, type Database, type Db } from './database.ts';
import type { Logger } from './log.ts';
import { migrateCatalogue, migrateTenant } from './migrations.ts';
import type { Secrets } from './secrets.ts';
import { assertServer, createEmptyDatabase } from './server-databases.ts';

/** One customer's database, which users name when they sign in. */
export interface Tenant {
  name: string;
  db: Db;
  pool: pg.Pool;
  /** For a LISTEN connection or a worker thread's own pool. Secret: it holds the password. */
  connectionString: string;
  /** For what its database keeps sealed. */
  secrets: Secrets;
}

/** The tenants of this installation. */
export interface Tenants {
  /** URL of the catalogue's database, for a thread that opens its own registry. Secret. */
  catalogueUrl: string;
  /** The tenant, its database migrated and its pool shared by all callers; null when there is none. */
  get(name: string): Promise<Tenant | null>;
  /** Names of all tenants that can be used, sorted. */
  list(): Promise<string[]>;
  /** Makes a tenant with an empty, migrated database, or gives the one that is there already. */
  create(name: string): Promise<Tenant>;
  /** Waits for queries in flight, then ends every pool. */
  close(): Promise<void>;
}

export interface TenantsOptions {
  catalogueUrl: string;
  /** Most connections a process opens to each tenant's database. */
  max: number;
  secrets: Secrets;
  applicationName?: string;
  log?: Logger;
}

interface Catalogue {
  'twinward.tenant': {
    name: string;
    database: string;
    connection_string: string | null;
    created_at: ColumnType<Date, never, never>;
    ready_at: Date | null;
  };
}

const tenantName = /^[a-z][a-z0-9_-]{0,39}$/;

/**
 * Opens the catalogue, making or migrating it when needed. Pools of tenants open when first asked for.
 * @throws StartError when the server can't be reached, is older than PostgreSQL 15, or refuses to migrate.
 */
export async function openTenants(options: TenantsOptions): Promise<Tenants> {
  const { catalogueUrl, log } = options;
  const catalogue = createDatabase<Catalogue>(catalogueUrl, { ...options, max: 2 });
  const opened = new Map<string, Promise<Tenant | null>>();

  async function open(name: string): Promise<Tenant | null> {
    const row = await readTenant(catalogue.db, name);
    if (!row?.ready_at) return null;
    const connectionString = tenantUrl(catalogueUrl, row);
    const database: Database = createDatabase(connectionString, options);
    try {
      await migrateTenant(database, log);
    } catch (error) {
      await database.db.destroy();
      throw error;
    }
    return { name, ...database, connectionString, secrets: options.secrets };
  }

  async function get(name: string): Promise<Tenant | null> {
    const known = opened.get(name) ?? open(name);
    opened.set(name, known);
    try {
      const tenant = await known;
      // A tenant that is not there yet, or not reachable now, may be so later.
      if (!tenant) opened.delete(name);
      return tenant;
    } catch (error) {
      opened.delete(name);
      throw error;
    }
  }

  async function list(): Promise<string[]> {
    const rows = await catalogue.db
      .selectFrom('twinward.tenant')
      .select('name')
      .where('ready_at', 'is not', null)
      .orderBy('name')
      .execute();
    return rows.map((row) => row.name);
  }

  async function create(name: string): Promise<Tenant> {
    if (!tenantName.test(name)) {
      throw new Error(
        `'${name}' can't be a tenant's name: use up to 40 of a-z, 0-9, - and _, with a letter first`,
      );
    }
    if (!(await readTenant(catalogue.db, name))?.ready_at) {
      await makeTenant(catalogueUrl, name);
    }
    return (await get(name))!;
  }

  async function close(): Promise<void> {
    const tenants = await Promise.allSettled(opened.values());
    const databases = tenants.flatMap((result) => (result.status === 'fulfilled' && result.value) || []);
    opened.clear();
    await Promise.all([...databases, catalogue].map(({ db }) => db.destroy()));
  }

  try {
    await assertServer(catalogue.pool, catalogueUrl);
    await migrateCatalogue(catalogue.db);
  } catch (error) {
    await catalogue.db.destroy();
    throw error;
  }
  return { catalogueUrl, get, list, create, close };
}

function readTenant(db: Kysely<Catalogue>, name: string) {
  return db.selectFrom('twinward.tenant').selectAll().where('name', '=', name).executeTakeFirst();
}

/**
 * The row comes first and becomes ready last, so that a process killed between leaves what the next call
 * completes, and so that a database of somebody else is never taken for ours.
 */
async function makeTenant(catalogueUrl: string, name: string): Promise<void> {
  const database = `${databaseOf(catalogueUrl)}_${name}`;
  await withLock(catalogueUrl, `tenant ${name}`, async (client) => {
    const inserted = await client.query(
      'insert into twinward.tenant (name, database) values ($1, $2) on conflict (name) do nothing',
      [name, database],
    );
    try {
      await createEmptyDatabase(client, database, { mayExist: inserted.rowCount === 0 });
    } catch (error) {
      if (inserted.rowCount === 1) await client.query('delete from twinward.tenant where name = $1', [name]);
      throw error;
    }
    await client.query('update twinward.tenant set ready_at = now() where name = $1', [name]);
  });
}

function databaseOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

function tenantUrl(
  catalogueUrl: string,
  row: { database: string; connection_string: string | null },
): string {
  if (row.connection_string) return row.connection_string;
  const url = new URL(catalogueUrl);
  url.pathname = `/${encodeURIComponent(row.database)}`;
  return url.href;
}
