import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';

/** The job that notifies of evaluation events. */
export const notifyJob = 'notify';

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

export interface EventRow {
  id: number;
  threshold_id: number;
  threshold_name: string;
  logic: string;
  level: number | null;
  protection_name: string;
  twin_id: number;
  asset_name: string;
  direction: 'enter' | 'exit';
  at: Date;
  action: unknown;
  /** Name of the twin. */
  subscriber_ids: number[];
  /** The inputs of the protection with a tag; `unit` as displayed. */
  inputs: { alias: string; tagId: number; unit: string | null }[];
  /** Start of an excursion that ended; null if unknown. */
  begun: Date | null;
}

/** Locks the oldest events, skipping locked ones. */
export async function takeEvents(db: Db, limit: number): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    with taken as (
      delete from notification_event where id in (
        select id from notification_event order by id limit ${limit} for update skip locked)
      returning *)
    select taken.id, taken.threshold_id, threshold.name as threshold_name, threshold.logic, threshold.level,
      protection.name as protection_name,
      twin.id as twin_id, asset_name, direction, at, action,
      coalesce((
        select json_agg(json_build_object('alias', alias, 'tagId', tag_id,
          'unit', coalesce(unit.abbreviation, tag.unit)) order by alias)
        from protection_input join tag on tag.id = tag_id left join unit on unit.code = tag.unit
        where protection_input.protection_id = protection.id), '[]') as inputs,
      (select max(start_at) from (
        select start_at, end_at from excursion where excursion.threshold_id = taken.threshold_id
        union all
        select start_at, end_at from unlogged_excursion
        where unlogged_excursion.threshold_id = taken.threshold_id) as known
        where direction = 'exit' and end_at = at) as begun,
      array(select user_id from subscription where subscription.twin_id = twin.id) as subscriber_ids
    from taken
    join threshold on threshold.id = taken.threshold_id
    join protection on protection.id = taken.protection_id
    join twin on twin.id = protection.twin_id
    join asset on asset.id = twin.asset_id
    order by taken.id`.execute(db);
  return rows;
}
