import type { AdvisoryState } from '@twinward/contracts/advisories/advisory';
import type { AdvisoryWork } from '@twinward/contracts/protections/threshold';
import { type Insertable, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { AdvisoryChangeTable } from '../../../platform/database/generated/rows.ts';
import { tableRows, versionedTableRows } from '../../../platform/database/table-rows.ts';

/** First key of the advisory lock for changes of a twin's advisories. */
const lockSpace = 0x74_79;

/**
 * Serializes changes of twins' advisories until the transaction ends, so that a threshold has at most one open
 * advisory, and states are counted correctly.
 */
export async function lockTwinAdvisories(db: Db, twinIds: readonly number[]): Promise<void> {
  const sorted = [...new Set(twinIds)].sort((a, b) => a - b);
  await sql`select pg_advisory_xact_lock(${lockSpace}::int, twin_id)
    from unnest(${sorted}::int[]) as twin_id`.execute(db);
}

/** Selects the twin of an advisory; null if the advisory does not exist. */
export async function selectAdvisoryTwin(db: Db, id: number): Promise<number | null> {
  const row = await db.selectFrom('advisory').select('twin_id').where('id', '=', id).executeTakeFirst();
  return row?.twin_id ?? null;
}

const advisoryRows = versionedTableRows('advisory', { hasUpdateTime: true });
export const insertAdvisory = advisoryRows.insert;
export const updateAdvisoryRow = advisoryRows.updateAndBump;
export const deleteAdvisoryRow = advisoryRows.delete;
const advisoryAttachmentRows = tableRows('advisory_attachment');
export const insertAttachment = advisoryAttachmentRows.insert;
export const deleteAttachment = advisoryAttachmentRows.delete;

/** Counts the advisories by remediation. */
export function selectRemediationCounts(db: Db): Promise<{ item_id: number; count: number }[]> {
  return db
    .selectFrom('advisory')
    .select([sql<number>`remediation_id`.as('item_id'), sql<number>`count(*)`.as('count')])
    .where('remediation_id', 'is not', null)
    .groupBy('remediation_id')
    .execute();
}

/** Locks and selects the advisories with a remediation (`FOR UPDATE`). */
export function selectAdvisoriesWithRemediation(db: Db, itemId: number) {
  return db
    .selectFrom('advisory')
    .select(['id', 'twin_id', 'name', 'work'])
    .where('remediation_id', '=', itemId)
    .forUpdate()
    .execute();
}

/** Selects the advisories that request work. */
export function selectAdvisoriesWithWork(db: Db) {
  return db
    .selectFrom('advisory')
    .select(['id', 'twin_id', 'name', 'work'])
    .where('work', 'is not', null)
    .execute();
}

/** Selects the active advisories of a twin that a rule created and that no other user changed. */
export async function selectActiveUnchangedByOthers(
  db: Db,
  twinId: number,
  userId: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('advisory')
    .select('id')
    .where('twin_id', '=', twinId)
    .where('state', '=', 'active')
    .where('source', '<>', 'user')
    .where(
      sql<SqlBool>`not exists (
        select from advisory_change where advisory_id = advisory.id and user_id <> ${userId})`,
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Sets the activation time, and the target date if the advisory has a horizon. */
export async function activateAdvisory(db: Db, id: number): Promise<void> {
  await sql`
    update advisory set activated_at = now(),
      target_at = coalesce(now() + target_horizon::interval, target_at) where id = ${id}`.execute(db);
}

export async function replaceReviewers(
  db: Db,
  id: number,
  userIds: readonly number[],
  groupNames: readonly string[],
): Promise<void> {
  await db.deleteFrom('advisory_reviewer').where('advisory_id', '=', id).execute();
  // Skips users and groups that were deleted meanwhile.
  await sql`
    insert into advisory_reviewer (advisory_id, user_id, group_name)
    select ${id}::int, app_user.id, null from app_user where app_user.id = any(${userIds}::int[])
    union select ${id}::int, null, name from user_group where name = any(${groupNames}::text[])`.execute(db);
}

export async function selectReviewers(db: Db, id: number) {
  const rows = await db
    .selectFrom('advisory_reviewer')
    .select(['user_id', 'group_name'])
    .where('advisory_id', '=', id)
    .orderBy('user_id')
    .orderBy('group_name')
    .execute();
  return {
    userIds: rows.flatMap((row) => row.user_id ?? []),
    groupNames: rows.flatMap((row) => row.group_name ?? []),
  };
}

export async function replaceFailureModes(
  db: Db,
  id: number,
  failureModeIds: readonly number[],
): Promise<void> {
  await db.deleteFrom('advisory_failure_mode').where('advisory_id', '=', id).execute();
  await sql`
    insert into advisory_failure_mode (advisory_id, failure_mode_id)
    select ${id}::int, failure_mode.id from failure_mode
    where failure_mode.id = any(${failureModeIds}::int[])`.execute(db);
}

export function selectFailureModes(db: Db, id: number) {
  return db
    .selectFrom('advisory_failure_mode')
    .innerJoin('failure_mode', 'failure_mode.id', 'advisory_failure_mode.failure_mode_id')
    .leftJoin('probability', 'probability.failure_mode_id', 'failure_mode.id')
    .leftJoin('consequence', 'consequence.failure_mode_id', 'failure_mode.id')
    .select(['failure_mode.id', 'failure_mode.name'])
    .select(sql<number | null>`probability.value::float8 * consequence.value / 100`.as('risk'))
    .where('advisory_id', '=', id)
    .orderBy('failure_mode.name')
    .execute();
}

/** Adds excursions to an advisory. Returns the starts of new ones, in order. */
export async function insertOccurrences(db: Db, id: number, starts: readonly Date[]): Promise<Date[]> {
  const rows = await db
    .insertInto('advisory_occurrence')
    .values(starts.map((start_at) => ({ advisory_id: id, start_at })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('start_at')
    .execute();
  return rows.map((row) => row.start_at);
}

/** Selects the excursions of an advisory with their current ends, latest first. */
export async function selectOccurrences(db: Db, id: number, limit: number) {
  const { rows } = await sql<{
    start_at: Date;
    end_at: Date | null;
    is_open: boolean;
    evaluated_at: Date | null;
  }>`
    select occurrence.start_at, excursion.end_at, excursion.id is not null and excursion.end_at is null as is_open,
      protection.evaluated_at
    from advisory_occurrence as occurrence
    join advisory on advisory.id = advisory_id
    left join protection on protection.id = advisory.protection_id
    left join lateral (
      select id, end_at from excursion
      where excursion.threshold_id = advisory.threshold_id and excursion.start_at <= occurrence.start_at
        and coalesce(excursion.end_at > occurrence.start_at, true)
      order by excursion.start_at desc limit 1) as excursion on true
    where advisory_id = ${id} order by occurrence.start_at desc limit ${limit}`.execute(db);
  return rows;
}

export async function insertChanges(
  db: Db,
  changes: readonly Insertable<AdvisoryChangeTable>[],
): Promise<void> {
  await db.insertInto('advisory_change').values(changes).execute();
}

export function selectChanges(db: Db, id: number, limit: number) {
  return db
    .selectFrom('advisory_change')
    .leftJoin('app_user', 'app_user.id', 'advisory_change.user_id')
    .selectAll('advisory_change')
    .select('app_user.user_name')
    .where('advisory_id', '=', id)
    .orderBy('advisory_change.id', 'desc')
    .limit(limit)
    .execute();
}

function commentQuery(db: Db) {
  return db
    .selectFrom('advisory_comment')
    .leftJoin('app_user', 'app_user.id', 'advisory_comment.user_id')
    .selectAll('advisory_comment')
    .select('app_user.user_name');
}

export function selectComments(db: Db, id: number) {
  return commentQuery(db).where('advisory_id', '=', id).orderBy('advisory_comment.id').execute();
}

export function selectComment(db: Db, commentId: number) {
  return commentQuery(db).where('advisory_comment.id', '=', commentId).executeTakeFirstOrThrow();
}

export async function insertComment(db: Db, id: number, userId: number, text: string): Promise<number> {
  const row = await db
    .insertInto('advisory_comment')
    .values({ advisory_id: id, user_id: userId, text })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

function attachmentQuery(db: Db) {
  return db
    .selectFrom('advisory_attachment as attachment')
    .leftJoin('app_user', 'app_user.id', 'attachment.user_id')
    .select([
      'attachment.id',
      'attachment.name',
      'attachment.type',
      'attachment.size',
      'attachment.created_at',
      'app_user.user_name',
    ]);
}

export function selectAttachments(db: Db, id: number) {
  return attachmentQuery(db).where('advisory_id', '=', id).orderBy('attachment.id').execute();
}

export function selectAttachment(db: Db, id: number, attachmentId: number) {
  return attachmentQuery(db)
    .select('attachment.data')
    .where('advisory_id', '=', id)
    .where('attachment.id', '=', attachmentId)
    .executeTakeFirst();
}

/** Inserts a work request into the outbox, unless the advisory already has one. */
export async function insertWorkRequest(db: Db, id: number, request: AdvisoryWork): Promise<void> {
  await db
    .insertInto('work_request')
    .values({ advisory_id: id, request: JSON.stringify(request) })
    .onConflict((conflict) => conflict.column('advisory_id').doNothing())
    .execute();
}

export function selectWorkRequest(db: Db, id: number) {
  return db.selectFrom('work_request').selectAll().where('advisory_id', '=', id).executeTakeFirst();
}

/** Counts a twin's advisories by state. */
export async function countStates(
  db: Db,
  twinId: number,
): Promise<{ state: AdvisoryState; count: number }[]> {
  return db
    .selectFrom('advisory')
    .select(['state', sql<number>`count(*)`.as('count')])
    .where('twin_id', '=', twinId)
    .groupBy('state')
    .execute();
}

/** Counts the advisories of protections by state and outcome. */
export async function countOutcomes(db: Db, protectionIds: readonly number[]) {
  const { rows } = await sql<{
    protection_id: number;
    state: AdvisoryState;
    outcome: string | null;
    count: number;
  }>`
    select protection_id, state, outcome, count(*) as count from advisory
    where protection_id = any(${protectionIds}::int[]) group by 1, 2, 3`.execute(db);
  return rows;
}

/** Selects which of the records named by an advisory belong to its twin. */
export async function selectOfTwin(
  db: Db,
  twinId: number,
  named: {
    protectionId: number | null;
    thresholdId: number | null;
    activityId: number | null;
    failureModeIds: readonly number[];
  },
) {
  const { rows } = await sql<{ protection: boolean; threshold: boolean; activity: boolean; modes: number[] }>`
    select
      exists (select from protection where id = ${named.protectionId} and twin_id = ${twinId}) as protection,
      exists (select from threshold where id = ${named.thresholdId} and protection_id = ${named.protectionId}) as threshold,
      exists (select from activity where id = ${named.activityId} and twin_id = ${twinId}) as activity,
      array(select id from failure_mode where twin_id = ${twinId} and id = any(${named.failureModeIds}::int[])) as modes`.execute(
    db,
  );
  return rows[0]!;
}

/** Selects the failure modes that a protection covers. */
export async function selectFailureModesOfProtection(db: Db, protectionId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('failure_mode_protection')
    .select('failure_mode_id')
    .where('protection_id', '=', protectionId)
    .execute();
  return rows.map((row) => row.failure_mode_id);
}

/** Selects the mapped point inputs of a threshold's protection, with the threshold's logic. */
export async function selectSignals(db: Db, thresholdId: number) {
  return db
    .selectFrom('threshold')
    .innerJoin('protection_alias', 'protection_alias.protection_id', 'threshold.protection_id')
    .innerJoin('tag_alias', 'tag_alias.id', 'protection_alias.tag_alias_id')
    .select(['threshold.logic', 'tag_alias.name as alias', 'tag_alias.mapped_tag_id as tag_id'])
    .where('threshold.id', '=', thresholdId)
    .where('tag_alias.type', '=', 'data_point')
    .where('tag_alias.mapped_tag_id', 'is not', null)
    .execute();
}

/** Returns whether a list contains an item. */
export async function hasItem(db: Db, listId: number, itemId: number): Promise<boolean> {
  const row = await db
    .selectFrom('value_list_item')
    .select('id')
    .where('list_id', '=', listId)
    .where('id', '=', itemId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Selects the first item of a list; null for an empty list. */
export async function selectFirstItem(db: Db, listId: number): Promise<number | null> {
  const row = await db
    .selectFrom('value_list_item')
    .select('id')
    .where('list_id', '=', listId)
    .orderBy('position')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Selects the subscribers of a twin. */
export async function selectSubscribers(db: Db, twinId: number): Promise<number[]> {
  const rows = await db.selectFrom('subscription').select('user_id').where('twin_id', '=', twinId).execute();
  return rows.map((row) => row.user_id);
}
