import { idParameter } from '@twinward/contracts/core/primitives';
import type { ListImportRow } from '@twinward/contracts/system/list-import';
import { z } from 'zod';
import { parseFields } from '../../../platform/http/upload-form.ts';
import { createResults, type RowImport, type RowImportInput } from '../row-import/service.ts';

export const listImport: RowImport<ListImportRow> = {
  type: 'import-list',
  results: createResults('list_import_row', [
    { field: 'category', column: 'category', heading: 'category' },
    { field: 'caption', column: 'caption', heading: 'caption' },
  ]),
};

const options = z.strictObject({ listId: idParameter });

/** The stored input of an import command. */
export type ListImportInput = z.infer<typeof options> & RowImportInput;

/** Validates the fields of an upload. @throws AppError naming the invalid field. */
export const optionsOf = (fields: Record<string, unknown>) => parseFields(options, fields);
