import {
  type AdvisoryAttachment,
  attachmentTypes,
  maximumAttachmentBytes,
} from '@twinward/contracts/advisories/advisory-attachment';
import type { Actor } from '../../../platform/actor.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found } from '../../../platform/errors.ts';
import type { UploadedFile } from '../../../platform/http/upload-form.ts';
import { recordAudit } from '../../system/audit/service.ts';
import { bumpVersion, lockAdvisory, publishChange } from './change.ts';
import { attachmentOf } from './read.ts';
import { deleteAttachment, insertAttachment, selectAttachment } from './store.ts';
import { named } from './write.ts';

/** File extensions. */
const longestName = 255;
const maximumAttachments = 50;

/** Magic bytes of file types that have them. */
const beginnings: Record<string, readonly string[]> = {
  'image/png': ['\x89PNG'],
  'image/jpeg': ['\xff\xd8\xff'],
  'image/gif': ['GIF8'],
  'image/webp': ['RIFF'],
  'application/pdf': ['%PDF-'],
};
const zipped = ['PK\x03\x04', 'PK\x05\x06'];

/**
 * Attaches a file.
 * @throws AppError `invalid-file` for a type that is not allowed, or content that does not match the extension;
 *   `too-large` above 10 MB; `conflict` above 50 files.
 */
export async function attach(
  actor: Actor,
  id: number,
  { fileName, content }: UploadedFile,
): Promise<AdvisoryAttachment> {
  const name = fileName
    .replace(/^.*[/\\]/, '')
    .replace(/\p{Cc}/gu, '')
    .trim();
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const type = Object.hasOwn(attachmentTypes, extension) ? attachmentTypes[extension] : undefined;
  if (type === undefined) {
    throw new AppError(
      'invalid-file',
      `Please choose a file of one of these kinds: ${Object.keys(attachmentTypes).join(', ')}.`,
    );
  }
  if (name.length > longestName) {
    throw new AppError('invalid-file', `The file's name is longer than ${longestName} characters.`);
  }
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  const data = Buffer.concat(parts);
  if (content.truncated || data.length > maximumAttachmentBytes) {
    throw new AppError('too-large', 'The file is larger than 10 MB.');
  }
  if (data.length === 0) throw new AppError('invalid-file', 'The file is empty.');
  assertKind(data, type, name);
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
    await recordAudit(db, actor, { action: 'update', ...named(advisory), new: { attached: name } });
    await publishChange(db, [advisory.twin_id]);
    return attachmentOf(found(await selectAttachment(db, id, attachmentId), 'Attachment'));
  });
}

function assertKind(data: Buffer, type: string, name: string): void {
  const isText = type.startsWith('text/');
  const expected = isText ? [] : (beginnings[type] ?? zipped);
  const head = data.subarray(0, 8).toString('latin1');
  const fits = isText
    ? !data.subarray(0, 8192).includes(0)
    : expected.some((begin) => head.startsWith(begin));
  if (!fits) throw new AppError('invalid-file', `${name} is not what its name says it is.`);
}

/** @throws AppError `not-found` when the advisory has no such file. */
export async function getAttachment(actor: Actor, id: number, attachmentId: number) {
  return found(await selectAttachment(actor.tenant.db, id, attachmentId), 'Attachment');
}

/** @throws AppError `not-found` when the advisory has no such file. */
export async function detach(actor: Actor, id: number, attachmentId: number): Promise<void> {
  await withTransaction(actor.tenant.db, async (db) => {
    const advisory = await lockAdvisory(db, id);
    const { name } = found(await selectAttachment(db, id, attachmentId), 'Attachment');
    await deleteAttachment(db, attachmentId);
    await bumpVersion(db, id, actor.userId, 'detach', { reason: name });
    await recordAudit(db, actor, { action: 'update', ...named(advisory), old: { attached: name } });
    await publishChange(db, [advisory.twin_id]);
  });
}
