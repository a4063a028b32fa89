import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { enqueue, type JobKind } from '../../../platform/jobs/jobs.ts';
import type { SetAside } from '../../protections/evaluation/events.ts';
import { selectAdministratorsAnd } from './recipient-store.ts';
import { notify } from './service.ts';
import { selectSetAsideProtection, selectSetAsideTag } from './set-aside-store.ts';

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
          ? await readTag(db, payload.tagId)
          : await readProtection(db, payload.protectionId);
      if (!record) return;
      const { name, twinId, url, grouping, subscribers } = record;
      await notify(db, [
        {
          recipients: await selectAdministratorsAnd(db, subscribers),
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

async function readProtection(db: Db, id: number): Promise<SetAsideRecord | null> {
  const protection = await selectSetAsideProtection(db, id);
  return protection
    ? {
        ...protection,
        url: `/apps/twins/${protection.twinId}/protections`,
        grouping: `set-aside:protection:${id}`,
      }
    : null;
}

async function readTag(db: Db, id: number): Promise<SetAsideRecord | null> {
  const tag = await selectSetAsideTag(db, id);
  if (!tag) return null;
  const { name, assetId } = tag;
  const url = assetId === null ? null : `/apps/assets/${assetId}/tags/${id}`;
  return { name, twinId: null, url, grouping: `set-aside:tag:${id}`, subscribers: [] };
}
