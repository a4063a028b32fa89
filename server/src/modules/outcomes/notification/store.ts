import type { NotifiedExcursion } from '@twinward/contracts/advisories/notification';
import type { Rationalization } from '@twinward/contracts/protections/threshold';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { NotificationTable } from '../../../platform/database/generated/rows.ts';
import type { Happening } from '../../protections/evaluation/events.ts';
import type { InputUnits } from '../../system/unit/service.ts';

/** First key of the advisory lock that orders inserts of a user's notifications. */
const lockSpace = 0x74_78;

/** Serializes inserts of users' notifications until the transaction ends. */
export async function lockUsers(db: Db, userIds: readonly number[]): Promise<void> {
  const sorted = [...userIds].sort((a, b) => a - b);
  await sql`select pg_advisory_xact_lock(${lockSpace}::int, user_id)
    from unnest(${sorted}::int[]) as user_id`.execute(db);
}

export type NewRow = Pick<
  NotificationTable,
  'twin_id' | 'source_type' | 'type' | 'message' | 'url' | 'grouping' | 'time_stamp'
> & { excursion: NotifiedExcursion | null };

/**
 * Inserts a notification for each user, which represents `count` notifications, and replaces one with the same
 * grouping.
 */
export async function insertNotifications(
  db: Db,
  row: NewRow,
  targets: readonly { userId: number; inApp: boolean; count: number }[],
): Promise<void> {
  await sql`
    with target as (
      select * from unnest(
        ${targets.map(({ userId }) => userId)}::int[], ${targets.map(({ inApp }) => inApp)}::boolean[],
        ${targets.map(({ count }) => count)}::int[]
      ) as target (user_id, in_app, count)
    ), replaced as (
      delete from notification using target
      where notification.user_id = target.user_id and notification.grouping = ${row.grouping}
      returning notification.user_id, notification.group_count
    )
    insert into notification
      (user_id, twin_id, source_type, type, message, url, grouping, group_count, in_app, time_stamp, excursion)
    select target.user_id, ${row.twin_id}::int, ${row.source_type}, ${row.type}, ${row.message}, ${row.url},
      ${row.grouping}, coalesce(sum(replaced.group_count), 0) + target.count, target.in_app,
      ${row.time_stamp}::timestamptz, ${row.excursion === null ? null : JSON.stringify(row.excursion)}::jsonb
    from target left join replaced on replaced.user_id = target.user_id
    group by target.user_id, target.in_app, target.count order by target.user_id`.execute(db);
}

function selectOwn(db: Db, userId: number) {
  return db.selectFrom('notification').where('user_id', '=', userId).where('in_app', '=', true);
}

export async function selectNotificationPage(
  db: Db,
  userId: number,
  page: { onlyUnread: boolean; limit: number; offset: number },
) {
  const rows = await selectOwn(db, userId)
    .selectAll()
    .$if(page.onlyUnread, (query) => query.where('read', '=', false))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const counts = await selectOwn(db, userId)
    .select([sql<number>`count(*)`.as('total'), sql<number>`count(*) filter (where not read)`.as('unread')])
    .executeTakeFirstOrThrow();
  return { rows, ...counts };
}

export async function selectNotificationsAfter(db: Db, userId: number, after: number, limit: number) {
  return selectOwn(db, userId).selectAll().where('id', '>', after).orderBy('id').limit(limit).execute();
}

/** Selects the id of the user's newest notification; 0 if none exists. */
export async function selectNewestId(db: Db, userId: number): Promise<number> {
  const { id } = await db
    .selectFrom('notification')
    .select(sql<number>`coalesce(max(id), 0)`.as('id'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return id;
}

/** Selects notifications of a user: one, with those that replaced it; all read ones; or all. */
export type Which = { id: number; grouping: string | undefined } | 'read' | 'all';

function isMeant(which: Which) {
  if (which === 'all') return sql<SqlBool>`true`;
  if (which === 'read') return sql<SqlBool>`read`;
  if (which.grouping === undefined) return sql<SqlBool>`id = ${which.id}`;
  return sql<SqlBool>`(id = ${which.id} or grouping = ${which.grouping})`;
}

/** @returns the number of updated notifications. */
export async function updateRead(db: Db, userId: number, which: Which, read: boolean): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('notification')
    .set({ read })
    .where('user_id', '=', userId)
    .where('in_app', '=', true)
    .where(isMeant(which))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** @returns the number of deleted notifications. */
export async function deleteNotifications(db: Db, userId: number, which: Which): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('notification')
    .where('user_id', '=', userId)
    .where('in_app', '=', true)
    .where(isMeant(which))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes notifications that were read, or only mailed, and are older than a number of days. */
export async function deleteOld(db: Db, days: number): Promise<void> {
  await sql`delete from notification
    where (read or not in_app) and created_at < now() - make_interval(days => ${days})`.execute(db);
}

/** Selects which of the users and of the groups' members may view twins, with their settings. */
export async function selectReaders(
  db: Db,
  userIds: readonly number[],
  groups: readonly string[],
  withoutTwins: boolean,
) {
  const { rows } = await sql<{
    id: number;
    email: string | null;
    timeZone: string;
    settings: unknown;
    delivery: unknown;
  }>`
    select app_user.id, app_user.email, app_user.time_zone as "timeZone", kinds.value as settings,
      mails.value as delivery
    from app_user
    left join user_setting as kinds on kinds.user_id = app_user.id and kinds.name = 'notification'
    left join user_setting as mails on mails.user_id = app_user.id and mails.name = 'notification-mails'
    where enabled
      and (is_admin or ${withoutTwins} or exists (
        select from user_group_member where user_id = app_user.id and group_name = 'VIEWERS'))
      and (app_user.id = any(${userIds}::int[]) or exists (
        select from user_group_member where user_id = app_user.id and group_name = any(${groups}::text[])))
    order by app_user.id`.execute(db);
  return rows;
}

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

/** An excursion that began or ended, with the current threshold. */
export interface ExcursionEvent {
  protection_id: number;
  protection_name: string;
  threshold_id: number;
  threshold_name: string;
  logic: string;
  level: number | null;
  rationalization: Rationalization | null;
  twin_id: number;
  direction: 'enter' | 'exit';
  at: Date;
  /** The inputs of the protection that have a tag. `unit` is the displayed unit of the input. */
  inputs: ({ alias: string; tagId: number; unit: string | null } & InputUnits)[];
  /** Ids and names of the patterns to which the logic refers by id. */
  patterns: [id: string, name: string][];
  /** Start of an excursion that ended; null if unknown. */
  begun: Date | null;
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
