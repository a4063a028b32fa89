import type { ColumnType, Kysely } from 'kysely';
import type pg from 'pg';
import { isSealed, type Secrets } from '../config/secrets.ts';
import type { Logger } from '../process/log.ts';
import { withLock } from './advisory-lock.ts';
import { createDatabase, type Database, type DatabaseOptions, type Db } from './database.ts';
import { grantCatalogue, grantTenant } from './grants.ts';
import { migrateCatalogue, migrateTenant } from './migrations.ts';
import { assertServer, createEmptyDatabase } from './server-databases.ts';
import type { WorkKind } from './work-kind.ts';
import { probeWrite } from './write-probe.ts';

/** A customer's database; users enter its name when they sign in. */
export interface Tenant {
  name: string;
  db: Db;
  pool: pg.Pool;
  /** For a LISTEN connection or a worker thread's own pool. Secret: it holds the password. */
  connectionString: string;
  /** For the role that owns the tables: only for a job that builds indexes. Secret. */
  ownerUrl: string;
  /** Encrypts and decrypts the secrets in its database. */
  secrets: Secrets;
}

/** The tenants of this installation. */
export interface Tenants {
  /** URL of the catalogue's database, for a thread that opens its own registry. Secret. */
  catalogueUrl: string;
  /** For the role that owns it. Secret. */
  ownerUrl: string;
  /**
   * Returns the tenant, with its database migrated and its pool shared by all callers; null if it does not exist.
   * @param work the kind of work, by default the registry's; each kind has its own pool.
   */
  get(name: string, work?: WorkKind): Promise<Tenant | null>;
  /** Names of all usable tenants, sorted. */
  list(): Promise<string[]>;
  /** Creates a tenant with an empty, migrated database; returns the existing one if there is one. */
  create(name: string): Promise<Tenant>;
  /**
   * Writes a small amount to the catalogue's database and its disk.
   * @throws if that fails.
   */
  probe(): Promise<void>;
  /** Waits for queries in flight, then ends every pool. */
  close(): Promise<void>;
}

export interface TenantsOptions {
  /** For the role that requests and jobs use. */
  catalogueUrl: string;
  /** For the role that owns and migrates the databases and creates new ones; `catalogueUrl` by default. */
  ownerUrl?: string;
  /** Kind of work of the tenants' pools, unless `get` names another. */
  work: WorkKind;
  secrets: Secrets;
  applicationName?: string;
  log?: Logger;
  giveWay?: DatabaseOptions['giveWay'];
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
 * Opens the catalogue, and creates or migrates it when needed. Pools of tenants open on first use.
 * @throws StartError when the server can't be reached, is older than PostgreSQL 15, or can't be migrated.
 */
export async function openTenants(options: TenantsOptions): Promise<Tenants> {
  const { catalogueUrl, ownerUrl = catalogueUrl } = options;
  // The catalogue is read every few seconds by each thread, so none keeps a connection to it.
  const catalogue = createDatabase<Catalogue>(catalogueUrl, {
    ...options,
    work: 'request',
    max: 1,
    maxUses: 1,
  });
  const opened = new Map<string, Promise<Tenant | null>>();
  const migrated = new Map<string, Promise<void>>();
  let role: string;

  async function open(name: string, work: WorkKind): Promise<Tenant | null> {
    const row = await readTenant(catalogue.db, name);
    if (!row?.ready_at) return null;
    const connectionString = tenantUrl(catalogueUrl, row, options.secrets);
    const tenantOwnerUrl = tenantUrl(ownerUrl, row, options.secrets);
    await migrateOnce(tenantOwnerUrl);
    const database: Database = createDatabase(connectionString, { ...options, work });
    return { name, ...database, connectionString, ownerUrl: tenantOwnerUrl, secrets: options.secrets };
  }

  function migrateOnce(connectionString: string): Promise<void> {
    const known = migrated.get(connectionString) ?? migrateTenantAt(connectionString, { ...options, role });
    migrated.set(connectionString, known);
    known.catch(() => migrated.delete(connectionString));
    return known;
  }

  async function get(name: string, work = options.work): Promise<Tenant | null> {
    const key = `${work} ${name}`;
    const known = opened.get(key) ?? open(name, work);
    opened.set(key, known);
    try {
      const tenant = await known;
      // A tenant that does not exist or is unreachable now may become available later.
      if (!tenant) opened.delete(key);
      return tenant;
    } catch (error) {
      opened.delete(key);
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
      await createTenant(ownerUrl, name);
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
    role = await readRole(catalogue.pool);
    await prepareCatalogue({ ...options, ownerUrl, role });
  } catch (error) {
    await catalogue.db.destroy();
    throw error;
  }
  const probe = () => probeWrite(catalogue.db);
  return { catalogueUrl, ownerUrl, get, list, create, probe, close };
}

async function readRole(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ current_user: string }>('select current_user');
  return rows[0]!.current_user;
}

/** @param options.role the role that is granted access. */
async function migrateTenantAt(
  connectionString: string,
  options: TenantsOptions & { role: string },
): Promise<void> {
  const database: Database = createDatabase(connectionString, { ...options, work: 'migration' });
  try {
    await migrateTenant(database, options.log);
    await grantTenant(database.pool, options.role);
  } finally {
    await database.db.destroy();
  }
}

/** Creates or migrates the tables of the catalogue. */
async function prepareCatalogue(options: TenantsOptions & { ownerUrl: string; role: string }): Promise<void> {
  const { db, pool } = createDatabase(options.ownerUrl, { ...options, work: 'migration' });
  try {
    await assertServer(pool, options.ownerUrl);
    await migrateCatalogue(db);
    await sealConnections(pool, options.secrets);
    await grantCatalogue(pool, options.role);
  } finally {
    await db.destroy();
  }
}

const connectionPurpose = (name: string): string => `connection of tenant ${name}`;

/** Encrypts the connection strings that an operator has entered since, and those encrypted with the previous key. */
async function sealConnections(owner: pg.Pool, { seal, reseal }: Secrets): Promise<void> {
  const { rows } = await owner.query<{ name: string; old: string }>(
    'select name, connection_string as old from twinward.tenant where connection_string is not null',
  );
  for (const { name, old } of rows) {
    const purpose = connectionPurpose(name);
    const sealed = isSealed(old) ? reseal(old, purpose) : seal(old, purpose);
    if (sealed === null) continue;
    await owner.query(
      'update twinward.tenant set connection_string = $1 where name = $2 and connection_string = $3',
      [sealed, name, old],
    );
  }
}

function readTenant(db: Kysely<Catalogue>, name: string) {
  return db.selectFrom('twinward.tenant').selectAll().where('name', '=', name).executeTakeFirst();
}

/**
 * Inserts the catalogue's row first and marks it as ready last. The next call then completes an interrupted creation,
 * and a foreign database is never mistaken for a tenant's.
 */
async function createTenant(ownerUrl: string, name: string): Promise<void> {
  const database = `${toDatabaseName(ownerUrl)}_${name}`;
  await withLock(ownerUrl, `tenant ${name}`, async (client) => {
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

function toDatabaseName(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

/** @throws Error if its connection string was encrypted with another key. */
function tenantUrl(
  catalogueUrl: string,
  row: { name: string; database: string; connection_string: string | null },
  secrets: Secrets,
): string {
  const { connection_string: own } = row;
  if (own) return isSealed(own) ? secrets.open(own, connectionPurpose(row.name)) : own;
  const url = new URL(catalogueUrl);
  url.pathname = `/${encodeURIComponent(row.database)}`;
  return url.href;
}
