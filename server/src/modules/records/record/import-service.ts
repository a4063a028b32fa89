import { numberOptions } from '@twinward/contracts/core/file-options';
import type { ImportMapping } from '@twinward/contracts/records/record-import';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import { parseFields, type UploadedFile } from '../../../platform/http/upload-form.ts';
import { getCommandInput } from '../../jobs/command/service.ts';
import { getImport, startCheck, startRecheck, startRun } from '../../jobs/row-import/service.ts';
import { getWritableTypeOfAny } from '../record-type/service.ts';
import type { RecordImportInput } from './import-jobs.ts';
import { recordImport } from './import-results.ts';
import { toWriter } from './write.ts';

/**
 * Stores a file and starts its check.
 * @returns the id of the command
 * @throws AppError `not-found`; `forbidden`; `invalid-request`.
 */
export async function startRecordCheck(actor: Actor, typeName: string, file: UploadedFile): Promise<string> {
  const type = await getWritableTypeOfAny(actor.tenant.db, actor, typeName);
  return startCheck(actor, recordImport.type, file, {
    ...parseFields(numberOptions, file.fields),
    recordType: type.name,
    mapping: {},
    by: toWriter(actor),
  });
}

/**
 * Checks a file again with another mapping of columns.
 * @returns the id of the command
 * @throws AppError like `startRecheck`.
 */
export async function startRecordRecheck(
  actor: Actor,
  typeName: string,
  commandId: string,
  mapping: ImportMapping,
): Promise<string> {
  await assertOwnImport(actor, typeName, commandId);
  return startRecheck(actor, recordImport.type, commandId, { mapping, by: toWriter(actor) });
}

/**
 * Starts the import of a checked file.
 * @returns the id of the command
 * @throws AppError like `startRecordCheck`; `conflict`.
 */
export async function startRecordRun(actor: Actor, typeName: string, commandId: string): Promise<string> {
  await assertOwnImport(actor, typeName, commandId);
  return startRun(actor, recordImport.type, commandId);
}

/** @throws AppError `not-found` unless the user started this import of records of the type; `forbidden`. */
export async function assertOwnImport(actor: Actor, typeName: string, commandId: string): Promise<void> {
  const type = await getWritableTypeOfAny(actor.tenant.db, actor, typeName);
  await getImport(actor, recordImport.type, commandId);
  const input = (await getCommandInput(actor.tenant.db, commandId)) as unknown as RecordImportInput;
  if (input.recordType !== type.name) throw new AppError('not-found', 'Command not found.');
}
