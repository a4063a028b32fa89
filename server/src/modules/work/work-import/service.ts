import {
  type WorkImportOptions,
  type WorkImportRow,
  workImportOptions,
} from '@twinward/contracts/assets/work-import';
import { isTimeZone } from '@twinward/domain/time-zone';
import { AppError } from '../../../platform/errors.ts';
import { parseFields } from '../../../platform/http/upload-form.ts';
import { createResults, type RowImport, type RowImportInput } from '../../jobs/row-import/service.ts';

export const workImport: RowImport<WorkImportRow> = {
  type: 'import-work',
  results: createResults('work_import_row', [
    { field: 'tagName', column: 'tag_name', heading: 'tag' },
    { field: 'workName', column: 'work_name', heading: 'name' },
  ]),
};

/** The stored input of an import command. */
export type WorkImportInput = WorkImportOptions & RowImportInput;

/** Validates the fields of an upload. @throws AppError naming the invalid field. */
export function readOptions(fields: Record<string, unknown>): WorkImportOptions {
  const options = parseFields(workImportOptions, fields);
  if (!isTimeZone(options.timeZone)) {
    throw new AppError(
      'invalid-request',
      `There is no time zone '${options.timeZone}'. Please enter an IANA name, for example Europe/Berlin.`,
    );
  }
  return options;
}
