import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { found } from '../../../platform/errors.ts';
import type { AuditActor } from '../../system/audit/service.ts';
import { deleteSearchEntries, toSearchType } from '../../system/search/service.ts';
import { readCaptions } from '../field/service.ts';
import { refuseReferredTo, type TypeDefinition } from '../record-type/service.ts';
import { feedTags } from './feed-tags.ts';
import { deleteRecordRows, lockForDeletion } from './store.ts';
import { audit, getHeldType, subject, toFacts } from './write.ts';

/** @throws AppError `not-found`; `forbidden`; `conflict` if other records refer to it. */
export function deleteRecord(actor: Actor, typeName: string, id: number): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    await deleteRecordIn(db, actor, await getHeldType(db, actor, typeName), id);
  });
}

/** Like `deleteRecord`, in the caller's transaction, which has locked the type. */
export async function deleteRecordIn(
  db: Db,
  by: AuditActor,
  type: TypeDefinition,
  id: number,
): Promise<void> {
  const row = found(await lockForDeletion(db, type, id), 'Record');
  await refuseReferredTo(db, type.name, [id]);
  const captions = await readCaptions(db, type.fields, [row.fields]);
  await deleteRecordRows(db, [id]);
  await feedTags(db, by, type, [{ before: row.fields, after: null }]);
  await deleteSearchEntries(db, toSearchType(type.id), [id]);
  await audit.record(db, by, 'delete', subject(type, row), { old: toFacts(type, row, captions) });
}
