import type { RecordAttachment } from '@twinward/contracts/records/record-attachment';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found } from '../../../platform/errors.ts';
import type { UploadedFile } from '../../../platform/http/upload-form.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { recordAudit } from '../../system/audit/service.ts';
import { readAttachment } from '../../system/file/service.ts';
import { getReadableType, type TypeDefinition } from '../record-type/service.ts';
import {
  type AttachmentRow,
  deleteAttachment,
  insertAttachment,
  selectAttachment,
  selectAttachments,
} from './attachment-store.ts';
import { selectRecords } from './store.ts';
import { getHeldType, lockRecord, subject } from './write.ts';

const maximumAttachments = 50;

/** The files of a record, by name. @throws AppError `not-found`. */
export async function listAttachments(
  actor: Actor,
  typeName: string,
  id: number,
): Promise<RecordAttachment[]> {
  await getReadable(actor, typeName, id);
  return (await selectAttachments(actor.tenant.db, id)).map(toAttachment);
}

/** @throws AppError `not-found`. */
export async function getAttachment(actor: Actor, typeName: string, id: number, attachmentId: number) {
  await getReadable(actor, typeName, id);
  return found(await selectAttachment(actor.tenant.db, id, attachmentId), 'Attachment');
}

async function getReadable(actor: Actor, typeName: string, id: number): Promise<void> {
  const { db } = actor.tenant;
  const type = await getReadableType(db, actor, typeName);
  found((await selectRecords(db, type, [id]))[0], 'Record');
}

/** @throws AppError `not-found`; `forbidden`; as `readAttachment`; `conflict` above 50 files. */
export async function attach(
  actor: Actor,
  typeName: string,
  id: number,
  file: UploadedFile,
  field: string | null,
): Promise<RecordAttachment> {
  const { name, type, data } = await readAttachment(file);
  return withTransaction(actor.tenant.db, async (db) => {
    const recordType = await getHeldType(db, actor, typeName);
    const record = await lockRecord(db, recordType, id);
    const caption = captionOfField(recordType, field, record.state);
    if ((await selectAttachments(db, id)).length >= maximumAttachments)
      throw new AppError('conflict', `At most ${maximumAttachments} files can be attached.`);
    const row = { record_id: id, field, name, type, size: data.length, data, user_id: actor.userId };
    const attachmentId = await insertAttachment(db, row);
    await recordAudit(db, actor, {
      action: 'update',
      ...subject(recordType, id, record.title),
      new: { [caption]: name },
    });
    return attachmentOf(db, id, attachmentId);
  });
}

/** @throws AppError `not-found`; `forbidden`. */
export function detach(actor: Actor, typeName: string, id: number, attachmentId: number): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    const type = await getHeldType(db, actor, typeName);
    const record = await lockRecord(db, type, id);
    const { name, field } = found(await selectAttachment(db, id, attachmentId), 'Attachment');
    const caption = captionOfField(type, field, record.state);
    await deleteAttachment(db, attachmentId);
    await recordAudit(db, actor, {
      action: 'update',
      ...subject(type, id, record.title),
      old: { [caption]: name },
    });
  });
}

/** @throws AppError `invalid-request` for a field of another kind, and one that is read-only in the state. */
function captionOfField({ fields }: TypeDefinition, name: string | null, state: string | null): string {
  if (name === null) return 'Attachment';
  const field = fields.find((one) => one.name === name);
  if (field?.kind !== 'attachment')
    refuseProblems([{ path: 'field', message: `There is no field '${name}' of kind attachment.` }]);
  if (state !== null && field!.readOnlyIn.includes(state))
    refuseProblems([{ path: 'field', message: 'This field is read-only in the state of the record.' }]);
  return field!.caption;
}

async function attachmentOf(db: Db, recordId: number, id: number): Promise<RecordAttachment> {
  const row = (await selectAttachments(db, recordId)).find((one) => one.id === id);
  return toAttachment(found(row, 'Attachment'));
}

const toAttachment = ({ user_name, created_at, ...row }: AttachmentRow): RecordAttachment => ({
  ...row,
  userName: user_name,
  createdAt: created_at.toISOString(),
});
