import type { Db } from '../../../platform/database/database.ts';
import type { UnfitModel } from '../../protections/pattern/events.ts';
import { notify } from './service.ts';
import { selectModelInService } from './unfit-model-store.ts';

/** Notifies administrators, the subscribers of the twin, and the user who trained a model that it no longer fits. */
export async function notifyOfUnfitModel(db: Db, { protectionId, notice }: UnfitModel): Promise<void> {
  const model = await selectModelInService(db, protectionId);
  if (!model) return;
  const { name, twinId, userIds } = model;
  await notify(db, [
    {
      recipients: userIds.map((id) => ({ type: 'user', id })),
      context: 'pattern',
      type: 'unfit',
      twinId,
      message: `${name}: ${notice}`,
      url: `/apps/protections/${protectionId}/train`,
      grouping: `unfit:${protectionId}`,
      time: new Date(),
    },
  ]);
}
