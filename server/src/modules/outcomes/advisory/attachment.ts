import { isUtf8 } from 'node:buffer';
import type { AdvisoryAttachment } from '@twinward/contracts/advisories/advisory-attachment';
import type { Actor } from '../../../platform/actor.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found } from '../../../platform/errors.ts';
import type { UploadedFile } from '../../../platform/http/upload-form.ts';
import { readAttachment } from '../../system/file/service.ts';
import { bumpVersion, lockAdvisory, publishChange } from './change.ts';
import { toAttachment } from './read.ts';
import { deleteAttachment, insertAttachment, selectAttachment } from './store.ts';
import { audit } from './write.ts';

const maximumAttachments = 50;

/**
 * Attaches a file.
 * @throws AppError as `readAttachment`; `conflict` above 50 files.
 */
export async function attach(actor: Actor, id: number, file: UploadedFile): Promise<AdvisoryAttachment> {
  const { name, type, data } = await readAttachment(file);
  return withTransaction(actor.tenant.db, async (db) => {
    const advisory = await lockAdvisory(db, id);
    const { count } = await db
      .selectFrom('advisory_attachment')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('advisory_id', '=', id)
      .executeTakeFirstOrThrow();
    if (count >= maximumAttachments) {
      throw new AppError('conflict', `At most ${maximumAttachments} files can be attached.`);
    }
    const row = { advisory_id: id, name, type, size: data.length, data, user_id: actor.userId };
    const attachmentId = await insertAttachment(db, row);
    await bumpVersion(db, id, actor.userId, 'attach', { reason: name });
    await audit.changed(db, actor, advisory, { new: { attached: name } });
    await publishChange(db, [advisory.twin_id]);
    return toAttachment(found(await selectAttachment(db, id, attachmentId), 'Attachment'));
  });
}

/** @throws AppError `not-found` if the advisory has no such file. */
export async function getAttachment(actor: Actor, id: number, attachmentId: number) {
  return found(await selectAttachment(actor.tenant.db, id, attachmentId), 'Attachment');
}

/** Returns the content type of a download. Text must name its charset, so text that is not UTF-8 is sent as bytes. */
export function toContentType(type: string, data: Uint8Array): string {
  if (!type.startsWith('text/')) return type;
  return isUtf8(data) ? `${type}; charset=utf-8` : 'application/octet-stream';
}

/** @throws AppError `not-found` if the advisory has no such file. */
export async function detach(actor: Actor, id: number, attachmentId: number): Promise<void> {
  await withTransaction(actor.tenant.db, async (db) => {
    const advisory = await lockAdvisory(db, id);
    const { name } = found(await selectAttachment(db, id, attachmentId), 'Attachment');
    await deleteAttachment(db, attachmentId);
    await bumpVersion(db, id, actor.userId, 'detach', { reason: name });
    await audit.changed(db, actor, advisory, { old: { attached: name } });
    await publishChange(db, [advisory.twin_id]);
  });
}
