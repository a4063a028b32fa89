import type { Db } from '../../../platform/database/database.ts';
import { readEnd } from '../../jobs/command/service.ts';
import { notify } from '../../outcomes/notification/service.ts';
import type { PlaceInput } from './service.ts';
import { countPlacements } from './store.ts';

/** Notifies the user of a command that applied a model to assets, if it failed or rejected some. */
export async function notifyOfPlacement(
  db: Db,
  input: Record<string, unknown>,
  commandId: string,
): Promise<void> {
  const { userId } = input as unknown as PlaceInput;
  const { status, error, targetId: modelId, targetName: modelName } = await readEnd(db, commandId);
  const { refused = 0 } = await countPlacements(db, commandId);
  const message =
    status === 'error'
      ? `${modelName}: could not be placed on assets. ${error}`
      : status === 'done' && refused > 0
        ? `${modelName}: ${refused === 1 ? '1 asset' : `${refused} assets`} did not get a twin.`
        : null;
  if (message === null) return;
  await notify(db, [
    {
      recipients: [{ type: 'user', id: userId }],
      context: 'twin-model',
      type: 'failed',
      twinId: null,
      message,
      url: `/apps/library/twin-models/${modelId}/assets?command=${commandId}`,
      grouping: `placement:${commandId}`,
      time: new Date(),
    },
  ]);
}
