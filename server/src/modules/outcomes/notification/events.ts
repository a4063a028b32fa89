import { type Recipient, recipient } from '@twinward/contracts/advisories/notification';
import { excursionPath } from '@twinward/domain/excursion-path';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { enqueue, type JobKind } from '../../../platform/jobs/jobs.ts';
import type { Happening } from '../../protections/evaluation/events.ts';
import { type ExcursionEvent, readDetails } from './excursion-details.ts';
import { type NewNotification, notify, rememberReaders } from './service.ts';

const notifyJob = 'notify';
const eventsPerBatch = 200;

/** An excursion that was opened. */
export type Opened = Pick<Happening, 'protectionId' | 'thresholdId' | 'direction' | 'time'>;

/** Stores opened excursions of twins with subscribers for the notification job, in the caller's transaction. */
export async function recordOpened(db: Db, opened: readonly Opened[]): Promise<void> {
  if (opened.length === 0) return;
  const { numAffectedRows } = await sql`
    insert into notification_event (protection_id, threshold_id, direction, at)
    select met.protection_id, met.threshold_id, met.direction, to_timestamp(met.time / 1000.0)
    from unnest(
      ${opened.map((one) => one.protectionId)}::int[], ${opened.map((one) => one.thresholdId)}::int[],
      ${opened.map((one) => one.direction)}::text[], ${opened.map((one) => one.time)}::float8[]
    ) with ordinality as met (protection_id, threshold_id, direction, time, position)
    where exists (
      select from protection join subscription using (twin_id) where protection.id = met.protection_id)
    order by met.position`.execute(db);
  if (numAffectedRows) await enqueue(db, notifyJob, {});
}

/**
 * Stores fired notify actions for the notification job, in the caller's transaction.
 * @param fired a query of protection_id, threshold_id, direction, at, action. Actions may name all users, so they are
 *   not read into memory.
 */
export async function recordFired(db: Db, fired: RawBuilder<unknown>): Promise<void> {
  await sql`insert into notification_event (protection_id, threshold_id, direction, at, action) ${fired}`.execute(
    db,
  );
  await enqueue(db, notifyJob, {});
}

interface EventRow extends ExcursionEvent {
  id: number;
  asset_name: string;
  /** The threshold's action; null for an opened excursion. */
  action: unknown;
  subscriber_ids: number[];
}

/** Deletes and returns the oldest events, skipping locked ones. */
async function claimEvents(db: Db, limit: number): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    with taken as (
      delete from notification_event where id in (
        select id from notification_event order by id limit ${limit} for update skip locked)
      returning *)
    select taken.id, taken.protection_id, taken.threshold_id, threshold.name as threshold_name, threshold.logic,
      threshold.level, threshold.rationalization, protection.name as protection_name,
      twin.id as twin_id, asset_name, direction, at, action,
      coalesce((
        select json_agg(json_build_object('alias', alias, 'tagId', tag_id, 'tagUnit', tag.unit,
          'inputUnit', tag_alias.unit, 'unit', coalesce(unit.abbreviation, tag_alias.unit, tag.unit)) order by alias)
        from protection_input join tag on tag.id = tag_id
        left join tag_alias on tag_alias.twin_id = twin.id and tag_alias.name = alias
        left join unit on unit.code = coalesce(tag_alias.unit, tag.unit)
        where protection_input.protection_id = protection.id), '[]') as inputs,
      (select max(start_at) from (
        select start_at, end_at from excursion where excursion.threshold_id = taken.threshold_id
        union all
        select start_at, end_at from unlogged_excursion
        where unlogged_excursion.threshold_id = taken.threshold_id) as known
        where direction = 'exit' and end_at = at) as begun,
      coalesce((
        select json_agg(json_build_array(pattern.id::text, pattern.name))
        from pattern join pattern_set on pattern_set.id = pattern_set_id
        where pattern_set.protection_id = protection.id), '[]') as patterns,
      array(select user_id from subscription where subscription.twin_id = twin.id) as subscriber_ids
    from taken
    join threshold on threshold.id = taken.threshold_id
    join protection on protection.id = taken.protection_id
    join twin on twin.id = protection.twin_id
    join asset on asset.id = twin.asset_id
    order by taken.id`.execute(db);
  return rows;
}

/** Creates the notifications of evaluation events, and deletes the events, in one transaction. */
export const notifyOfEventsJob: JobKind<object> = {
  name: notifyJob,
  class: 'notice',
  async run({ tenant, signal }) {
    for (;;) {
      signal.throwIfAborted();
      const count = await withTransaction(tenant.db, notifyOfEvents);
      if (count < eventsPerBatch) return;
    }
  },
};

async function notifyOfEvents(db: Db): Promise<number> {
  const events = await claimEvents(db, eventsPerBatch);
  const notifications: NewNotification[] = [];
  const notified = new Set<string>();
  // Recipients of a threshold's action are not notified again as subscribers.
  const findReaders = rememberReaders(db);
  const actionsFirst = [...events].sort((a, b) => Number(a.action === null) - Number(b.action === null));
  for (const event of actionsFirst) {
    const wanted = toRecipients(event);
    const users: Recipient[] = [];
    for (const { id } of await findReaders(wanted)) {
      const key = `${id} ${event.threshold_id} ${event.direction} ${event.at.getTime()}`;
      if (!notified.has(key)) users.push({ type: 'user', id });
      notified.add(key);
    }
    const recipients = [...users, ...wanted.filter(({ type }) => type === 'email')];
    if (recipients.length > 0)
      notifications.push({ ...toNotification(event, recipients), details: () => readDetails(db, event) });
  }
  if (notifications.length > 0) await notify(db, notifications);
  return events.length;
}

const notifyAction = z.object({
  who: z.array(z.unknown()).default([]),
  notifySubscribers: z.boolean().default(false),
});

function toRecipients({ action, subscriber_ids }: EventRow): Recipient[] {
  const subscribers = subscriber_ids.map((id): Recipient => ({ type: 'user', id }));
  if (action === null) return subscribers;
  const parsed = notifyAction.safeParse(action);
  if (!parsed.success) return [];
  const who = parsed.data.who.flatMap((one) => {
    const known = recipient.safeParse(one);
    return known.success ? [known.data] : [];
  });
  return parsed.data.notifySubscribers ? [...who, ...subscribers] : who;
}

function toNotification(event: EventRow, recipients: readonly Recipient[]): NewNotification {
  const verb = event.direction === 'enter' ? 'began' : 'ended';
  return {
    recipients,
    ...(event.action === null
      ? { context: 'twin', type: 'excursion' }
      : { context: 'protection', type: 'threshold' }),
    twinId: event.twin_id,
    message: `${event.asset_name}: ${event.threshold_name} of ${event.protection_name} ${verb}.`,
    url: excursionPath({
      twinId: event.twin_id,
      start: (event.begun ?? event.at).getTime(),
      end: event.at.getTime(),
    }),
    grouping: `threshold:${event.threshold_id}`,
    time: event.at,
    level: event.level,
  };
}
