import type { RecordAttachment } from '@twinward/contracts/records/record-attachment';
import { isSystemType } from '@twinward/contracts/records/record-type';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found } from '../../../platform/errors.ts';
import type { UploadedFile } from '../../../platform/http/upload-form.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { type AuditSubject, EntityAudit } from '../../system/audit/service.ts';
import { readAttachment } from '../../system/file/service.ts';
import { lockFields } from '../field/service.ts';
import { findTitles } from '../link/service.ts';
import { systemFieldsChanging } from '../record-type/events.ts';
import { getWritableTypeOfAny, lockTypeShared, type TypeDefinition } from '../record-type/service.ts';
import { assertReads } from '../relationship/service.ts';
import {
  type AttachmentRow,
  deleteAttachment,
  insertAttachment,
  type RecordOfType,
  selectAttachment,
  selectAttachments,
} from './attachment-store.ts';
import { audit, lockRecord, subject } from './write.ts';

const maximumAttachments = 50;

/**
 * Lists the files of a record of any type, by name.
 * @throws AppError `not-found`; `forbidden`.
 */
export async function listAttachments(
  actor: Actor,
  typeName: string,
  id: number,
): Promise<RecordAttachment[]> {
  const record = await findReadable(actor, typeName, id);
  return (await selectAttachments(actor.tenant.db, record)).map(toAttachment);
}

/** @throws AppError `not-found`; `forbidden`. */
export async function getAttachment(actor: Actor, typeName: string, id: number, attachmentId: number) {
  const record = await findReadable(actor, typeName, id);
  return found(await selectAttachment(actor.tenant.db, record, attachmentId), 'Attachment');
}

async function findReadable(actor: Actor, typeName: string, id: number): Promise<RecordOfType> {
  const { db } = actor.tenant;
  await assertReads(db, actor, typeName);
  const record = { type: typeName, id };
  found((await findTitles(db, typeName, [id])).get(id), 'Record');
  return record;
}

/** @throws AppError `not-found`; `forbidden`; like `readAttachment`; `conflict` above 50 files. */
export async function attach(
  actor: Actor,
  typeName: string,
  id: number,
  file: UploadedFile,
  field: string | null,
): Promise<RecordAttachment> {
  const { name, type, data } = await readAttachment(file);
  return withTransaction(actor.tenant.db, async (db) => {
    const record = await lockWritable(db, actor, typeName, id);
    const caption = captionOfField(record, field);
    if ((await selectAttachments(db, record)).length >= maximumAttachments)
      throw new AppError('conflict', `At most ${maximumAttachments} files can be attached.`);
    const row = { field, name, type, size: data.length, data, user_id: actor.userId };
    const attachmentId = await insertAttachment(db, record, row);
    await record.audit.changed(db, actor, record.subject, { new: { [caption]: name } });
    return findAttachment(db, record, attachmentId);
  });
}

/** @throws AppError `not-found`; `forbidden`. */
export function detach(actor: Actor, typeName: string, id: number, attachmentId: number): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    const record = await lockWritable(db, actor, typeName, id);
    const { name, field } = found(await selectAttachment(db, record, attachmentId), 'Attachment');
    const caption = captionOfField(record, field);
    await deleteAttachment(db, attachmentId);
    await record.audit.changed(db, actor, record.subject, { old: { [caption]: name } });
  });
}

/** A locked record whose files are about to change. */
interface WritableRecord extends RecordOfType {
  definition: TypeDefinition;
  /** Null for a type without states. */
  state: string | null;
  audit: EntityAudit;
  /** Subject of the entry in the audit trail. */
  subject: AuditSubject;
}

/** Locks a record that the user may change. The module of a system type may refuse the change. */
async function lockWritable(db: Db, actor: Actor, typeName: string, id: number): Promise<WritableRecord> {
  await lockTypeShared(db, typeName);
  const definition = await getWritableTypeOfAny(db, actor, typeName);
  const common = { type: typeName, id, definition };
  if (!isSystemType(typeName)) {
    const row = await lockRecord(db, definition, id);
    return { ...common, state: row.state, audit, subject: subject(definition, row) };
  }
  found((await lockFields(db, definition, [id])).get(id), 'Record');
  await systemFieldsChanging.emit(db, { type: typeName, id });
  const name = (await findTitles(db, typeName, [id])).get(id)!;
  return { ...common, state: null, audit: new EntityAudit(typeName), subject: { id, name } };
}

/**
 * @throws AppError `invalid-request` if the field is not an attachment or is read-only in this state, or if no field is
 *   given for a record of a system type.
 */
function captionOfField({ definition, state }: WritableRecord, name: string | null): string {
  if (name === null) {
    if (definition.isSystem)
      refuseProblems([{ path: 'field', message: 'Please name a field of kind attachment.' }]);
    return 'Attachment';
  }
  const field = definition.fields.find((one) => one.name === name);
  if (field?.kind !== 'attachment')
    refuseProblems([{ path: 'field', message: `There is no field '${name}' of kind attachment.` }]);
  if (state !== null && field!.readOnlyIn.includes(state))
    refuseProblems([{ path: 'field', message: 'This field is read-only in the state of the record.' }]);
  return field!.caption;
}

async function findAttachment(db: Db, record: RecordOfType, id: number): Promise<RecordAttachment> {
  const row = (await selectAttachments(db, record)).find((one) => one.id === id);
  return toAttachment(found(row, 'Attachment'));
}

const toAttachment = ({ user_name, created_at, ...row }: AttachmentRow): RecordAttachment => ({
  ...row,
  userName: user_name,
  createdAt: created_at.toISOString(),
});
