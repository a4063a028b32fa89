import type { Page, Paging } from '@twinward/contracts/core/list';
import type { Placement, PlacementAssets } from '@twinward/contracts/library/placement';
import type { Actor } from '../../../platform/actor.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { getCommand, getCommandInput, startCommand, startOwnCommand } from '../../jobs/command/service.ts';
import { getPublishedVersion } from '../twin-model/service.ts';
import { findAssetIds } from './assets.ts';
import { copyProposed, type PlacementOutcome, selectPlacementPage } from './store.ts';

export { proposePlacements } from './propose.ts';

/** The stored input of a preview. */
export interface PreviewInput {
  modelId: number;
  versionId: number;
  assetIds: number[];
  minimumScore: number;
}

/** The stored input of a command that applies a model to assets, whose rows hold the assets. */
export interface PlaceInput {
  versionId: number;
  activate: boolean;
  startPatterns: boolean;
  userId: number;
  userName: string;
}

/**
 * Starts a command that previews how a model is applied to assets, without changes.
 * @returns the command's id.
 * @throws AppError `not-found` without a published version that the user may see; `conflict` for a retired model; and
 *   like `findAssetIds`.
 */
export async function startPreview(
  actor: Actor,
  modelId: number,
  { assets, minimumScore }: { assets: PlacementAssets; minimumScore: number },
): Promise<string> {
  const { db } = actor.tenant;
  const { versionId, modelName, active } = await getPublishedVersion(db, actor, modelId);
  if (!active)
    throw new AppError('conflict', `The model ${modelName} is retired. No new twins can be created from it.`);
  const assetIds = await findAssetIds(actor, assets);
  return startOwnCommand(actor, {
    type: 'preview-placement',
    targetType: 'twin-model',
    targetId: String(modelId),
    targetName: modelName,
    input: { modelId, versionId, assetIds, minimumScore } satisfies PreviewInput,
  });
}

/**
 * Starts a command that creates the twins of a preview.
 * @returns the command's id.
 * @throws AppError `not-found` without such a command of the user; `conflict` if it is not a completed preview, or
 *   proposes nothing.
 */
export async function startPlacement(
  actor: Actor,
  previewId: string,
  options: { exceptAssetIds: readonly number[]; activate: boolean; startPatterns: boolean },
): Promise<string> {
  const preview = await getCommand(actor, previewId);
  if (preview.type !== 'preview-placement' || preview.status !== 'done') {
    throw new AppError('conflict', 'Only a finished preview can be applied.');
  }
  const { tenant, userId, userName } = actor;
  const { exceptAssetIds, ...rest } = options;
  const { versionId } = (await getCommandInput(tenant.db, previewId)) as unknown as PreviewInput;
  return withTransaction(tenant.db, async (db) => {
    const id = await startCommand(db, {
      type: 'place-model',
      targetType: preview.targetType,
      targetId: preview.targetId,
      targetName: preview.targetName,
      input: { versionId, ...rest, userId, userName } satisfies PlaceInput,
      createdBy: userId,
    });
    if ((await copyProposed(db, previewId, id, exceptAssetIds)) === 0) {
      throw new AppError('conflict', 'There is no asset to create a twin for.');
    }
    return id;
  });
}

/** @throws AppError `not-found` without such a command of the user. */
export async function listPlacements(
  actor: Actor,
  commandId: string,
  { outcome, ...paging }: Paging & { outcome?: PlacementOutcome | undefined },
): Promise<Page<Placement>> {
  await getCommand(actor, commandId);
  return selectPlacementPage(actor.tenant.db, commandId, outcome, {
    limit: paging['page-size'],
    offset: (paging['page-number'] - 1) * paging['page-size'],
  });
}
