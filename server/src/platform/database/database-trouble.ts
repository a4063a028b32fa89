/**
 * Why the database failed a valid request: `unreachable` - no connection, or it was lost; `busy` - all
 * connections of the pool stayed in use; `timeout` - no answer within the time limit; `disk-full` - no space
 * left on its disk.
 */
export type DatabaseTrouble = 'unreachable' | 'busy' | 'timeout' | 'disk-full';

/** SQLSTATE codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const stateTroubles: Readonly<Record<string, DatabaseTrouble>> = {
  '53100': 'disk-full',
  // query_canceled (statement_timeout), and idle_in_transaction_session_timeout.
  '57014': 'timeout',
  '25P03': 'timeout',
  // Connection failures: too many connections, no such database or role, wrong password.
  '53300': 'unreachable',
  '3D000': 'unreachable',
  '28000': 'unreachable',
  '28P01': 'unreachable',
  // The server shuts down, starts up, or has become a standby.
  '57P01': 'unreachable',
  '57P02': 'unreachable',
  '57P03': 'unreachable',
  '57P05': 'unreachable',
  '25006': 'unreachable',
};

const networkCodes = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** node-postgres and its pool report these without a code. */
const clientMessages: Readonly<Record<string, DatabaseTrouble>> = {
  'Query read timeout': 'timeout',
  'Connection terminated': 'unreachable',
  'Connection terminated unexpectedly': 'unreachable',
  'Connection terminated due to connection timeout': 'unreachable',
  'Client has encountered a connection error and is not queryable': 'unreachable',
  'Client was closed and is not queryable': 'unreachable',
  // Reported by the pool when no connection became free in time.
  'timeout exceeded when trying to connect': 'busy',
  'timeout expired': 'unreachable',
};

/**
 * Classifies the error of a query by its own properties and its causes; null for errors that the database did not
 * cause.
 */
export function classifyError(error: unknown): DatabaseTrouble | null {
  // A TypeError comes from `fetch`: its causes concern another server.
  if (!(error instanceof Error) || error instanceof TypeError) return null;
  return ownTrouble(error) ?? classifyError(error.cause) ?? firstTrouble(error);
}

/** Whether an error means that there was no connection, so that the operation may be retried. */
export function isWithoutConnection(error: unknown): boolean {
  const trouble = classifyError(error);
  return trouble === 'unreachable' || trouble === 'busy';
}

function ownTrouble(error: Error & { code?: unknown }): DatabaseTrouble | null {
  if (typeof error.code !== 'string') return clientMessages[error.message] ?? null;
  if (networkCodes.has(error.code) || /^08...$/.test(error.code)) return 'unreachable';
  return stateTroubles[error.code] ?? null;
}

/** For a host name with several addresses, Node reports one error per address. */
function firstTrouble(error: Error): DatabaseTrouble | null {
  if (!(error instanceof AggregateError)) return null;
  return error.errors.map(classifyError).find((trouble) => trouble !== null) ?? null;
}
