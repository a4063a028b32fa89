import { hasAccess } from '@twinward/contracts/access/access';
import { type NumberOptions, numberOptions } from '@twinward/contracts/core/file-options';
import { maximumRiskFileBytes, type RiskImportRow } from '@twinward/contracts/risk/risk-analysis-import';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import { parseFields, type UploadedFile } from '../../../platform/http/upload-form.ts';
import { getCommandInput } from '../../jobs/command/service.ts';
import {
  createResults,
  getImport,
  type RowImport,
  type RowImportInput,
  startCheck,
  startRun,
} from '../../jobs/row-import/service.ts';
import { getAnalysis } from '../risk-analysis/service.ts';

export const riskImport: RowImport<RiskImportRow> = {
  type: 'import-risk-analysis-assets',
  results: createResults('risk_analysis_import_row', [
    { field: 'uniqueId', column: 'unique_id', heading: 'unique id' },
    { field: 'assetName', column: 'asset_name', heading: 'name' },
  ]),
};

/** Maximum length of file names. */
const longestName = 255;

/** The stored input of an import command. */
export interface RiskImportInput extends RowImportInput, NumberOptions {
  riskAnalysisId: number;
  /** Whether the user who started the import may create missing assets. */
  mayMakeAssets: boolean;
}

const mayMakeAssets = (actor: Actor) => hasAccess(actor, 'write:asset');

function assertWorkbook(fileName: string): void {
  if (!/\.xlsx?$/i.test(fileName)) throw new AppError('invalid-file', 'Please choose an xlsx or xls file.');
  if (fileName.length > longestName) {
    throw new AppError('invalid-file', `The file's name is longer than ${longestName} characters.`);
  }
}

/**
 * Stores a file and starts its check.
 * @returns the command's id.
 * @throws AppError `not-found` for an unknown analysis; `invalid-file` for an extension other than xlsx and xls.
 */
export async function startRiskCheck(
  actor: Actor,
  riskAnalysisId: number,
  file: UploadedFile,
): Promise<string> {
  await getAnalysis(actor.tenant.db, riskAnalysisId);
  const numbers = parseFields(numberOptions, file.fields);
  const options = { ...numbers, riskAnalysisId, mayMakeAssets: mayMakeAssets(actor) };
  const settings = { assertFile: assertWorkbook, maximumBytes: maximumRiskFileBytes };
  return startCheck(actor, riskImport.type, file, options, settings);
}

/** Starts the import of a checked file. @returns the command's id. @throws AppError as `startRun`. */
export async function startRiskRun(actor: Actor, riskAnalysisId: number, checkId: string): Promise<string> {
  await assertOfAnalysis(actor, riskAnalysisId, checkId);
  return startRun(actor, riskImport.type, checkId, { mayMakeAssets: mayMakeAssets(actor) });
}

/** @throws AppError `not-found` unless the command is the user's own import into the analysis. */
export async function assertOfAnalysis(
  actor: Actor,
  riskAnalysisId: number,
  commandId: string,
): Promise<void> {
  await getImport(actor, riskImport.type, commandId);
  const input = await getCommandInput(actor.tenant.db, commandId);
  if (input.riskAnalysisId !== riskAnalysisId) throw new AppError('not-found', 'Command not found.');
}
