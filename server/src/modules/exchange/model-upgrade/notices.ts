import type { Db } from '../../../platform/database/database.ts';
import { readEnd } from '../../jobs/command/service.ts';
import { notify } from '../../outcomes/notification/service.ts';
import type { UpgradeInput } from './service.ts';
import { countUpgrades, selectChangedOfSubscribers } from './store.ts';

const twinsText = (count: number) => `${count} ${count === 1 ? 'twin' : 'twins'}`;

/**
 * Notifies of the end of an upgrade or its undo: the subscribers of the changed twins, and its user if it failed or
 * left twins unchanged.
 */
export async function notifyOfUpgrade(
  db: Db,
  input: Record<string, unknown>,
  commandId: string,
): Promise<void> {
  const { userId, userName, undoes } = input as unknown as UpgradeInput;
  const { status, error, targetId: modelId, targetName: modelName } = await readEnd(db, commandId);
  const url = `/apps/library/twin-models/${modelId}/upgrade?command=${commandId}`;
  const common = {
    context: 'twin-model',
    twinId: null,
    url,
    grouping: `upgrade:${commandId}`,
    time: new Date(),
  };
  const done = (whose: 'its' | 'their') =>
    undoes === null ? 'upgraded to another version' : `restored to ${whose} previous version`;
  const subscribers = await selectChangedOfSubscribers(db, commandId, userId);
  await notify(
    db,
    subscribers.map(({ id, count, twinName, twinId }) => ({
      ...common,
      recipients: [{ type: 'user', id }],
      type: 'upgraded',
      twinId: count === 1 ? twinId : null,
      // Only its user can open the command.
      url: count === 1 ? `/apps/twins/${twinId}` : `/apps/library/twin-models/${modelId}`,
      message: `${modelName}: ${
        count === 1
          ? `${twinName} was ${done('its')}`
          : `${count} twins that you have subscribed to were ${done('their')}`
      } by ${userName}.`,
    })),
  );
  const counts = await countUpgrades(db, commandId);
  const left = (counts.conflict ?? 0) + (counts.changed ?? 0) + (counts.refused ?? 0);
  const what = undoes === null ? 'the upgrade' : 'undoing an upgrade';
  const message =
    status === 'error'
      ? `${modelName}: ${what} failed. ${error}`
      : status === 'done' && left > 0
        ? `${modelName}: ${what} left ${twinsText(left)} unchanged.`
        : null;
  if (message === null) return;
  await notify(db, [{ ...common, recipients: [{ type: 'user', id: userId }], type: 'failed', message }]);
}
