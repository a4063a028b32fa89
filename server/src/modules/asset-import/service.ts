import { Readable } from 'node:stream';
import { type AssetImportRow, maximumAssetFileBytes } from '@twinward/contracts/asset-import';
import type { Command } from '@twinward/contracts/command';
import type { ListRequest, Page } from '@twinward/contracts/list';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { UploadedFile } from '../../platform/upload-form.ts';
import { readCommand, readCommandInput, readLatestOnTargets, startCommand } from '../command/service.ts';
import { assertRowFile, hasUpload, keepUpload } from '../import/service.ts';
import { csvOf } from './csv.ts';
import { findResultPage, findResultsAfter, lockCheck } from './store.ts';

const commandType = 'import-assets';
const runTarget = 'asset-import';

/** What an import's command keeps of its call. */
export interface AssetImportInput {
  fileId: string;
  fileName: string;
  dryRun: boolean;
  userId: number;
  userName: string;
}

/** Takes a file in and starts to check it. @returns the command's id. */
export function startCheck(actor: Actor, { fileName, content }: UploadedFile): Promise<string> {
  assertRowFile(fileName);
  const { tenant, userId, userName } = actor;
  const limit = `${maximumAssetFileBytes / 1024 ** 2} MiB`;
  return keepUpload(tenant.db, content, limit, (fileId) =>
    tenant.db.transaction().execute((db) =>
      startCommand(db, {
        type: commandType,
        targetType: 'file',
        targetId: fileName,
        targetName: fileName,
        input: { fileId, fileName, dryRun: true, userId, userName } satisfies AssetImportInput,
        createdBy: userId,
      }),
    ),
  );
}

/**
 * Starts the import of a file that was checked.
 * @returns the command's id.
 * @throws AppError `not-found`; `conflict` when it was not checked to the end, is imported already, or is gone.
 */
export async function startRun(actor: Actor, checkId: string): Promise<string> {
  const check = await readImport(actor, checkId);
  return actor.tenant.db.transaction().execute(async (db) => {
    await lockCheck(db, checkId);
    const refuse = (message: string): never => {
      throw new AppError('conflict', message);
    };
    const input = (await readCommandInput(db, checkId)) as unknown as AssetImportInput;
    if (!input.dryRun || check.status !== 'done') refuse('Only a file that was checked can be imported.');
    if ((await readLatestOnTargets(db, commandType, runTarget, [checkId])).length > 0)
      refuse('The import of this file was started already.');
    if (!(await hasUpload(db, input.fileId)))
      refuse('The file is kept for a day and is gone. Please choose it again.');
    return startCommand(db, {
      type: commandType,
      targetType: runTarget,
      targetId: checkId,
      targetName: input.fileName,
      input: { ...input, dryRun: false, userId: actor.userId, userName: actor.userName },
      createdBy: actor.userId,
    });
  });
}

/** What became, or would become, of each row. @throws AppError `not-found` unless it is an own import. */
export async function readResults(
  actor: Actor,
  commandId: string,
  request: ListRequest,
): Promise<Page<AssetImportRow>> {
  await readImport(actor, commandId);
  return findResultPage(actor.tenant.db, commandId, request);
}

/** The same as csv, piece by piece. */
export async function readResultsCsv(
  actor: Actor,
  commandId: string,
): Promise<{ fileName: string; csv: Readable }> {
  const { targetName } = await readImport(actor, commandId);
  return {
    fileName: targetName,
    csv: Readable.from(csvOf((line) => findResultsAfter(actor.tenant.db, commandId, line, 1000))),
  };
}

async function readImport(actor: Actor, commandId: string): Promise<Command> {
  const command = await readCommand(actor, commandId);
  if (command.type !== commandType) throw new AppError('not-found', 'Command not found.');
  return command;
}
