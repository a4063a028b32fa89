import type { LiveEvent } from '@twinward/contracts/event';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from './database.ts';
import type { Logger } from './log.ts';
import type { Tenant } from './tenants.ts';

/** Who may see an event: all of the tenant, or one user and the administrators. */
export interface Envelope {
  event: LiveEvent;
  userId?: number;
}
export type Subscriber = (envelope: Envelope) => void;

const channel = 'twinward_events';
/** PostgreSQL refuses a payload of 8,000 bytes. */
const maximumPayload = 7900;
const reconnectDelay = 1000;

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
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(tenant: Tenant, log: Logger) {
    this.#tenant = tenant;
    this.#log = log;
  }

  /** Calls the subscriber with each event from now on. Returns the way out. */
  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  async start(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#tenant.connectionString, keepAlive: true });
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client));
    client.on('notification', ({ payload }) => {
      if (payload) this.#deliver(JSON.parse(payload) as Envelope);
    });
    this.#client = client;
    await client.connect();
    await client.query(`listen ${channel}`);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#client?.end();
  }

  #deliver(envelope: Envelope): void {
    for (const subscriber of this.#subscribers) subscriber(envelope);
  }

  /** What was published while nobody listened is unknown: after reconnecting, everything is asked again. */
  #lost(client: pg.Client, error?: Error): void {
    if (this.#closed || client !== this.#client) return;
    this.#client = null;
    this.#log.warn({ err: error, tenant: this.#tenant.name }, 'the connection for live events was lost');
    this.#timer = setTimeout(() => this.#reconnect(), reconnectDelay);
  }

  async #reconnect(): Promise<void> {
    try {
      await this.start();
      this.#deliver({ event: { type: 'resync' } });
    } catch (error) {
      const client = this.#client;
      if (client) this.#lost(client, error as Error);
    }
  }
}
