import type { Command, CommandType } from '@twinward/contracts/core/command';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import { maximumRowFileBytes, type RowImportRow } from '@twinward/contracts/core/row-import';
import type { RowImportRoutes } from '@twinward/contracts/core/row-import-routes';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { listRequest } from '../../../platform/database/list.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { parseFields, receiveFile, type UploadedFile } from '../../../platform/http/upload-form.ts';
import { assertRowFile, deleteUpload, hasUpload, storeUpload } from '../../system/file/service.ts';
import {
  getCommand,
  getCommandInput,
  readLatestOnTargets,
  startCommand,
  startOwnCommand,
} from '../command/service.ts';
import type { RowResults } from './results-store.ts';
import { lockCheck } from './store.ts';

export { carryOutRows, type PlannedRow } from './carry-out.ts';
export { carryOutBatches } from './carry-out-batches.ts';
export { columnFinder, type FileColumn } from './columns.ts';
export { csvOfRows } from './csv.ts';
export {
  changesNothing,
  type FieldColumnName,
  type FurtherCells,
  type FurtherColumns,
  openFurtherColumns,
} from './further-fields.ts';
export { type CellNumbers, createCellNumbers, surveyNumbers } from './numbers.ts';
export { type FileRow, readRowBatches, readRows } from './read-rows.ts';
export { createResults } from './results-store.ts';
export { notesSheet, offerChoices, sendWorkbook, sheetColumn, textColumn } from './template.ts';

/**
 * Imports of records from a file: one command checks the file and reports for each row what it would do; a
 * second command, started by the user after reviewing the report, does the import.
 */

/** The input of an import command, in addition to the options of its kind. */
export interface RowImportInput {
  fileId: string;
  fileName: string;
  dryRun: boolean;
  userId: number;
  userName: string;
}

/** A kind of import: its command type, and where its row results are stored. */
export interface RowImport<Row extends RowImportRow> {
  type: CommandType;
  results: RowResults<Row>;
}

/** Target type of a command that imports a checked file; the target id is that of the check. */
const runTarget = 'row-import';

/**
 * Implements the calls of an import, except its template.
 * @param parseOptions validates the form fields of an uploaded file; returns the options of its command
 */
export function implementRowImport<Row extends RowImportRow>(
  { implement }: Routing,
  routes: RowImportRoutes,
  kind: RowImport<Row>,
  parseOptions: (fields: Record<string, unknown>) => object = (fields) =>
    parseFields(routes.check.form, fields),
): void {
  const maximumBytes = routes.check.bodyLimit;
  implement(routes.check, ({ actor, request }) =>
    receiveFile(
      request,
      (file) => startCheck(actor, kind.type, file, parseOptions(file.fields), { maximumBytes }),
      { fileSize: maximumBytes },
    ),
  );
  implement(routes.run, ({ actor, params }) => startRun(actor, kind.type, params.commandId));
  implement(routes.listRows, ({ actor, params, body, query }) =>
    listResults(actor, kind, params.commandId, listRequest(body, query)),
  );
  implement(routes.downloadRows, ({ actor, params, reply }) =>
    sendResults(reply, actor, kind, params.commandId),
  );
}

/**
 * Stores a file and starts its check.
 * @param settings.assertFile throws for file names that the import does not support
 * @returns the id of the command
 */
export async function startCheck(
  actor: Actor,
  type: CommandType,
  { fileName, content }: UploadedFile,
  options: object = {},
  { assertFile = assertRowFile, maximumBytes = maximumRowFileBytes } = {},
): Promise<string> {
  assertFile(fileName);
  const { tenant, userId, userName } = actor;
  return storeUpload(tenant.db, content, `${maximumBytes / 1024 ** 2} MiB`, (fileId) => {
    const input: RowImportInput = { fileId, fileName, dryRun: true, userId, userName };
    return startOwnCommand(
      { tenant, userId },
      {
        type,
        targetType: 'file',
        targetId: fileName,
        targetName: fileName,
        input: { ...options, ...input },
      },
    );
  });
}

/**
 * Starts another check of a file.
 * @param options replace those of the first check
 * @returns the id of the command
 * @throws AppError `not-found`; `conflict` while the first check runs, or if the file is imported or deleted.
 */
export async function startRecheck(
  actor: Actor,
  type: CommandType,
  checkId: string,
  options: object,
): Promise<string> {
  const { status } = await getImport(actor, type, checkId);
  const { tenant, userId, userName } = actor;
  return withTransaction(tenant.db, async (db) => {
    const input = (await getCommandInput(db, checkId)) as unknown as RowImportInput;
    if (!input.dryRun || status === 'queued' || status === 'running')
      throw new AppError('conflict', 'Only a file that was checked can be checked again.');
    await assertUpload(db, input);
    return startCommand(db, {
      type,
      targetType: 'file',
      targetId: input.fileName,
      targetName: input.fileName,
      input: { ...input, ...options, userId, userName },
      createdBy: userId,
    });
  });
}

/** @throws AppError `conflict` if the file was deleted. */
async function assertUpload(db: Db, { fileId }: RowImportInput): Promise<void> {
  if (!(await hasUpload(db, fileId)))
    throw new AppError('conflict', 'The file was kept for one day only. Please choose it again.');
}

/**
 * Starts the import of a checked file.
 * @param options replace those of the check
 * @returns the id of the command
 * @throws AppError `not-found`; `conflict` if the check did not complete, or the file is already imported or deleted.
 */
export async function startRun(
  actor: Actor,
  type: CommandType,
  checkId: string,
  options: object = {},
): Promise<string> {
  const check = await getImport(actor, type, checkId);
  return withTransaction(actor.tenant.db, async (db) => {
    await lockCheck(db, checkId);
    const refuse = (message: string): never => {
      throw new AppError('conflict', message);
    };
    const input = (await getCommandInput(db, checkId)) as unknown as RowImportInput;
    if (!input.dryRun || check.status !== 'done') refuse('Only a file that was checked can be imported.');
    if ((await readLatestOnTargets(db, type, runTarget, [checkId])).length > 0)
      refuse('The import of this file was already started.');
    await assertUpload(db, input);
    return startCommand(db, {
      type,
      targetType: runTarget,
      targetId: checkId,
      targetName: input.fileName,
      input: { ...input, ...options, dryRun: false, userId: actor.userId, userName: actor.userName },
      createdBy: actor.userId,
    });
  });
}

/** @throws AppError `not-found` unless it is the actor's own import of this type. */
export async function getImport(actor: Actor, type: CommandType, commandId: string): Promise<Command> {
  const command = await getCommand(actor, commandId);
  if (command.type !== type) throw new AppError('not-found', 'Command not found.');
  return command;
}

/** Deletes the file after an import. After a check, the file is kept for its import. */
export async function cleanImport(db: Db, input: Record<string, unknown>): Promise<void> {
  const { dryRun, fileId } = input as unknown as RowImportInput;
  if (!dryRun) await deleteUpload(db, fileId);
}

/**
 * Lists the results of the rows.
 * @throws AppError `not-found` unless it is the actor's own import.
 */
export async function listResults<Row extends RowImportRow>(
  actor: Actor,
  { type, results }: RowImport<Row>,
  commandId: string,
  request: ListRequest,
): Promise<Page<Row>> {
  await getImport(actor, type, commandId);
  return results.findPage(actor.tenant.db, commandId, request);
}

/** Sends the results as csv. @throws AppError `not-found` unless it is the actor's own import. */
export async function sendResults<Row extends RowImportRow>(
  reply: FastifyReply,
  actor: Actor,
  { type, results }: RowImport<Row>,
  commandId: string,
): Promise<FastifyReply> {
  const { targetName } = await getImport(actor, type, commandId);
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${toResultName(targetName)}"`)
    .send(results.streamCsv(actor.tenant.db, commandId));
}

const toResultName = (fileName: string): string =>
  `${fileName.replace(/\.[^.]*$/, '').replace(/[^\w .()-]/g, '_')} result.csv`;
