import { attachmentTypes, maximumAttachmentBytes } from '@twinward/contracts/advisories/advisory-attachment';
import { AppError } from '../../../platform/errors.ts';
import type { UploadedFile } from '../../../platform/http/upload-form.ts';

const longestName = 255;

/** Magic bytes of the file types that have them */
const beginnings: Record<string, readonly string[]> = {
  'image/png': ['\x89PNG'],
  'image/jpeg': ['\xff\xd8\xff'],
  'image/gif': ['GIF8'],
  'image/webp': ['RIFF'],
  'application/pdf': ['%PDF-'],
};
const zipped = ['PK\x03\x04', 'PK\x05\x06'];

/**
 * Reads a file to attach to a record.
 * @throws AppError `invalid-file` for a type that is not allowed, or content that does not match the extension;
 *   `too-large` above 10 MB.
 */
export async function readAttachment({
  fileName,
  content,
}: UploadedFile): Promise<{ name: string; type: string; data: Buffer }> {
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
  return { name, type, data };
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
