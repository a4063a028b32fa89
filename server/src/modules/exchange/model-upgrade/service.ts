import type { Page, Paging } from '@twinward/contracts/core/list';
import {
  type ConflictChoice,
  type ModelOfTwin,
  maximumUpgrades,
  type PartMerge,
  type Side,
  type Upgrade,
} from '@twinward/contracts/library/upgrade';
import { differences } from '@twinward/domain/library/differences';
import { mergeDefinitions } from '@twinward/domain/library/merge';
import { asOfModel } from '@twinward/domain/library/model-only';
import { withNamedInputs } from '@twinward/domain/library/symbolic';
import { versionLevel } from '@twinward/domain/library/version-level';
import type { Actor } from '../../../platform/actor.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { getCommand, startCommand, startOwnCommand } from '../../jobs/command/service.ts';
import { readTwins } from '../twin-definition/service.ts';
import {
  findPublishedVersion,
  getPublishedVersion,
  getPublishedVersions,
  type PublishedVersion,
} from '../twin-model/service.ts';
import { fromSnapshot } from './snapshot.ts';
import {
  copyPreviewed,
  copyUpgraded,
  selectTwinsToUpgrade,
  selectUpgrade,
  selectUpgradePage,
  type UpgradeOutcome,
} from './store.ts';

/** The stored input of a preview. */
export interface PreviewInput {
  versionId: number;
  twinIds: number[];
}

/** The stored input of a command that upgrades twins or undoes an upgrade; its rows hold the twins. */
export interface UpgradeInput {
  choices: ConflictChoice[];
  others: Side | null;
  /** The command whose upgrades are undone; null for an upgrade. */
  undoes: string | null;
  userId: number;
  userName: string;
}

/**
 * Starts a command that previews an upgrade of twins, without changes.
 * @returns the command's id.
 * @throws AppError `not-found` without a published version that the user may see; `conflict` without a twin at another
 *   version.
 */
export async function startPreview(
  actor: Actor,
  modelId: number,
  { versionId: wanted, twinIds: chosen }: { versionId?: number | undefined; twinIds: number[] | null },
): Promise<string> {
  const { db } = actor.tenant;
  const { versionId, modelName } = await getPublishedVersion(db, actor, modelId, wanted);
  const twinIds = await selectTwinsToUpgrade(db, {
    modelId,
    versionId,
    twinIds: chosen,
    limit: maximumUpgrades,
  });
  if (twinIds.length === 0) {
    throw new AppError('conflict', 'There is no twin of the model at another version.');
  }
  return startOwnCommand(actor, {
    type: 'preview-upgrade',
    targetType: 'twin-model',
    targetId: String(modelId),
    targetName: modelName,
    input: { versionId, twinIds } satisfies PreviewInput,
  });
}

/**
 * Starts a command that upgrades the twins of a preview.
 * @returns the command's id.
 * @throws AppError `not-found` without such a command of the user; `conflict` if it is not a completed preview, or has
 *   no twin to upgrade.
 */
export async function startUpgrade(
  actor: Actor,
  previewId: string,
  {
    choices,
    others,
    exceptTwinIds,
  }: { choices: ConflictChoice[]; others: Side | null; exceptTwinIds: number[] },
): Promise<string> {
  const preview = await getCommand(actor, previewId);
  if (preview.type !== 'preview-upgrade' || preview.status !== 'done') {
    throw new AppError('conflict', 'Only a finished preview can be applied.');
  }
  return startFrom(actor, preview, { choices, others, undoes: null }, async (db, id) => {
    if ((await copyPreviewed(db, previewId, id, exceptTwinIds)) > 0) return;
    throw new AppError('conflict', 'There is no twin to upgrade.');
  });
}

/**
 * Starts a command that undoes an upgrade of twins.
 * @returns the command's id.
 * @throws AppError `not-found` without such a command of the user; `conflict` while it runs, or if no twin that it
 *   upgraded is left.
 */
export async function startUndo(actor: Actor, commandId: string): Promise<string> {
  const command = await getCommand(actor, commandId);
  if (command.type !== 'upgrade-twins' || command.finishedAt === null) {
    throw new AppError('conflict', 'Only a finished upgrade can be undone.');
  }
  return startFrom(actor, command, { choices: [], others: null, undoes: commandId }, async (db, id) => {
    if ((await copyUpgraded(db, commandId, id)) > 0) return;
    throw new AppError('conflict', 'There is nothing to undo.');
  });
}

async function startFrom(
  { tenant, userId, userName }: Actor,
  { targetType, targetId, targetName }: { targetType: string; targetId: string; targetName: string },
  input: Omit<UpgradeInput, 'userId' | 'userName'>,
  copy: (db: Actor['tenant']['db'], commandId: string) => Promise<void>,
): Promise<string> {
  return withTransaction(tenant.db, async (db) => {
    const id = await startCommand(db, {
      type: 'upgrade-twins',
      targetType,
      targetId,
      targetName,
      input: { ...input, userId, userName } satisfies UpgradeInput,
      createdBy: userId,
    });
    await copy(db, id);
    return id;
  });
}

const toVersion = ({ versionId, major, minor, patch }: PublishedVersion) => ({
  versionId,
  major,
  minor,
  patch,
});

/** @throws AppError `not-found` without such a command of the user. */
export async function listUpgrades(
  actor: Actor,
  commandId: string,
  { outcome, ...paging }: Paging & { outcome?: UpgradeOutcome | undefined },
): Promise<Page<Upgrade>> {
  await getCommand(actor, commandId);
  const { db } = actor.tenant;
  const { records, total } = await selectUpgradePage(db, commandId, outcome, {
    limit: paging['page-size'],
    offset: (paging['page-number'] - 1) * paging['page-size'],
  });
  const ids = new Set(records.flatMap(({ fromVersionId, toVersionId }) => [fromVersionId, toVersionId]));
  const versions = await getPublishedVersions(db, [...ids]);
  const levels = new Map<string, Upgrade['level']>();
  return {
    total,
    records: records.map(({ fromVersionId, toVersionId, ...row }) => {
      const [from, to] = [versions.get(fromVersionId)!, versions.get(toVersionId)!];
      const key = `${fromVersionId} ${toVersionId}`;
      const level = levels.get(key) ?? versionLevel(differences(from.definition, to.definition));
      levels.set(key, level);
      return { ...row, from: toVersion(from), to: toVersion(to), level };
    }),
  };
}

/**
 * Returns the three-way difference of a twin; for an upgraded one, from its state before.
 * @throws AppError `not-found` without such a command of the user, or if the command does not include the twin.
 */
export async function getUpgradeOfTwin(
  actor: Actor,
  commandId: string,
  twinId: number,
): Promise<PartMerge[]> {
  await getCommand(actor, commandId);
  const { db } = actor.tenant;
  const upgrade = found(await selectUpgrade(db, commandId, twinId), 'Twin');
  const versions = await getPublishedVersions(db, [upgrade.fromVersionId, upgrade.toVersionId]);
  const base = found(versions.get(upgrade.fromVersionId), 'Version').definition;
  const model = found(versions.get(upgrade.toVersionId), 'Version').definition;
  if (upgrade.before)
    return mergeDefinitions(base, model, fromSnapshot(upgrade.before, base).definition).parts;
  const [twin] = await readTwins(db, [twinId]);
  return mergeDefinitions(base, model, found(twin, 'Twin').definition).parts;
}

/**
 * Returns the model of a twin and what was changed on the twin; null without a model.
 * @throws AppError `not-found`.
 */
export async function getModelOfTwin(actor: Actor, twinId: number): Promise<ModelOfTwin | null> {
  const { db } = actor.tenant;
  const twin = found((await readTwins(db, [twinId]))[0], 'Twin');
  const { modelVersionId } = twin;
  if (modelVersionId === null) return null;
  const current = found((await getPublishedVersions(db, [modelVersionId])).get(modelVersionId), 'Version');
  const { modelId, modelName, definition } = current;
  const newest = await findPublishedVersion(db, actor, modelId);
  const base = withNamedInputs(definition);
  return {
    modelId,
    modelName,
    current: toVersion(current),
    newest:
      newest === null || newest.versionId === modelVersionId
        ? null
        : { ...toVersion(newest), notes: newest.notes },
    differences: differences(base, asOfModel(twin.definition, base)),
  };
}
