import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { enqueue } from '../../platform/jobs.ts';
import './tables.ts';

/** The job that tells of what evaluation met. */
export const notifyJob = 'notify';

/** What evaluation met, live, that somebody may want to be told of. Times in epoch milliseconds. */
export interface Happening {
  protectionId: number;
  thresholdId: number;
  direction: 'enter' | 'exit';
  time: number;
  /** Index of the threshold's action that fired; null for an excursion that opened. */
  action: number | null;
}

/**
 * Keeps what evaluation met for a job to tell of, in the transaction that stores the evaluation: actions that
 * notify, and excursions of twins that somebody has subscribed to.
 */
export async function recordHappenings(db: Db, happenings: readonly Happening[]): Promise<void> {
  if (happenings.length === 0) return;
  const { numAffectedRows } = await sql`
    insert into notification_event (protection_id, threshold_id, direction, at, action)
    select protection.id, threshold.id, met.direction, to_timestamp(met.time / 1000.0), threshold.actions -> index
    from unnest(
      ${happenings.map((one) => one.protectionId)}::int[], ${happenings.map((one) => one.thresholdId)}::int[],
      ${happenings.map((one) => one.direction)}::text[], ${happenings.map((one) => one.time)}::float8[],
      ${happenings.map((one) => one.action)}::int[]
    ) with ordinality as met (protection_id, threshold_id, direction, time, index, position)
    join protection on protection.id = met.protection_id
    join threshold on threshold.id = met.threshold_id
    where case when index is null
      then exists (select from subscription where subscription.twin_id = protection.twin_id)
      else threshold.actions -> index ->> 'type' = 'notify' end
    order by met.position`.execute(db);
  if (numAffectedRows) await enqueue(db, notifyJob, {});
}

export interface EventRow {
  id: number;
  threshold_id: number;
  threshold_name: string;
  protection_name: string;
  twin_id: number;
  asset_name: string;
  direction: 'enter' | 'exit';
  at: Date;
  action: unknown;
  /** Of the twin. */
  subscriber_ids: number[];
}

/** Takes the oldest events that no other job has, until the transaction ends. */
export async function takeEvents(db: Db, limit: number): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    with taken as (
      delete from notification_event where id in (
        select id from notification_event order by id limit ${limit} for update skip locked)
      returning *)
    select taken.id, threshold_id, threshold.name as threshold_name, protection.name as protection_name,
      twin.id as twin_id, asset_name, direction, at, action,
      array(select user_id from subscription where subscription.twin_id = twin.id) as subscriber_ids
    from taken
    join threshold on threshold.id = threshold_id
    join protection on protection.id = taken.protection_id
    join twin on twin.id = protection.twin_id
    join asset on asset.id = twin.asset_id
    order by taken.id`.execute(db);
  return rows;
}
