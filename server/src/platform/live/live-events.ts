import type { LiveEvent } from '@twinward/contracts/core/event';
import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

/** The audience of an event: everyone in the tenant, or one user and the administrators. */
export interface Envelope {
  event: LiveEvent;
  userId?: number;
}
export type Subscriber = (envelope: Envelope) => void;

export const liveChannel = 'twinward_events';
/** Bytes; PostgreSQL refuses payloads of 8,000 bytes and more. */
const maximumPayload = 7900;

/**
 * Publishes an event to every process of the tenant when the caller's transaction commits. An event that is
 * too large is replaced by `resync`.
 */
export async function publish(db: Db, event: LiveEvent, userId?: number): Promise<void> {
  const text = JSON.stringify({ event, userId } satisfies { event: LiveEvent; userId: number | undefined });
  const fits = Buffer.byteLength(text) <= maximumPayload;
  const payload = fits ? text : JSON.stringify({ event: { type: 'resync' }, userId });
  await sql`select pg_notify(${liveChannel}, ${payload})`.execute(db);
}

/** Publishes an event to the given users and to administrators. */
export async function publishTo(db: Db, event: LiveEvent, userIds: readonly number[]): Promise<void> {
  await sql`
    select pg_notify(${liveChannel}, json_build_object('event', ${JSON.stringify(event)}::json, 'userId', user_id)::text)
    from unnest(${userIds}::int[]) as user_id`.execute(db);
}
