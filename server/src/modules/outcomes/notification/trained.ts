import type { Db } from '../../../platform/database/database.ts';
import type { TrainingEnd } from '../../protections/pattern/events.ts';
import { notify } from './service.ts';

/** Notifies the users who requested it of the end of a training. */
export async function notifyOfTraining(
  db: Db,
  { protectionId, twinId, name, outcome, version, error, userIds }: TrainingEnd,
): Promise<void> {
  if (userIds.length === 0) return;
  const messages = {
    done: `${name}: version ${version} is trained.`,
    error: `${name}: the training failed. ${error}`,
    canceled: `${name}: the training was canceled.`,
  };
  await notify(db, [
    {
      recipients: userIds.map((id) => ({ type: 'user', id })),
      context: 'pattern',
      type: 'trained',
      twinId,
      message: messages[outcome],
      url: `/apps/protections/${protectionId}/train`,
      grouping: `trained:${protectionId}`,
      time: new Date(),
    },
  ]);
}
