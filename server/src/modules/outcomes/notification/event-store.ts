import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { Happening } from '../../protections/evaluation/events.ts';
import type { ExcursionEvent } from './excursion-details.ts';

/** An excursion that was opened. */
export type Opened = Pick<Happening, 'protectionId' | 'thresholdId' | 'direction' | 'time'>;

/** Inserts opened excursions of twins with subscribers. Returns whether there were any. */
export async function insertOpened(db: Db, opened: readonly Opened[]): Promise<boolean> {
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
  return Boolean(numAffectedRows);
}

/** Inserts fired notify actions. @param fired a query of protection_id, threshold_id, direction, at, action */
export async function insertFired(db: Db, fired: RawBuilder<unknown>): Promise<void> {
  await sql`insert into notification_event (protection_id, threshold_id, direction, at, action) ${fired}`.execute(
    db,
  );
}

/** A stored event, with what its notification is about. */
export interface EventRow extends ExcursionEvent {
  id: number;
  asset_name: string;
  /** The threshold's action; null for an opened excursion. */
  action: unknown;
  subscriber_ids: number[];
}

/** Deletes and returns the oldest events, skipping locked ones. */
export async function claimEvents(db: Db, limit: number): Promise<EventRow[]> {
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
