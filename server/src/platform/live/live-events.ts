import type { LiveEvent } from '@twinward/contracts/core/event';
import { sql } from 'kysely';
import type { Running } from '../context.ts';
import type { Db } from '../database/database.ts';
import { keepConnection } from '../database/dedicated-connection.ts';
import type { Tenant } from '../database/tenants.ts';
import type { Logger } from '../process/log.ts';

/** Who may see an event: all of the tenant, or one user and the administrators. */
export interface Envelope {
  event: LiveEvent;
  userId?: number;
}
export type Subscriber = (envelope: Envelope) => void;

const channel = 'twinward_events';
/** PostgreSQL refuses a payload of 8,000 bytes. */
const maximumPayload = 7900;

/**
 * Publishes an event to every process of the tenant, when the caller's transaction commits. One too large
 * to carry becomes the advice to ask for everything again.
 */
export async function publish(db: Db, event: LiveEvent, userId?: number): Promise<void> {
  const text = JSON.stringify({ event, userId } satisfies { event: LiveEvent; userId: number | undefined });
  const fits = Buffer.byteLength(text) <= maximumPayload;
  const payload = fits ? text : JSON.stringify({ event: { type: 'resync' }, userId });
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}

/** Publishes an event to each of some users, and to nobody else but administrators. */
export async function publishTo(db: Db, event: LiveEvent, userIds: readonly number[]): Promise<void> {
  await sql`
    select pg_notify(${channel}, json_build_object('event', ${JSON.stringify(event)}::json, 'userId', user_id)::text)
    from unnest(${userIds}::int[]) as user_id`.execute(db);
}

/** Hands the events of one tenant to its subscribers in this process, over one listening connection. */
export class LiveEvents {
  readonly #tenant: Tenant;
  readonly #log: Logger;
  readonly #subscribers = new Set<Subscriber>();
  #connection: Running | null = null;

  constructor(tenant: Tenant, log: Logger) {
    this.#tenant = tenant;
    this.#log = log;
  }

  /** Calls the subscriber with each event from now on. Returns the way out. */
  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  /** Listens from now on. Resolves after the first attempt: while the database is away, it is tried again. */
  async start(): Promise<void> {
    const connection = keepConnection({
      name: 'live events',
      connectionString: this.#tenant.connectionString,
      log: this.#log,
      prepare: async (client) => void (await client.query(`listen ${channel}`)),
      // What was published while nobody listened is unknown: everything is asked for again.
      onConnected: () => this.#deliver({ event: { type: 'resync' } }),
      onNotification: (payload) => this.#deliver(JSON.parse(payload) as Envelope),
    });
    this.#connection = connection;
    await connection.attempted;
  }

  async close(): Promise<void> {
    await this.#connection?.close();
  }

  #deliver(envelope: Envelope): void {
    for (const subscriber of this.#subscribers) subscriber(envelope);
  }
}
