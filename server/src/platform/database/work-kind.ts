/**
 * The purpose of a database connection. It determines the statement time limit and the pool size: `request` -
 * one API call; `evaluation` - one round of evaluation; `notice` - one notification, mail or advisory; `job` - one
 * block of a long job; `connection` - one block of points; `migration` - no limit.
 */
export type WorkKind = 'request' | 'evaluation' | 'notice' | 'job' | 'connection' | 'migration';

/** Statement time limits in milliseconds; 0 for none. */
const statementLimits: Record<WorkKind, number> = {
  request: 15_000,
  evaluation: 60_000,
  notice: 60_000,
  job: 600_000,
  connection: 60_000,
  migration: 0,
};

/**
 * Maximum time to connect or to wait for a free connection, in milliseconds. It is longer for jobs, which may wait for
 * each other.
 */
const connectLimits: Record<WorkKind, number> = {
  request: 5_000,
  evaluation: 15_000,
  notice: 60_000,
  job: 60_000,
  connection: 15_000,
  migration: 15_000,
};

/** Milliseconds beyond the server's statement limit after which the client gives up a server that does not answer. */
const grace = 2_000;

/** Milliseconds. A transaction may be idle while a round of evaluation computes. */
const idleAllowance = 30_000;

/**
 * Maximum pool sizes. A process keeps at most 23 connections to one tenant: its pools, one for each of its three task
 * threads, and one each for live events, new points, and taking notices and jobs (docs/operations.md). Exports and
 * imports of packages and queries hold one connection while they write through another, so the pool of jobs has one
 * more than these.
 */
export const poolSizes: Readonly<Record<WorkKind, number>> = {
  request: 4,
  evaluation: 2,
  notice: 2,
  job: 5,
  connection: 3,
  migration: 2,
};

/** Time limits of a connection, in milliseconds, as node-postgres names them. */
export interface TimeLimits {
  /** To connect, or to get a free connection from the pool. */
  connectionTimeoutMillis: number;
  /** PostgreSQL cancels a statement after this time, including its waits for locks. */
  statement_timeout?: number;
  /** The client gives up a statement and its connection after this time. */
  query_timeout?: number;
  /** PostgreSQL ends a session that is idle in a transaction for this time. */
  idle_in_transaction_session_timeout?: number;
}

export function timeLimits(work: WorkKind): TimeLimits {
  const limit = statementLimits[work];
  return {
    connectionTimeoutMillis: connectLimits[work],
    ...(limit === 0
      ? {}
      : {
          statement_timeout: limit,
          query_timeout: limit + grace,
          idle_in_transaction_session_timeout: Math.max(limit, statementLimits.evaluation) + idleAllowance,
        }),
  };
}
