import type { Command } from '@twinward/contracts/command';
import type { ListRequest, Page } from '@twinward/contracts/list';
import {
  maximumWorkFileBytes,
  type WorkImportOptions,
  type WorkImportRow,
  workImportOptions,
} from '@twinward/contracts/work-import';
import { isTimeZone } from '@twinward/domain/time-zone';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { refuseProblems } from '../../platform/rules.ts';
import type { UploadedFile } from '../../platform/upload-form.ts';
import { readCommand, readCommandInput, readLatestOnTargets, startCommand } from '../command/service.ts';
import { assertRowFile, hasUpload, keepUpload } from '../import/service.ts';
import { findResultPage, lockCheck } from './store.ts';

const commandType = 'import-work';
const runTarget = 'work-import';

/** What an import's command keeps of its call. */
export interface WorkImportInput extends WorkImportOptions {
  fileId: string;
  fileName: string;
  dryRun: boolean;
  userId: number;
  userName: string;
}

/** Takes a file in and starts to check it. @returns the command's id. */
export async function startCheck(actor: Actor, { fileName, fields, content }: UploadedFile): Promise<string> {
  assertRowFile(fileName);
  const options = optionsOf(fields);
  const { tenant, userId, userName } = actor;
  return keepUpload(tenant.db, content, `${maximumWorkFileBytes / 1024 ** 2} MiB`, (fileId) =>
    tenant.db.transaction().execute((db) =>
      startCommand(db, {
        type: commandType,
        targetType: 'file',
        targetId: fileName,
        targetName: fileName,
        input: { ...options, fileId, fileName, dryRun: true, userId, userName } satisfies WorkImportInput,
        createdBy: userId,
      }),
    ),
  );
}

function optionsOf(fields: Record<string, unknown>): WorkImportOptions {
  const parsed = workImportOptions.safeParse(fields);
  if (!parsed.success) {
    refuseProblems(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
  }
  const options = workImportOptions.parse(fields);
  if (!isTimeZone(options.timeZone)) {
    throw new AppError(
      'invalid-request',
      `There is no time zone '${options.timeZone}'. Please give an IANA name, as in Europe/Berlin.`,
    );
  }
  return options;
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
    const input = (await readCommandInput(db, checkId)) as unknown as WorkImportInput;
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
): Promise<Page<WorkImportRow>> {
  await readImport(actor, commandId);
  return findResultPage(actor.tenant.db, commandId, request);
}

async function readImport(actor: Actor, commandId: string): Promise<Command> {
  const command = await readCommand(actor, commandId);
  if (command.type !== commandType) throw new AppError('not-found', 'Command not found.');
  return command;
}
