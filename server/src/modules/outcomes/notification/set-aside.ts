import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { enqueue, type JobKind } from '../../../platform/jobs/jobs.ts';
import type { SetAside } from '../../protections/evaluation/events.ts';
import { notify } from './service.ts';

const setAsideJob = 'tell-set-aside';

/** Enqueues the notification of an item that was set aside. */
export async function enqueueSetAsideNotice(db: Db, payload: SetAside): Promise<void> {
  await enqueue(db, setAsideJob, payload);
}

/** Notifies administrators, and the subscribers of a protection's twin, that an item was set aside. */
export const notifyOfSetAsideJob: JobKind<SetAside> = {
  name: setAsideJob,
  class: 'notice',
  run: ({ tenant, payload }) =>
    withTransaction(tenant.db, async (db) => {
      const record =
        'tagId' in payload
          ? await selectTag(db, payload.tagId)
          : await selectProtection(db, payload.protectionId);
      if (!record) return;
      const { name, twinId, url, grouping, subscribers } = record;
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
          message: `The evaluation of ${name} was stopped, because it takes too long.`,
          url,
          grouping,
          time: new Date(),
        },
      ]);
    }),
};

interface SetAsideRecord {
  name: string;
  twinId: number | null;
  url: string | null;
  grouping: string;
  subscribers: number[];
}

async function selectProtection(db: Db, id: number): Promise<SetAsideRecord | null> {
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

async function selectTag(db: Db, id: number): Promise<SetAsideRecord | null> {
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
