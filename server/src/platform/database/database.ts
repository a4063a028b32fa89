import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Logger } from '../process/log.ts';
import { DatabaseClient } from './database-client.ts';
import type { Tables } from './generated/rows.ts';
import { poolSizes, timeLimits, type WorkKind } from './work-kind.ts';

/** A handle on a tenant's tables; a transaction is one too. */
export type Db = Kysely<Tables>;

export interface DatabaseOptions {
  /** What it is used for: sets the time limits of its statements, and the size of the pool. */
  work: WorkKind;
  /** Most connections the pool opens at a time, where it differs from that of the kind of work. */
  max?: number;
  /** Shown by `pg_stat_activity`. */
  applicationName?: string;
  /** Told when a connection breaks, as it does when the server restarts. */
  log?: Logger;
}

/** A pool and the query builder upon it: ending the pool closes both. */
export interface Database<Schema = Tables> {
  db: Kysely<Schema>;
  pool: pg.Pool;
}

const int8 = 20;
const date = 1082;

/** What node-postgres would get wrong: counts as strings, and days as instants of the local zone. */
const parsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === int8 && format !== 'binary') return Number;
    if (oid === date && format !== 'binary') return String;
    return pg.types.getTypeParser(oid, format);
  },
};

/**
 * Opens a pool on one database. It connects with the first query; int8 is read as a number, timestamptz
 * as a Date, and date as the string `yyyy-mm-dd`.
 */
export function createDatabase<Schema = Tables>(
  connectionString: string,
  options: DatabaseOptions,
): Database<Schema> {
  const pool = new pg.Pool({
    connectionString,
    max: options.max ?? poolSizes[options.work],
    application_name: options.applicationName ?? 'twinward',
    keepAlive: true,
    types: parsers,
    Client: DatabaseClient,
    ...timeLimits(options.work),
  });
  // Without listeners the loss of a connection that runs no query would end the process. The pool replaces
  // it by itself, and whoever holds it sees their next query fail. The error itself carries the connection.
  const onLost = ({ message }: Error) => {
    if (!pool.ending) options.log?.warn({ reason: message }, 'a database connection was lost');
  };
  // The pool repeats what its connections report.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', onLost));
  return { db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }), pool };
}
