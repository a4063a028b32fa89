import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { type AuditActor, recordAudit } from '../../system/audit/service.ts';
import { deleteSearchEntries, searchTypeOf } from '../../system/search/service.ts';
import { countReferring, readCaptions } from '../field/service.ts';
import { listTypes, type TypeDefinition } from '../record-type/service.ts';
import { feedTags } from './feed-tags.ts';
import { deleteRecordRows } from './store.ts';
import { factsOf, getHeldType, lockRecord, subject } from './write.ts';

/** @throws AppError `not-found`; `forbidden`; `conflict` when other records refer to it. */
export function deleteRecord(actor: Actor, typeName: string, id: number): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    await deleteRecordIn(db, actor, await getHeldType(db, actor, typeName), id);
  });
}

/** As `deleteRecord`, in the caller's transaction, which holds the type. */
export async function deleteRecordIn(
  db: Db,
  by: AuditActor,
  type: TypeDefinition,
  id: number,
): Promise<void> {
  const row = await lockRecord(db, type, id, null);
  for (const referring of await listTypes(db)) {
    for (const field of referring.fields) {
      if (field.kind !== 'reference' || field.recordType !== type.name) continue;
      const count = await countReferring(db, referring, field, id);
      if (count === 0) continue;
      const who = count > 20 ? 'More than 20 records' : count === 1 ? 'A record' : `${count} records`;
      const verb = count === 1 ? 'refers' : 'refer';
      throw new AppError('conflict', `${who} of ${referring.caption} ${verb} to it by ${field.caption}.`);
    }
  }
  const captions = await readCaptions(db, type.fields, [row.fields]);
  await deleteRecordRows(db, [id]);
  await feedTags(db, by, type, [{ before: row.fields, after: null }]);
  await deleteSearchEntries(db, searchTypeOf(type.id), [id]);
  await recordAudit(db, by, {
    action: 'delete',
    ...subject(type, id, row.title),
    old: factsOf(type, row, captions),
  });
}
