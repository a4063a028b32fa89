import { type Recipient, recipient } from '@twinward/contracts/advisories/notification';
import type { Rationalization } from '@twinward/contracts/protections/threshold';
import { durationToMilliseconds, formatSpan } from '@twinward/domain/duration';
import { aliasReferences, replacePatterns } from '@twinward/domain/language';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { enqueue, type JobKind } from '../../../platform/jobs/jobs.ts';
import { latestPoints } from '../../../series/index.ts';
import { converted, type InputUnits, listInputConversions } from '../../system/unit/service.ts';
import { readTextFiller } from '../../twins/parameter/service.ts';
import { type NewNotification, notify, rememberReaders } from './service.ts';

const notifyJob = 'notify';
const eventsPerBatch = 200;

/** A live event of the evaluation that may cause notifications. Times in epoch milliseconds. */
export interface NewEvent {
  protectionId: number;
  thresholdId: number;
  direction: 'enter' | 'exit';
  time: number;
  /** Index of the threshold's notify action; null for an excursion that opened. */
  action: unknown;
}

/**
 * Stores evaluation events for the notification job, in the caller's transaction: notify actions, and excursions of
 * twins with subscribers.
 */
export async function recordEvents(db: Db, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const { numAffectedRows } = await sql`
    insert into notification_event (protection_id, threshold_id, direction, at, action)
    select met.protection_id, met.threshold_id, met.direction, to_timestamp(met.time / 1000.0), met.action
    from unnest(
      ${events.map((one) => one.protectionId)}::int[], ${events.map((one) => one.thresholdId)}::int[],
      ${events.map((one) => one.direction)}::text[], ${events.map((one) => one.time)}::float8[],
      ${events.map((one) => (one.action === null ? null : JSON.stringify(one.action)))}::jsonb[]
    ) with ordinality as met (protection_id, threshold_id, direction, time, action, position)
    where action is not null or exists (
      select from protection join subscription using (twin_id) where protection.id = met.protection_id)
    order by met.position`.execute(db);
  if (numAffectedRows) await enqueue(db, notifyJob, {});
}

interface EventRow {
  id: number;
  threshold_id: number;
  threshold_name: string;
  logic: string;
  level: number | null;
  rationalization: Rationalization | null;
  protection_name: string;
  twin_id: number;
  asset_name: string;
  direction: 'enter' | 'exit';
  at: Date;
  action: unknown;
  /** Name of the twin. */
  subscriber_ids: number[];
  /** The inputs of the protection with a tag; `unit` is that of the input, as displayed. */
  inputs: ({ alias: string; tagId: number; unit: string | null } & InputUnits)[];
  /** The patterns that the logic names by their ids: id and name. */
  patterns: [id: string, name: string][];
  /** Start of an excursion that ended; null if unknown. */
  begun: Date | null;
}

/** Locks the oldest events, skipping locked ones. */
async function takeEvents(db: Db, limit: number): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    with taken as (
      delete from notification_event where id in (
        select id from notification_event order by id limit ${limit} for update skip locked)
      returning *)
    select taken.id, taken.threshold_id, threshold.name as threshold_name, threshold.logic, threshold.level,
      threshold.rationalization, protection.name as protection_name,
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

/** Creates the notifications of evaluation events and deletes the events, in one transaction. */
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
  const events = await takeEvents(db, eventsPerBatch);
  const notifications: NewNotification[] = [];
  const notified = new Set<string>();
  // Recipients of a threshold's action are not notified again as subscribers.
  const readersOf = rememberReaders(db);
  const actionsFirst = [...events].sort((a, b) => Number(a.action === null) - Number(b.action === null));
  for (const event of actionsFirst) {
    const wanted = toRecipients(event);
    const users: Recipient[] = [];
    for (const { id } of await readersOf(wanted)) {
      const key = `${id} ${event.threshold_id} ${event.direction} ${event.at.getTime()}`;
      if (!notified.has(key)) users.push({ type: 'user', id });
      notified.add(key);
    }
    const recipients = [...users, ...wanted.filter(({ type }) => type === 'email')];
    if (recipients.length > 0)
      notifications.push({ ...toNotification(event, recipients), facts: () => readFacts(db, event) });
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
    url: `/apps/twins/${event.twin_id}/protections`,
    grouping: `threshold:${event.threshold_id}`,
    time: event.at,
  };
}

/** The threshold, its values in the units of its logic, and the duration of an excursion that ended. */
async function readFacts(db: Db, event: EventRow): Promise<[string, string][]> {
  const named = new Set(aliasReferences(event.logic).map(({ name }) => name));
  const inputs = event.inputs.filter(({ alias }) => named.has(alias));
  const values = await latestPoints(
    db,
    inputs.map(({ tagId }) => tagId),
    event.at.getTime() + 1,
  );
  const conversions = await listInputConversions(db, inputs);
  const texts = inputs.flatMap(({ alias, tagId, unit }, index) => {
    const value = converted(values.get(tagId)?.value ?? null, conversions[index]!);
    return value === null ? [] : [`${alias} ${value}${unit === null || unit === '1' ? '' : ` ${unit}`}`];
  });
  const { cause = '', consequence = '', response = '' } = event.rationalization ?? {};
  const fill = await readTextFiller(db, event.twin_id, [event.logic, cause, consequence, response]);
  const logic = fill(replacePatterns(event.logic, new Map(event.patterns)));
  return [
    ['What', `${logic}${event.level === null ? '' : `, level ${event.level}`}`],
    ...(texts.length === 0 ? [] : [['Values', texts.join(', ')] as [string, string]]),
    ...(event.direction === 'enter' ? rationale(event.rationalization, fill) : []),
    ...(event.begun === null
      ? []
      : [['Lasted', formatSpan(event.at.getTime() - event.begun.getTime())] as [string, string]]),
  ];
}

/** What is stated of an alarm: why it is one, and what to do. */
function rationale(stated: Rationalization | null, fill: (text: string) => string): [string, string][] {
  if (stated === null) return [];
  const within =
    stated.timeToRespond === null ? '' : formatSpan(durationToMilliseconds(stated.timeToRespond));
  const lines: [string, string][] = [
    ['Cause', stated.cause],
    ['Consequence', stated.consequence],
    ['Response', stated.response],
    ['Respond within', within],
  ];
  return lines.flatMap(([label, text]) => (text === '' ? [] : [[label, fill(text)]]));
}
