import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { type Change, deleteChanges, queueChanged } from './change-store.ts';

const tagsPerEvent = 500;

/** Takes logged changes, and marks the readers of the changed tags as due. Returns the number of changed tags. */
export function queueChanges(db: Db): Promise<number> {
  return withTransaction(db, async (transaction) => {
    const changes = await claimChanges(transaction);
    await queueChanged(transaction, changes);
    return changes.length;
  });
}

/** Like `deleteChanges`, and publishes which tags have changed. */
export async function claimChanges(db: Db): Promise<Change[]> {
  const changes = await deleteChanges(db);
  for (let i = 0; i < changes.length; i += tagsPerEvent) {
    const tagIds = changes.slice(i, i + tagsPerEvent).map(({ tagId }) => tagId);
    await publish(db, { type: 'points', tagIds });
  }
  return changes;
}
