import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { runMigrations as installJobs, Logger as WorkerLogger } from 'graphile-worker';
import { type Kysely, sql } from 'kysely';
import { databaseDirectory, migrationsDirectory } from '../config/paths.ts';
import type { Logger } from '../process/log.ts';
import { StartError } from '../process/start-error.ts';
import type { Database } from './database.ts';
import {
  applyRepeatableFiles,
  createRepeatableTable,
  readRepeatableFiles,
  repeatableTable,
} from './repeatable.ts';

/** A forward-only schema change. */
interface Migration {
  /** File name without `.sql`. */
  name: string;
  text: string;
  /** SHA-256 of the file, in hexadecimal digits. */
  checksum: string;
}

/** A migration or a repeatable file as the database records it. */
interface Applied {
  name: string;
  /** Null if it was applied by an old version of Twinward that stored no checksums. */
  checksum: string | null;
}

/** Table of applied migrations. The name comes from Kysely's migrator, which earlier versions used. */
const migrationTable = 'kysely_migration';

/**
 * Advisory lock of a running migration. Kysely's migrator, which earlier versions used, takes the same lock.
 */
const migrationLock = '3853314791062309107';

export interface SchemaFiles {
  /** Folder of the migrations. */
  migrations: string;
  /** Folder of the repeatable files. */
  repeatable?: string;
  /** Schema of the table of applied migrations; `public` by default. */
  schema?: string;
}

/**
 * Applies the pending migrations of a folder, then the repeatable files, in one transaction. Several
 * processes may call it at once: one migrates, the others wait.
 * @throws StartError when a file fails, when the database is newer than this program, or when it was migrated
 * by different files.
 */
export async function migrate<Schema>(
  db: Kysely<Schema>,
  { migrations: directory, repeatable, schema = 'public' }: SchemaFiles,
): Promise<void> {
  const migrations = await readMigrations(directory);
  const files = repeatable ? await readRepeatableFiles(repeatable) : null;
  const areMigrationsCurrent = isCurrent(migrations, await readApplied(db, schema, migrationTable));
  const areFilesCurrent = !files || isCurrent(files, await readApplied(db, schema, repeatableTable));
  if (areMigrationsCurrent && areFilesCurrent) return;
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(trx);
    const count = await applyMigrations(trx, migrations, schema);
    if (!files) return;
    await sql.raw(createRepeatableTable(schema)).execute(trx);
    // A migration may have dropped what a file defines, so all files are applied after one.
    const done = count > 0 ? [] : ((await readApplied(trx, schema, repeatableTable)) ?? []);
    const checksums = new Map(done.map(({ name, checksum }) => [name, checksum]));
    await applyRepeatableFiles(trx, files, schema, checksums);
  });
}

/** Applies the pending migrations in the caller's transaction. Returns their number. */
async function applyMigrations<Schema>(
  db: Kysely<Schema>,
  migrations: readonly Migration[],
  schema: string,
): Promise<number> {
  const table = sql.id(schema, migrationTable);
  await sql`create schema if not exists ${sql.id(schema)}`.execute(db);
  await sql`create table if not exists ${table}
    (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(db);
  await sql`alter table ${table} add column if not exists checksum text`.execute(db);
  const pending = findPending(migrations, (await readApplied(db, schema, migrationTable)) ?? []);
  for (const { name, text, checksum } of pending) {
    await sql
      .raw(text)
      .execute(db)
      .catch((error: Error) => {
        throw new StartError(`migration ${name}.sql failed: ${error.message}`, { cause: error });
      });
    await sql`insert into ${table} (name, timestamp, checksum)
      values (${name}, ${new Date().toISOString()}, ${checksum})`.execute(db);
  }
  for (const { name, checksum } of migrations) {
    await sql`update ${table} set checksum = ${checksum} where name = ${name} and checksum is null`.execute(
      db,
    );
  }
  return pending.length;
}

/**
 * The `.sql` files of a folder in the order of its file `checksums`. A branch appends its files there when it
 * is merged, so every database runs them in the same order. Unlisted files come last.
 */
async function readMigrations(directory: string): Promise<Migration[]> {
  const list = await readFile(join(directory, 'checksums'), 'utf8').catch(() => '');
  const listed = list
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('  ')[1]!);
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort();
  const ordered = [...listed, ...files.filter((file) => !listed.includes(file))];
  return Promise.all(
    ordered.map(async (file) => {
      const content = await readFile(join(directory, file));
      const checksum = createHash('sha256').update(content).digest('hex');
      return { name: basename(file, '.sql'), text: content.toString('utf8'), checksum };
    }),
  );
}

/** Null when the table does not exist. */
async function readApplied<Schema>(
  db: Kysely<Schema>,
  schema: string,
  table: string,
): Promise<Applied[] | null> {
  const exists = await sql<{ exists: boolean }>`
    select exists (select from pg_tables where schemaname = ${schema} and tablename = ${table})
      as exists`.execute(db);
  if (!exists.rows[0]!.exists) return null;
  // Read as JSON, since the table of an earlier version has no column `checksum`.
  const { rows } = await sql<Applied>`
    select name, to_jsonb(file) ->> 'checksum' as checksum
    from ${sql.id(schema, table)} as file order by name`.execute(db);
  return rows;
}

function isCurrent(files: readonly Omit<Migration, 'text'>[], applied: readonly Applied[] | null): boolean {
  if (applied?.length !== files.length) return false;
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  return files.every(({ name, checksum }) => checksums.get(name) === checksum);
}

/**
 * The migrations that are not applied yet.
 * @throws StartError unless the applied ones are the first of `migrations`, unchanged.
 */
function findPending(migrations: readonly Migration[], applied: readonly Applied[]): readonly Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const migration = known.get(name);
    if (!migration) {
      throw new StartError(
        `the database is newer than this version of Twinward, which does not know its migration ${name}: ` +
          'start the version that migrated it or a later one, or restore a back-up made before',
      );
    }
    if (checksum !== null && checksum !== migration.checksum) {
      throw new StartError(
        `the database was migrated by another ${name}.sql than this version of Twinward has: ` +
          'start a released version, or restore a back-up',
      );
    }
  }
  const done = new Set(applied.map(({ name }) => name));
  const pending = migrations.slice(done.size);
  const inserted = migrations.slice(0, done.size).find(({ name }) => !done.has(name));
  if (inserted) {
    throw new StartError(
      `the database lacks the migration ${inserted.name} but has later ones: it was migrated by a version of ` +
        'Twinward that was never released; start that version, or restore a back-up',
    );
  }
  return pending;
}

/** Migrates the catalogue, in the schema `twinward` of its database. */
export async function migrateCatalogue<Schema>(db: Kysely<Schema>): Promise<void> {
  await migrate(db, { migrations: join(migrationsDirectory, 'catalogue'), schema: 'twinward' });
}

/** Migrates a tenant's tables, functions, reference data and job queue. */
export async function migrateTenant({ db, pool }: Database, log?: Logger): Promise<void> {
  await migrate(db, { migrations: join(migrationsDirectory, 'tenant'), repeatable: databaseDirectory });
  await installJobs({
    pgPool: pool,
    logger: new WorkerLogger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log?.warn(message);
    }),
  });
}
