import { randomBytes } from 'node:crypto';
import { SingleConnection } from '../database/single-connection.ts';
import { withDeadline } from '../process/deadline.ts';

/** First key of the advisory locks that show live processes. */
export const presenceSpace = 0x74_77;

/** An advisory lock that shows other processes that this one is alive. */
export interface Presence {
  /** Second key of the lock, random. */
  key: number;
  /** The connection that holds the lock: statements on it run only while the lock is held. */
  connection: SingleConnection;
  /** Fires when the lock may be lost: the connection ended, or the server stopped answering. */
  lost: AbortSignal;
  release(): Promise<void>;
}

export interface PresenceOptions {
  /** Heartbeat interval, in milliseconds. */
  heartbeat?: number;
  /** Unanswered heartbeats after which the lock counts as lost. */
  missed?: number;
  /** Time limit to connect and take the lock, in milliseconds. */
  connectTimeout?: number;
}

const releaseTimeout = 500;
/** The server releases the lock of a vanished machine after 10 + 3 * 5 seconds. */
const keepAlive =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c idle_session_timeout=0';

/**
 * Acquires an advisory lock on a separate connection and holds it as long as that connection lives. A lost lock is not
 * taken again: acquire a new presence instead.
 * @throws Error if the database can't be reached; the connection is then closed.
 */
export async function acquirePresence(
  connectionString: string,
  { heartbeat = 5_000, missed = 4, connectTimeout = 5_000 }: PresenceOptions = {},
): Promise<Presence> {
  const key = randomBytes(4).readInt32BE();
  const lost = new AbortController();
  const lose = (reason: string) => lost.abort(new Error(reason));
  const connection = new SingleConnection({
    connectionString,
    application_name: 'twinward jobs',
    keepAlive: true,
    options: keepAlive,
  });
  const { client } = connection;
  client.on('error', ({ message }) => lose(message));
  client.on('end', () => lose('the connection ended'));
  async function lock(): Promise<void> {
    await client.connect();
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1, $2) as locked',
      [presenceSpace, key],
    );
    if (!rows[0]!.locked) throw new Error('another process holds the same key');
  }
  try {
    await withDeadline(lock(), connectTimeout, 'connecting');
  } catch (error) {
    connection.destroy();
    throw error;
  }

  async function ask(): Promise<void> {
    const holder = await connection.connect()!;
    await holder.query('select 1').finally(() => holder.release());
    unanswered = 0;
  }
  // Counts heartbeats, not time: a busy event loop must not look like a silent server.
  let unanswered = 0;
  const beat = setInterval(() => {
    if (unanswered === 0) ask().catch(() => undefined);
    unanswered += 1;
    if (unanswered <= missed) return;
    lose('the server stopped answering');
    connection.destroy();
  }, heartbeat);
  lost.signal.addEventListener('abort', () => clearInterval(beat));
  return {
    key,
    connection,
    lost: lost.signal,
    async release() {
      clearInterval(beat);
      await withDeadline(client.end(), releaseTimeout, 'disconnecting').catch(() => undefined);
      connection.destroy();
    },
  };
}
