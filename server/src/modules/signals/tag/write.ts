import type { NewTag, Tag, TagChange } from '@twinward/contracts/signals/tag';
import type { Actor } from '../../../platform/actor.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found, outdated } from '../../../platform/errors.ts';
import { deletePoints } from '../../../series/index.ts';
import { recordAudit } from '../../system/audit/service.ts';
import { type TagUser, tagDeleted, tagDeleting } from './events.ts';
import { calculatedTags } from './extension.ts';
import { getTag } from './service.ts';
import { deleteTagRow, selectTagTypes } from './store.ts';
import { createTagsIn, updateTagIn } from './write-in.ts';

/**
 * Creates a tag; a calculated one with complete logic is calculated over all its history.
 * @throws AppError `conflict` when its name is in use; `not-found` for an unknown asset or tag; `invalid-expression`
 *   with every error of the logic.
 */
export async function createTag(actor: Actor, tag: NewTag): Promise<Tag> {
  const { tenant, userId } = actor;
  const id = await withTransaction(tenant.db, async (db) => {
    const [id] = await createTagsIn(db, actor, [tag]);
    if (tag.type === 'calculated')
      await calculatedTags().update(db, { id: id!, name: tag.name }, tag, userId);
    return id!;
  });
  return getTag(tenant.db, id);
}

/**
 * Updates a tag at the given version.
 * @throws AppError `conflict` with the current tag at another version, or when the name is in use; and as `createTag`.
 */
export async function updateTag(actor: Actor, id: number, change: TagChange): Promise<Tag> {
  const { db } = actor.tenant;
  const changed = await withTransaction(db, (transaction) => updateTagIn(transaction, actor, id, change));
  const current = await getTag(db, id);
  if (!changed) throw outdated(`The tag ${current.name}`, change.version, current);
  return current;
}

/**
 * Deletes a tag with its points.
 * @param unlink whether to remove it from its users; otherwise a tag in use is not deleted.
 * @throws AppError `not-found`; `conflict` naming its users.
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

function refuseUsed(name: string, users: readonly TagUser[]): void {
  if (users.length === 0) return;
  throw new AppError('conflict', `The tag ${name} is in use: ${users.map((user) => user.name).join(', ')}.`, {
    errors: users.map((user) => ({ path: user.type, message: user.name })),
  });
}
