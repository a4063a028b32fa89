import { type ImportOptions, importOptions, type RefusedRow } from '@twinward/contracts/import';
import type { Page, Paging } from '@twinward/contracts/list';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { readCommand, startCommand } from '../command/service.ts';
import { readTag } from '../tag/service.ts';
import { insertPiece, listRefused } from './store.ts';

/** What an import's command keeps of its call. */
export interface ImportInput extends ImportOptions {
  fileName: string;
}

const pieceBytes = 1024 * 1024;
const endings = /\.(csv|tsv|txt|xlsx|xls)(\.gz)?$/i;

/** Checks the fields that go with a file. @throws AppError naming the one that is wrong. */
export async function checkImport(
  db: Db,
  fileName: string,
  fields: Record<string, unknown>,
): Promise<ImportInput> {
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
      'Please choose a csv, tsv, txt, xlsx or xls file; it may be gzipped (.gz).',
    );
  }
  if (options.tagId !== undefined) await readTag(db, options.tagId);
  return { ...options, fileName };
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * Takes a file in and starts its import, all or nothing: an upload that breaks off leaves no trace.
 * Returns the command's id.
 */
export async function startImport(
  actor: Actor,
  input: ImportInput,
  file: AsyncIterable<Buffer> & { truncated?: boolean },
): Promise<string> {
  return actor.tenant.db.transaction().execute(async (transaction) => {
    const commandId = await startCommand(transaction, {
      type: 'import-data-points',
      targetType: 'file',
      targetId: input.fileName,
      targetName: input.fileName,
      input: { ...input },
      createdBy: actor.userId,
    });
    let position = 0;
    for await (const piece of pieces(file)) await insertPiece(transaction, commandId, position++, piece);
    if (file.truncated) throw new AppError('too-large', 'The file is larger than 8 GiB. Please split it.');
    if (position === 0) throw new AppError('invalid-file', 'The file is empty.');
    return commandId;
  });
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
