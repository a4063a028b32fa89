import type { Page, Paging } from '@twinward/contracts/core/list';
import {
  type FileHead,
  type ImportOptions,
  importOptions,
  type RefusedRow,
} from '@twinward/contracts/signals/import';
import { isTimeZone } from '@twinward/domain/time-zone';
import { assertAccess } from '../../../platform/access.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { type FileContent, parseFields, type UploadedFile } from '../../../platform/http/upload-form.ts';
import { getCommand, recordTags, startCommand } from '../../jobs/command/service.ts';
import { assertRowFile, deleteUpload, openUploadedRows, storeUpload } from '../../system/file/service.ts';
import { assertTakePoints, lockPointTags } from '../tag/service.ts';
import { importBeginning } from './events.ts';
import { listRefused } from './store.ts';

/** The validated fields of an upload. */
export interface CheckedImport extends ImportOptions {
  fileName: string;
}

/** The stored input of an import command. */
export interface ImportInput extends CheckedImport {
  fileId: string;
  /** The user who started it, for the audit trail. */
  userId?: number;
  userName?: string;
}

/**
 * Validates the fields of an upload, and tries to create the planned records.
 * @throws AppError naming the invalid field; `forbidden`; and as the creation of the records.
 */
export async function checkImport(
  actor: Actor,
  fileName: string,
  fields: Record<string, unknown>,
): Promise<CheckedImport> {
  const { db } = actor.tenant;
  const options = parseFields(importOptions, fields);
  if (!isTimeZone(options.timeZone)) {
    throw new AppError(
      'invalid-request',
      `There is no time zone '${options.timeZone}'. Please enter an IANA name, for example Europe/Berlin.`,
    );
  }
  assertRowFile(fileName);
  if (options.tagId !== undefined) await assertTakePoints(db, [options.tagId]);
  await tryPlan(actor, options);
  return { ...options, fileName };
}

/** Creates the planned records of an import in a transaction that is rolled back. @throws AppError as the creation. */
async function tryPlan(actor: Actor, { signals = [], target }: ImportOptions): Promise<void> {
  if (target !== undefined) assertAccess(actor, 'write:twin');
  if (target?.type === 'new') assertAccess(actor, 'write:asset');
  const tagIds = signals.flatMap(({ tagId }) => (tagId === undefined ? [] : [tagId]));
  if (new Set(tagIds).size < tagIds.length)
    throw new AppError('invalid-request', 'One tag is chosen for two signals of the file.');
  await assertTakePoints(actor.tenant.db, tagIds);
  if (target === undefined && !signals.some(({ tag }) => tag)) return;
  const tried = new Error('A trial ends by rolling back.');
  try {
    await withTransaction(actor.tenant.db, async (db) => {
      await importBeginning.ask(db, { by: actor, signals, target });
      throw tried;
    });
  } catch (error) {
    if (error !== tried) throw error;
  }
}

/** Stores a file and starts its import. An aborted upload stores nothing. @returns the command's id. */
export function startImport(
  { tenant: { db }, userId, userName }: Actor,
  options: CheckedImport,
  file: FileContent,
): Promise<string> {
  return storeUpload(db, file, '8 GiB', (fileId) =>
    withTransaction(db, async (transaction) => {
      const commandId = await startCommand(transaction, {
        type: 'import-data-points',
        targetType: 'file',
        targetId: options.fileName,
        targetName: options.fileName,
        input: { ...options, fileId, userId, userName } satisfies ImportInput,
        createdBy: userId,
      });
      if (options.tagId !== undefined) {
        await lockPointTags(transaction, [options.tagId]);
        await recordTags(transaction, commandId, [options.tagId]);
      }
      return commandId;
    }),
  );
}

export async function readRefused(
  actor: Actor,
  commandId: string,
  paging: Paging,
): Promise<Page<RefusedRow>> {
  await getCommand(actor, commandId);
  return listRefused(actor.tenant.db, commandId, paging);
}

const rowsOfHead = 200;

/**
 * Reads the first rows of a file without keeping the file.
 * @param read runs `readHead`, which may take some seconds
 * @throws AppError `invalid-file`; `too-large`.
 */
export function readUploadHead(
  actor: Actor,
  { fileName, content }: UploadedFile,
  read: (file: { fileId: string; fileName: string }) => Promise<FileHead>,
): Promise<FileHead> {
  assertRowFile(fileName);
  const { db } = actor.tenant;
  return storeUpload(db, content, '64 MiB', async (fileId) => {
    const head = await read({ fileId, fileName });
    await deleteUpload(db, fileId);
    return head;
  });
}

/** Returns the heading and the first rows of an uploaded file. @throws AppError `invalid-file`. */
export async function readHead(
  db: Db,
  { fileId, fileName }: { fileId: string; fileName: string },
): Promise<FileHead> {
  const opened = await openUploadedRows(db, fileId, fileName);
  const rows: string[][] = [];
  for await (const some of opened.rows) {
    for (const { cells, problem } of some) if (problem === undefined) rows.push(cells);
    if (rows.length > rowsOfHead) break;
  }
  const [header = [], ...data] = rows;
  return { header, rows: data.slice(0, rowsOfHead), epochDay: opened.epochDay };
}
