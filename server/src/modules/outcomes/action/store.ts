import type { ThresholdAction } from '@twinward/contracts/protections/threshold';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** An action to fire. Times in epoch milliseconds. */
export interface NewFiring {
  protectionId: number;
  thresholdId: number;
  /** Index of the action in its threshold. */
  index: number;
  /** Start of the excursion. */
  start: number;
  direction: 'enter' | 'exit';
  time: number;
}

export interface Fired {
  id: number;
  type: ThresholdAction['type'];
}

/**
 * Records actions as fired, and returns the new ones. Skips actions that have already fired for the same excursion.
 * @param again whether notify actions are recorded again at their new time, and returned too
 */
export async function insertFirings(db: Db, firings: readonly NewFiring[], again: boolean): Promise<Fired[]> {
  const repeated = again
    ? sql`update set at = excluded.at where action_firing.type = 'notify'`
    : sql`nothing`;
  const { rows } = await sql<Fired>`
    insert into action_firing
      (protection_id, threshold_id, action_id, type, excursion_start, direction, at, action, handled_at)
    select met.protection_id, met.threshold_id, coalesce(action ->> 'id', index::text), action ->> 'type',
      to_timestamp(start / 1000.0), direction, to_timestamp(time / 1000.0), action,
      case action ->> 'type' when 'notify' then now() end
    from unnest(
      ${firings.map((one) => one.protectionId)}::int[], ${firings.map((one) => one.thresholdId)}::int[],
      ${firings.map((one) => one.index)}::int[], ${firings.map((one) => one.start)}::float8[],
      ${firings.map((one) => one.direction)}::text[], ${firings.map((one) => one.time)}::float8[]
    ) with ordinality as met (protection_id, threshold_id, index, start, direction, time, position)
    join threshold on threshold.id = met.threshold_id, lateral (select actions -> index) as fired (action)
    where action is not null
    order by met.position
    on conflict (threshold_id, excursion_start, action_id, direction) do ${repeated}
    returning id, type`.execute(db);
  return rows;
}

/** Returns the query of firings as events of notifications, in the order of their ids. */
export function firingsToNotify(ids: readonly number[]): RawBuilder<unknown> {
  return sql`select protection_id, threshold_id, direction, at, action
    from action_firing where id = any(${ids}::bigint[]) order by id`;
}

/** Selects which of the protections are shelved. */
export async function selectShelved(db: Db, protectionIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select protection_id as id from shelving where protection_id = any(${protectionIds}::int[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** An open excursion that was announced. */
export interface Standing {
  protectionId: number;
  thresholdId: number;
  /** Epoch milliseconds */
  start: number;
  /** Directions of the threshold's actions, by index. */
  directions: ThresholdAction['direction'][];
}

/** Selects the announced open excursions of protections by start, including those of unlogged thresholds. */
export async function selectStanding(db: Db, protectionIds: readonly number[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select open.protection_id as "protectionId", open.threshold_id as "thresholdId",
      (extract(epoch from open.start_at) * 1000)::float8 as start,
      array(select action ->> 'direction' from jsonb_array_elements(threshold.actions) as action) as directions
    from (
      select protection_id, threshold_id, start_at from excursion where end_at is null and announced
      union all
      select protection_id, threshold_id, start_at from unlogged_excursion where end_at is null and announced
    ) as open
    join threshold on threshold.id = open.threshold_id
    join protection on protection.id = open.protection_id
    where open.protection_id = any(${protectionIds}::int[]) and protection.active
    order by open.start_at, threshold.position`.execute(db);
  return rows;
}

/** A fired action that creates an advisory. */
export interface Unhandled {
  id: number;
  protectionId: number;
  thresholdId: number;
  thresholdName: string;
  level: number | null;
  protectionName: string;
  twinId: number;
  start: Date;
  direction: 'enter' | 'exit';
  action: unknown;
}

/** Locks and returns the oldest unhandled firings, skipping locked ones. */
export async function claimUnhandled(db: Db, limit: number): Promise<Unhandled[]> {
  const { rows } = await sql<Unhandled>`
    select firing.id, firing.protection_id as "protectionId", threshold_id as "thresholdId",
      threshold.name as "thresholdName", threshold.level, protection.name as "protectionName",
      protection.twin_id as "twinId", excursion_start as start, direction, action
    from action_firing as firing
    join threshold on threshold.id = threshold_id
    join protection on protection.id = firing.protection_id
    where handled_at is null order by firing.id limit ${limit} for update of firing skip locked`.execute(db);
  return rows;
}

export async function markHandled(db: Db, ids: readonly number[]): Promise<void> {
  await sql`update action_firing set handled_at = now() where id = any(${ids}::bigint[])`.execute(db);
}
