import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Logger } from '../process/log.ts';
import { type ClientOptions, DatabaseClient } from './database-client.ts';
import type { Tables } from './generated/rows.ts';
import { poolSizes, timeLimits, type WorkKind } from './work-kind.ts';

/** A handle on a tenant's tables; a transaction is a handle too. */
export type Db = Kysely<Tables>;

export interface DatabaseOptions {
  /** Sets the statement time limits and the size of the pool. */
  work: WorkKind;
  /** Maximum number of connections; defaults to that of the kind of work. */
  max?: number;
  /** Maximum number of uses of a connection before it is closed; unlimited by default. */
  maxUses?: number;
  /** Shown by `pg_stat_activity`. */
  applicationName?: string;
  /** Called before each statement, which waits for the result: see `createGiveWay`. */
  giveWay?: ClientOptions['giveWay'];
  /** Receives a warning when a connection breaks, for example when the server restarts. */
  log?: Logger;
}

/** A connection pool and its query builder. Ending the pool closes both. */
export interface Database<Schema = Tables> {
  db: Kysely<Schema>;
  pool: pg.Pool;
}

/** Milliseconds without use after which a pool closes a connection; opening another one takes a few. */
const idleLimit = 2_000;

const int8 = 20;
const date = 1082;

/**
 * Replaces parsers of node-postgres that return counts as strings, and days as instants in the local zone.
 */
const parsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === int8 && format !== 'binary') return Number;
    if (oid === date && format !== 'binary') return String;
    return pg.types.getTypeParser(oid, format);
  },
};

/**
 * Opens a pool on one database; it connects on the first query. int8 is read as a number, timestamptz as a
 * Date, and date as the string `yyyy-mm-dd`.
 */
export function createDatabase<Schema = Tables>(
  connectionString: string,
  options: DatabaseOptions,
): Database<Schema> {
  const config: pg.PoolConfig & ClientOptions = {
    connectionString,
    max: options.max ?? poolSizes[options.work],
    ...(options.maxUses && { maxUses: options.maxUses }),
    idleTimeoutMillis: idleLimit,
    application_name: options.applicationName ?? 'twinward',
    keepAlive: true,
    types: parsers,
    Client: DatabaseClient,
    preparesStatements: options.work === 'request',
    giveWay: options.giveWay,
    ...timeLimits(options.work),
  };
  const pool = new pg.Pool(config);
  // Without listeners, losing an idle connection would end the process. The pool replaces idle
  // connections; for a connection in use, the next query fails. The error object contains the connection, so
  // only its message is logged.
  const onLost = ({ message }: Error) => {
    if (!pool.ending) options.log?.warn({ reason: message }, 'a database connection was lost');
  };
  // The pool emits the errors of its connections as well.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', onLost));
  return { db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }), pool };
}
