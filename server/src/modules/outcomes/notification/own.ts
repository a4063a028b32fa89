import type { Notification } from '@twinward/contracts/advisories/notification';
import type { Page } from '@twinward/contracts/core/list';
import type { Selectable } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { fromRow } from '../../../platform/database/from-row.ts';
import type { NotificationTable } from '../../../platform/database/generated/rows.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { found } from '../../../platform/errors.ts';
import { publishTo } from '../../../platform/live/live-events.ts';
import { deleteNotifications, selectNotificationPage, updateRead, type Which } from './store.ts';

// Reads and changes of a user's own notifications.

/** Returns a page of the actor's notifications, latest first, and the number of unread ones. */
export async function listNotifications(
  { tenant, userId }: Actor,
  { onlyUnread, pageNumber, pageSize }: { onlyUnread: boolean; pageNumber: number; pageSize: number },
): Promise<Page<Notification> & { unread: number }> {
  const offset = (pageNumber - 1) * pageSize;
  const page = await selectNotificationPage(tenant.db, userId, { onlyUnread, limit: pageSize, offset });
  return {
    records: page.rows.map(toNotification),
    total: onlyUnread ? page.unread : page.total,
    unread: page.unread,
  };
}

/** @throws AppError `not-found` if the actor has no such notification. */
export async function markRead(actor: Actor, which: Which, read: boolean): Promise<void> {
  await changeOwn(actor, which, (db) => updateRead(db, actor.userId, which, read));
}

/** @throws AppError `not-found` if the actor has no such notification. */
export async function deleteOwn(actor: Actor, which: Which): Promise<void> {
  await changeOwn(actor, which, (db) => deleteNotifications(db, actor.userId, which));
}

async function changeOwn(
  { tenant, userId }: Actor,
  which: Which,
  change: (db: Db) => Promise<number>,
): Promise<void> {
  await withTransaction(tenant.db, async (transaction) => {
    const count = await change(transaction);
    if (typeof which === 'object') found(count > 0 || null, 'Notification');
    await publishTo(transaction, { type: 'notifications' }, [userId]);
  });
}

export function toNotification({
  user_id,
  created_at,
  in_app,
  ...row
}: Selectable<NotificationTable>): Notification {
  return fromRow(row);
}
