import type { Db } from '../../../platform/database/database.ts';
import { notify } from '../../outcomes/notification/service.ts';
import { selectWaitingOfSubscribers } from './store.ts';

/**
 * Notifies the subscribers of twins at other versions of a model that a newer one was published, and what it changes.
 */
export async function notifyOfVersion(
  db: Db,
  { id, name }: { id: number; name: string },
  { versionId, number, notes }: { versionId: number; number: string; notes: string },
  byUserId: number,
): Promise<void> {
  const subscribers = await selectWaitingOfSubscribers(db, {
    modelId: id,
    versionId,
    exceptUserId: byUserId,
  });
  await notify(
    db,
    subscribers.map(({ userId, count, twinId }) => ({
      recipients: [{ type: 'user', id: userId }],
      context: 'twin-model',
      type: 'waiting',
      twinId: count === 1 ? twinId : null,
      message: [
        `${name} ${number} is published: ${count === 1 ? '1 twin that you have subscribed to waits' : `${count} twins that you have subscribed to wait`} for the upgrade.`,
        notes,
      ]
        .filter(Boolean)
        .join(' '),
      url: count === 1 ? `/apps/twins/${twinId}` : `/apps/library/twin-models/${id}`,
      grouping: `waiting:${id}`,
      time: new Date(),
    })),
  );
}
