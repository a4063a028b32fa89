import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { enqueue, type JobKind } from '../../../platform/jobs/jobs.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { pointsChannel } from '../../../series/index.ts';
import { notify } from '../../outcomes/notification/service.ts';
import { recordAudit } from '../../system/audit/service.ts';
import { countOverrun, resetOverruns, updateSetAside } from '../definition/service.ts';
import { calculationSetAside, mostOverruns, protectionSetAside } from './limits.ts';

/** An evaluation that took more steps than it may. */
export interface Overrun {
  id: number;
  /** From when on it is evaluated at the next try; null for the beginning. */
  since: number | null;
  message: string;
}

const setAsideJob = 'tell-set-aside';
type Told = { protectionId: number } | { tagId: number };

/** Has protections wait behind all others that are due; after the third time, until somebody has them tried again. */
export async function storeOverruns(db: Db, overruns: readonly Overrun[]): Promise<void> {
  for (const { id, since, message } of overruns) {
    await sql`
      update evaluation_due set tried_at = clock_timestamp(), since = ${since}, parked = null, parked_since = null
      where protection_id = ${id}`.execute(db);
    const counted = await countOverrun(db, id);
    if (!counted || counted.overruns < mostOverruns) continue;
    const { name, twinId } = counted;
    const error = protectionSetAside(message);
    await updateSetAside(db, id, error);
    await recordAudit(db, null, {
      action: 'update',
      entityType: 'protection',
      entityId: id,
      entityName: name,
      old: { error: null },
      new: { error },
    });
    await enqueue(db, setAsideJob, { protectionId: id } satisfies Told);
    await publish(db, { type: 'evaluated', twinIds: [twinId], protectionIds: [id] });
  }
}

/** As `storeOverruns`, of calculated tags. */
export async function storeCalculationOverruns(
  db: Db,
  overruns: readonly Omit<Overrun, 'since'>[],
): Promise<void> {
  for (const { id, message } of overruns) {
    await sql`update calculation_due set tried_at = clock_timestamp() where tag_id = ${id}`.execute(db);
    const { rows } = await sql<{ name: string }>`
      with counted as (
        update calculation set overruns = overruns + 1 where tag_id = ${id} returning tag_id, overruns
      )
      select name from tag join counted on tag_id = id where overruns >= ${mostOverruns}`.execute(db);
    if (!rows[0]) continue;
    const error = calculationSetAside(message);
    await sql`
      update calculation set set_aside_at = now(), error = ${error} where tag_id = ${id}`.execute(db);
    await recordAudit(db, null, {
      action: 'update',
      entityType: 'tag',
      entityId: id,
      entityName: rows[0].name,
      old: { error: null },
      new: { error },
    });
    await enqueue(db, setAsideJob, { tagId: id } satisfies Told);
  }
}

/** Has a protection that was set aside evaluated again, in the caller's transaction. Others stay as they are. */
export async function retryEvaluation(db: Db, protectionId: number): Promise<void> {
  await resetOverruns(db, protectionId);
  await sql`select pg_notify(${pointsChannel}, '')`.execute(db);
}

/** Tells administrators, and the subscribers of a protection's twin, that something was set aside. */
export const tellSetAsideJob: JobKind<Told> = {
  name: setAsideJob,
  class: 'notice',
  run: ({ tenant, payload }) =>
    tenant.db.transaction().execute(async (db) => {
      const of =
        'tagId' in payload
          ? await findTag(db, payload.tagId)
          : await findProtection(db, payload.protectionId);
      if (!of) return;
      const { name, twinId, url, grouping, subscribers } = of;
      const { rows } = await sql<{ id: number }>`
        select id from app_user where is_admin or id = any(${subscribers}::int[]) or exists (
          select from user_group_member where user_id = app_user.id and group_name = 'ADMINISTRATORS')
        order by id`.execute(db);
      await notify(db, [
        {
          recipients: rows.map(({ id }) => ({ type: 'user', id })),
          context: 'evaluation',
          type: 'set-aside',
          twinId,
          message: `${name} was set aside: its evaluation needed too much work.`,
          url,
          grouping,
          time: new Date(),
        },
      ]);
    }),
};

interface SetAside {
  name: string;
  twinId: number | null;
  url: string | null;
  grouping: string;
  subscribers: number[];
}

async function findProtection(db: Db, id: number): Promise<SetAside | null> {
  const { rows } = await sql<{ name: string; twinId: number; subscribers: number[] }>`
    select asset_name || ': ' || protection.name as name, twin.id as "twinId",
      array(select user_id from subscription where subscription.twin_id = twin.id) as subscribers
    from protection join twin on twin.id = protection.twin_id join asset on asset.id = asset_id
    where protection.id = ${id} and set_aside_at is not null`.execute(db);
  const [row] = rows;
  return row
    ? { ...row, url: `/apps/twins/${row.twinId}/protections`, grouping: `set-aside:protection:${id}` }
    : null;
}

async function findTag(db: Db, id: number): Promise<SetAside | null> {
  const { rows } = await sql<{ name: string; assetId: number | null }>`
    select name, (select min(asset_id) from asset_tag where tag_id = tag.id) as "assetId"
    from calculation join tag on tag.id = tag_id
    where tag_id = ${id} and set_aside_at is not null`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { name, assetId } = row;
  const url = assetId === null ? null : `/apps/assets/${assetId}/tags/${id}`;
  return { name, twinId: null, url, grouping: `set-aside:tag:${id}`, subscribers: [] };
}
