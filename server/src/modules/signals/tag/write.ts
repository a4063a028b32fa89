import type { NewTag, Tag, TagChange } from '@twinward/contracts/signals/tag';
import type { Actor, Doer } from '../../../platform/actor.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { outdated } from '../../../platform/errors.ts';
import { refuseReferredTo } from '../../records/record-type/service.ts';
import { getTag } from './service.ts';
import { createTagIn, deleteTagIn, updateTagIn } from './write-in.ts';

/**
 * Creates a tag. A calculated tag with complete logic is calculated over its entire history.
 * @throws AppError `conflict` if its name is in use; `not-found` for an unknown asset or tag; `invalid-expression` with
 *   every error of the logic.
 */
export async function createTag(actor: Actor, tag: NewTag): Promise<Tag> {
  const { db } = actor.tenant;
  return getTag(db, await withTransaction(db, (transaction) => createTagIn(transaction, actor, tag)));
}

/**
 * Updates a tag at the given version.
 * @throws AppError `conflict` with the current tag at another version, or if the name is in use; and as `createTag`.
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
 * @param unlink whether to remove the tag from the records that use it; otherwise a tag in use is not deleted.
 * @throws AppError `not-found`; `conflict` naming the records that use the tag, and if fields of records refer to it.
 */
export function deleteTag(actor: Doer, id: number, unlink: boolean): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    await refuseReferredTo(db, 'tag', [id]);
    await deleteTagIn(db, actor, id, unlink);
  });
}
