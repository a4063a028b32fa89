import type { Page, Paging } from '@twinward/contracts/core/list';
import { type ImportOptions, importOptions, type RefusedRow } from '@twinward/contracts/signals/import';
import { isTimeZone } from '@twinward/domain/time-zone';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { type FileContent, parseFields } from '../../../platform/http/upload-form.ts';
import { getCommand, noteTags, startCommand } from '../../jobs/command/service.ts';
import { assertRowFile, keepUpload } from '../../system/file/service.ts';
import { assertTakePoints, lockPointTags } from '../tag/service.ts';
import { listRefused } from './store.ts';

/** The validated fields of an upload. */
export interface CheckedImport extends ImportOptions {
  fileName: string;
}

/** The stored input of an import command. */
export interface ImportInput extends CheckedImport {
  fileId: string;
  /** Who started it, for the audit trail. */
  userId?: number;
  userName?: string;
}

/** Validates the fields of an upload. @throws AppError naming the invalid field. */
export async function checkImport(
  db: Db,
  fileName: string,
  fields: Record<string, unknown>,
): Promise<CheckedImport> {
  const options = parseFields(importOptions, fields);
  if (!isTimeZone(options.timeZone)) {
    throw new AppError(
      'invalid-request',
      `There is no time zone '${options.timeZone}'. Please give an IANA name, as in Europe/Berlin.`,
    );
  }
  assertRowFile(fileName);
  if (options.tagId !== undefined) await assertTakePoints(db, [options.tagId]);
  return { ...options, fileName };
}

/** Stores a file and starts its import; an aborted upload leaves nothing. @returns the command's id. */
export function startImport(
  { tenant: { db }, userId, userName }: Actor,
  options: CheckedImport,
  file: FileContent,
): Promise<string> {
  return keepUpload(db, file, '8 GiB', (fileId) =>
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
        await noteTags(transaction, commandId, [options.tagId]);
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
