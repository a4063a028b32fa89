import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { runMigrations as installJobs, Logger as WorkerLogger } from 'graphile-worker';
import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import type { Database } from './database.ts';
import type { Logger } from './log.ts';
import { migrationsDirectory } from './paths.ts';
import { StartError } from './start-error.ts';

/** Each `.sql` file of the folder is one step forward, in the order of the names; there is no way back. */
async function readMigrations(directory: string): Promise<Record<string, Migration>> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql'));
  const migrations = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(join(directory, file), 'utf8');
    return [basename(file, '.sql'), { up: async (db) => void (await sql.raw(text).execute(db)) }];
  });
  return Object.fromEntries(await Promise.all(migrations));
}

/**
 * Brings a database up to the files of one folder, all or nothing. Several processes may call it at once:
 * the first does the work, the others wait for it.
 * @param schema where the record of what was done is kept; the default is the database's default schema.
 * @throws StartError naming the file that failed, or telling that the database is newer than this program.
 */
export async function migrate<Schema>(db: Kysely<Schema>, directory: string, schema?: string): Promise<void> {
  const migrations = await readMigrations(directory);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    ...(schema ? { migrationTableSchema: schema } : {}),
  });
  const { error, results } = await migrator.migrateToLatest();
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error');
  const reason = error instanceof Error ? error.message : String(error);
  throw new StartError(
    failed
      ? `migration ${failed.migrationName}.sql failed: ${reason}`
      : `the database can't be migrated by this version of Twinward: ${reason}`,
    { cause: error },
  );
}

/** Brings the catalogue, in the schema `twinward` of its database, up to date. */
export async function migrateCatalogue<Schema>(db: Kysely<Schema>): Promise<void> {
  await migrate(db, join(migrationsDirectory, 'catalogue'), 'twinward');
}

/** Brings a tenant's own tables and those of its job queue up to date. */
export async function migrateTenant({ db, pool }: Database, log?: Logger): Promise<void> {
  await migrate(db, join(migrationsDirectory, 'tenant'));
  await installJobs({
    pgPool: pool,
    logger: new WorkerLogger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log?.warn(message);
    }),
  });
}
