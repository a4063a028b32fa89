import type { NewTag, Tag, TagChange } from '@twinward/contracts/signals/tag';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found, orNameTaken, outdated } from '../../../platform/errors.ts';
import { deletePoints } from '../../../series/index.ts';
import { recordAudit } from '../../system/audit/service.ts';
import { unitCodeOf } from '../../system/unit/service.ts';
import { type TagUser, tagDeleted, tagDeleting } from './events.ts';
import { calculatedTags } from './extension.ts';
import { getTag } from './service.ts';
import {
  deleteTagRow,
  insertTags,
  replaceAssets,
  selectMissingAssets,
  selectTag,
  selectTagTypes,
  type TagFields,
  updateTagRow,
} from './store.ts';

const nameTaken = (name: string) => `There is a tag named ${name} already.`;

/**
 * Makes a tag; a calculated one with complete logic is calculated over all points there are.
 * @throws AppError `conflict` when its name is taken, `not-found` for an asset or tag that is not there,
 * `invalid-expression` with every error of the logic.
 */
export async function createTag(actor: Actor, tag: NewTag): Promise<Tag> {
  const { tenant, userId } = actor;
  const id = await withTransaction(tenant.db, async (db) => {
    await assertAssets(db, tag.assetIds);
    const fields = await fieldsOf(db, tag);
    const row = { ...fields, type: tag.type };
    const [id] = await orNameTaken(
      insertTags(db, [{ row, assetIds: [...new Set(tag.assetIds)] }]),
      nameTaken(tag.name),
    );
    if (tag.type === 'calculated') {
      await calculatedTags().create(db, [id!]);
      await calculatedTags().update(db, { id: id!, name: tag.name }, tag, userId);
    }
    const facts = { ...fields, assetIds: tag.assetIds, logic: tag.logic };
    await recordAudit(db, actor, {
      action: 'create',
      entityType: 'tag',
      entityId: id!,
      entityName: tag.name,
      new: facts,
    });
    return id!;
  });
  return getTag(tenant.db, id);
}

/**
 * Changes a tag that is at the version given.
 * @throws AppError `conflict` with the tag as it is when it is at another version, or when the name is taken;
 * and as making one does.
 */
export async function updateTag(actor: Actor, id: number, change: TagChange): Promise<Tag> {
  const { tenant, userId } = actor;
  const { db } = tenant;
  const changed = await withTransaction(db, async (transaction) => {
    const [tag] = await selectTagTypes(transaction, [id]);
    const { type } = found(tag, 'Tag');
    const before = found(await selectTag(transaction, id), 'Tag');
    assertCalculated(type, change);
    await assertAssets(transaction, change.assetIds);
    const fields = await fieldsOf(transaction, change);
    const updated = await orNameTaken(
      updateTagRow(transaction, id, change.version, fields),
      nameTaken(change.name),
    );
    if (!updated) return false;
    await replaceAssets(transaction, id, change.assetIds);
    if (type === 'calculated') {
      await calculatedTags().update(transaction, { id, name: change.name }, change, userId);
    }
    const { name, caption, description, keywords, unit, source, asset_ids: assetIds } = before;
    await recordAudit(transaction, actor, {
      action: 'update',
      entityType: 'tag',
      entityId: id,
      entityName: change.name,
      old: { name, caption, description, keywords, unit, source, assetIds },
      new: {
        ...fields,
        assetIds: change.assetIds,
        ...(change.logic === undefined ? {} : { logic: change.logic }),
      },
    });
    return true;
  });
  const current = await getTag(db, id);
  if (!changed) throw outdated(`The tag ${current.name}`, change.version, current);
  return current;
}

/**
 * Deletes a tag with its points.
 * @param unlink whether to take it from what uses it; without it a tag in use stays.
 * @throws AppError `not-found`, or `conflict` naming what uses it.
 */
export async function deleteTag(actor: Actor, id: number, unlink: boolean): Promise<void> {
  await withTransaction(actor.tenant.db, async (db) => {
    const [tag] = await selectTagTypes(db, [id]);
    const { name } = found(tag, 'Tag');
    const users = (await tagDeleting.ask(db, { tagId: id })).flat();
    if (!unlink) refuseUsed(name, users);
    const calculated = users.flatMap((user) => (user.type === 'calculatedTag' ? [user.id] : []));
    await calculatedTags().delete(db, [id, ...calculated]);
    await deleteTagRow(db, id);
    await deletePoints(db, id);
    await recordAudit(db, actor, {
      action: 'delete',
      entityType: 'tag',
      entityId: id,
      entityName: name,
    });
    await tagDeleted.emit(db, { tagId: id, users });
  });
}

async function fieldsOf(db: Db, tag: NewTag | TagChange): Promise<TagFields> {
  const { name, caption, description, keywords, source } = tag;
  return { name, caption, description, keywords, unit: await unitCodeOf(db, tag), source };
}

async function assertAssets(db: Db, ids: readonly number[]): Promise<void> {
  const [missing] = await selectMissingAssets(db, ids);
  if (missing !== undefined) throw new AppError('not-found', `Asset ${missing} not found.`);
}

function assertCalculated(type: Tag['type'], { logic, aliases }: TagChange): void {
  if (type === 'calculated' || (!logic && !aliases?.length)) return;
  const message = 'Only a calculated tag has logic and aliases.';
  throw new AppError('invalid-request', message, { errors: [{ path: 'logic', message }] });
}

function refuseUsed(name: string, users: readonly TagUser[]): void {
  if (users.length === 0) return;
  throw new AppError('conflict', `The tag ${name} is in use: ${users.map((user) => user.name).join(', ')}.`, {
    errors: users.map((user) => ({ path: user.type, message: user.name })),
  });
}
