/**
 * What a database connection is used for. It decides how long a statement may take and how many connections a pool has:
 * `request` - one call of the API; `evaluation` - one round of evaluation; `job` - one block of a long job;
 * `migration` - no limit.
 */
export type WorkKind = 'request' | 'evaluation' | 'job' | 'migration';

/** Longest time of a statement, in milliseconds; 0 for none. */
const statementLimits: Record<WorkKind, number> = {
  request: 15_000,
  evaluation: 60_000,
  job: 600_000,
  migration: 0,
};

/** Longest time to connect or to wait for a free connection, in milliseconds: jobs may wait for each other. */
const connectLimits: Record<WorkKind, number> = {
  request: 5_000,
  evaluation: 15_000,
  job: 60_000,
  migration: 15_000,
};

/** A server that works cancels the statement itself; one that doesn't answer is given up so much later. */
const grace = 2_000;

/** A transaction may be idle while a round of evaluation calculates. */
const idleAllowance = 30_000;

/**
 * Most connections of a pool. A process has at most 20 to one tenant: its pools, one for each of up to
 * four threads of tasks, one to the catalogue on each of its two sides, and one each for live events, new points and
 * taking jobs (docs/operations.md).
 */
export const poolSizes: Readonly<Record<WorkKind, number>> = {
  request: 4,
  evaluation: 2,
  job: 5,
  migration: 2,
};

/** Time limits of a connection, in milliseconds, as node-postgres names them. */
export interface TimeLimits {
  /** To connect, or to be given a free connection of the pool. */
  connectionTimeoutMillis: number;
  /** After which PostgreSQL cancels a statement, which is also how long it waits for a lock. */
  statement_timeout?: number;
  /** After which the client gives up a statement, and the connection with it. */
  query_timeout?: number;
  /** After which PostgreSQL ends a session that does nothing within a transaction. */
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
