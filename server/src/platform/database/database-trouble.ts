/**
 * Why the database did not do what it was asked, without a fault of the request:
 * `unreachable` - no connection, or it was lost; `busy` - all connections of the pool stayed in use;
 * `timeout` - no answer within the time limit; `disk-full` - no room to write.
 */
export type DatabaseTrouble = 'unreachable' | 'busy' | 'timeout' | 'disk-full';

/** SQLSTATE codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const stateTroubles: Readonly<Record<string, DatabaseTrouble>> = {
  '53100': 'disk-full',
  // query_canceled, which a statement's time limit reports, and the limit of an idle transaction.
  '57014': 'timeout',
  '25P03': 'timeout',
  // A connection that can't be made: too many, no such database or role, wrong password.
  '53300': 'unreachable',
  '3D000': 'unreachable',
  '28000': 'unreachable',
  '28P01': 'unreachable',
  // The server stops, starts, or is a standby now.
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
  // The pool's own: no connection became free in time.
  'timeout exceeded when trying to connect': 'busy',
  'timeout expired': 'unreachable',
};

/** What was wrong with the database, from the error of a query or its causes; null for any other error. */
export function troubleOf(error: unknown): DatabaseTrouble | null {
  // The causes of a TypeError are those of `fetch`: another server is away.
  if (!(error instanceof Error) || error instanceof TypeError) return null;
  return ownTrouble(error) ?? troubleOf(error.cause) ?? firstTrouble(error);
}

/** Whether an error is that there was no connection: what was asked may be asked again. */
export function isWithoutConnection(error: unknown): boolean {
  const trouble = troubleOf(error);
  return trouble === 'unreachable' || trouble === 'busy';
}

function ownTrouble(error: Error & { code?: unknown }): DatabaseTrouble | null {
  if (typeof error.code !== 'string') return clientMessages[error.message] ?? null;
  if (networkCodes.has(error.code) || /^08...$/.test(error.code)) return 'unreachable';
  return stateTroubles[error.code] ?? null;
}

/** A name with several addresses is refused by each of them. */
function firstTrouble(error: Error): DatabaseTrouble | null {
  if (!(error instanceof AggregateError)) return null;
  return error.errors.map(troubleOf).find((trouble) => trouble !== null) ?? null;
}
