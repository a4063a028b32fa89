import type { Readable } from 'node:stream';
import { hasAccess } from '@twinward/contracts/access/access';
import type { Command } from '@twinward/contracts/core/command';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import { maximumRiskFileBytes, type RiskImportRow } from '@twinward/contracts/risk/risk-analysis-import';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import type { UploadedFile } from '../../../platform/http/upload-form.ts';
import {
  readCommand,
  readCommandInput,
  readLatestOnTargets,
  startCommand,
} from '../../jobs/command/service.ts';
import { csvOfRows, resultNameOf } from '../../jobs/row-import/service.ts';
import { hasUpload, keepUpload } from '../../system/file/service.ts';
import { readAnalysis } from '../risk-analysis/service.ts';
import { findResultPage, findResultsAfter, lockCheck } from './store.ts';

const commandType = 'import-risk-analysis-assets';
const runTarget = 'risk-analysis-import';
/** As file systems have it. */
const longestName = 255;

/** What an import's command keeps of its call. */
export interface RiskImportInput {
  riskAnalysisId: number;
  fileId: string;
  fileName: string;
  dryRun: boolean;
  userId: number;
  userName: string;
  /** Whether who started it may make assets that are missing. */
  mayMakeAssets: boolean;
}

/**
 * Takes a file in and starts to check it. @returns the command's id.
 * @throws AppError `not-found` without such an analysis; `invalid-file` for what is no workbook by its name.
 */
export async function startCheck(
  actor: Actor,
  riskAnalysisId: number,
  { fileName, content }: UploadedFile,
): Promise<string> {
  const { tenant, userId, userName } = actor;
  await readAnalysis(tenant.db, riskAnalysisId);
  if (!/\.xlsx?$/i.test(fileName)) throw new AppError('invalid-file', 'Please choose an xlsx or xls file.');
  if (fileName.length > longestName) {
    throw new AppError('invalid-file', `The file's name is longer than ${longestName} characters.`);
  }
  const mayMakeAssets = hasAccess(actor, 'write:asset');
  const limit = `${maximumRiskFileBytes / 1024 ** 2} MiB`;
  return keepUpload(tenant.db, content, limit, (fileId) =>
    tenant.db.transaction().execute((db) =>
      startCommand(db, {
        type: commandType,
        targetType: 'file',
        targetId: fileName,
        targetName: fileName,
        input: {
          ...{ riskAnalysisId, fileId, fileName, dryRun: true, userId, userName, mayMakeAssets },
        } satisfies RiskImportInput,
        createdBy: userId,
      }),
    ),
  );
}

/**
 * Starts the import of a file that was checked. @returns the command's id.
 * @throws AppError `not-found`; `conflict` when it was not checked to the end, is imported already, or is gone.
 */
export async function startRun(actor: Actor, riskAnalysisId: number, checkId: string): Promise<string> {
  const check = await readImport(actor, riskAnalysisId, checkId);
  return actor.tenant.db.transaction().execute(async (db) => {
    await lockCheck(db, checkId);
    const refuse = (message: string): never => {
      throw new AppError('conflict', message);
    };
    const input = (await readCommandInput(db, checkId)) as unknown as RiskImportInput;
    if (!input.dryRun || check.status !== 'done') refuse('Only a file that was checked can be imported.');
    if ((await readLatestOnTargets(db, commandType, runTarget, [checkId])).length > 0)
      refuse('The import of this file was started already.');
    if (!(await hasUpload(db, input.fileId)))
      refuse('The file is kept for a day and is gone. Please choose it again.');
    const { userId, userName } = actor;
    return startCommand(db, {
      type: commandType,
      targetType: runTarget,
      targetId: checkId,
      targetName: input.fileName,
      input: {
        ...input,
        ...{ dryRun: false, userId, userName, mayMakeAssets: hasAccess(actor, 'write:asset') },
      } satisfies RiskImportInput,
      createdBy: userId,
    });
  });
}

/** What became, or would become, of each row. @throws AppError `not-found` unless it is an own import. */
export async function readResults(
  actor: Actor,
  riskAnalysisId: number,
  commandId: string,
  request: ListRequest,
): Promise<Page<RiskImportRow>> {
  await readImport(actor, riskAnalysisId, commandId);
  return findResultPage(actor.tenant.db, commandId, request);
}

/** The same as csv, piece by piece, and what the file is called. */
export async function readResultsCsv(
  actor: Actor,
  riskAnalysisId: number,
  commandId: string,
): Promise<{ fileName: string; csv: Readable }> {
  const { targetName } = await readImport(actor, riskAnalysisId, commandId);
  const csv = csvOfRows<RiskImportRow>(
    [
      ['unique id', (row) => row.uniqueId],
      ['name', (row) => row.assetName],
    ],
    (line) => findResultsAfter(actor.tenant.db, commandId, line, 1000),
  );
  return { fileName: resultNameOf(targetName), csv };
}

async function readImport(actor: Actor, riskAnalysisId: number, commandId: string): Promise<Command> {
  const command = await readCommand(actor, commandId);
  const isIt =
    command.type === commandType &&
    (await readCommandInput(actor.tenant.db, commandId)).riskAnalysisId === riskAnalysisId;
  if (!isIt) throw new AppError('not-found', 'Command not found.');
  return command;
}
