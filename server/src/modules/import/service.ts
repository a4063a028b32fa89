import { randomUUID } from 'node:crypto';
import { type ImportOptions, importOptions, type RefusedRow } from '@twinward/contracts/import';
import type { Page, Paging } from '@twinward/contracts/list';
import { isTimeZone } from '@twinward/domain/time-zone';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { noteTags, readCommand, startCommand } from '../command/service.ts';
import { assertTakePoints } from '../tag/service.ts';
import { deleteLeftPieces, deletePieces, insertPiece, listRefused } from './store.ts';

/** What goes with a file, found to be right. */
export interface CheckedImport extends ImportOptions {
  fileName: string;
}

/** What an import's command keeps of its call. */
export interface ImportInput extends CheckedImport {
  fileId: string;
}

/** As file systems have it. */
const longestName = 255;
const pieceBytes = 1024 * 1024;
const endings = /\.(csv|tsv|txt|xlsx)(\.gz)?$/i;

/** Checks the fields that go with a file. @throws AppError naming the one that is wrong. */
export async function checkImport(
  db: Db,
  fileName: string,
  fields: Record<string, unknown>,
): Promise<CheckedImport> {
  const parsed = importOptions.safeParse(fields);
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
    throw new AppError('invalid-request', `${errors[0]!.path}: ${errors[0]!.message}`, { errors });
  }
  const options = parsed.data;
  if (!isTimeZone(options.timeZone)) {
    throw new AppError(
      'invalid-request',
      `There is no time zone '${options.timeZone}'. Please give an IANA name, as in Europe/Berlin.`,
    );
  }
  if (!endings.test(fileName)) {
    throw new AppError(
      'invalid-file',
      'Please choose a csv, tsv, txt or xlsx file; it may be gzipped (.gz).',
    );
  }
  if (fileName.length > longestName) {
    throw new AppError('invalid-file', `The file's name is longer than ${longestName} characters.`);
  }
  if (options.tagId !== undefined) await assertTakePoints(db, [options.tagId]);
  return { ...options, fileName };
}

/**
 * Takes a file in and starts its import; of an upload that breaks off nothing remains. Each piece is stored
 * by itself: an upload takes as long as its sender likes, and must not hold a connection for that time.
 * @returns the command's id.
 */
export async function startImport(
  { tenant: { db }, userId }: Actor,
  options: CheckedImport,
  file: AsyncIterable<Buffer> & { truncated?: boolean },
): Promise<string> {
  const fileId = randomUUID();
  try {
    let position = 0;
    for await (const piece of pieces(file)) await insertPiece(db, fileId, position++, piece);
    if (file.truncated) throw new AppError('too-large', 'The file is larger than 8 GiB. Please split it.');
    if (position === 0) throw new AppError('invalid-file', 'The file is empty.');
    return await db.transaction().execute(async (transaction) => {
      const commandId = await startCommand(transaction, {
        type: 'import-data-points',
        targetType: 'file',
        targetId: options.fileName,
        targetName: options.fileName,
        input: { ...options, fileId } satisfies ImportInput,
        createdBy: userId,
      });
      if (options.tagId !== undefined) await noteTags(transaction, commandId, [options.tagId]);
      return commandId;
    });
  } catch (error) {
    await deletePieces(db, fileId);
    throw error;
  }
}

/** Removes what uploads left behind whose process died. */
export function removeLeftUploads(db: Db): Promise<void> {
  return deleteLeftPieces(db);
}

async function* pieces(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const part of file) {
    parts.push(part);
    size += part.length;
    if (size < pieceBytes) continue;
    yield Buffer.concat(parts);
    parts = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(parts);
}

export async function readRefused(
  actor: Actor,
  commandId: string,
  paging: Paging,
): Promise<Page<RefusedRow>> {
  await readCommand(actor, commandId);
  return listRefused(actor.tenant.db, commandId, paging);
}
