import type { TagImportRow } from '@twinward/contracts/signals/tag-import';
import { createResults, type RowImport } from '../../jobs/row-import/service.ts';

export const tagImport: RowImport<TagImportRow> = {
  type: 'import-tags',
  results: createResults('tag_import_row', [
    { field: 'name', column: 'name', heading: 'name' },
    { field: 'caption', column: 'caption', heading: 'caption' },
  ]),
};
