import type { ListImportOptions, ListImportRow } from '@twinward/contracts/system/list-import';
import { createResults, type RowImport, type RowImportInput } from '../row-import/service.ts';

export const listImport: RowImport<ListImportRow> = {
  type: 'import-list',
  results: createResults('list_import_row', [
    { field: 'category', column: 'category', heading: 'category' },
    { field: 'caption', column: 'caption', heading: 'caption' },
  ]),
};

/** The stored input of an import command. */
export type ListImportInput = ListImportOptions & RowImportInput;
