import type { Db } from '../../../platform/database/database.ts';
import { selectAdministrators } from './recipient-store.ts';
import { notify } from './service.ts';

/** Notifies administrators of tags whose points are ahead of the clock. */
export async function notifyOfEarlyPoints(
  db: Db,
  { tags }: { tags: readonly { id: number; name: string }[] },
): Promise<void> {
  const recipients = await selectAdministrators(db);
  await notify(
    db,
    tags.map(({ id, name }) => ({
      recipients,
      context: 'tag',
      type: 'early',
      twinId: null,
      message: `${name}: points with a future time arrived. They are held until their time.`,
      url: `/apps/tags/${id}`,
      grouping: `early:${id}`,
      time: new Date(),
    })),
  );
}
