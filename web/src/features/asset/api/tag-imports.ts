import type { TagImportRow } from '@twinward/contracts/signals/tag-import';
import { decimalSignField, type RowImport, rowImportCalls } from '../../../shared/import/row-import.ts';

/** The import of tags. */
export const tagImport: RowImport<TagImportRow> = {
  type: 'import-tags',
  records: 'tags',
  nouns: ['tag', 'tags'],
  hint: 'An Excel workbook (.xlsx) or csv with a row for each tag, at most 500,000. The file is checked first. Nothing is imported until you confirm.',
  columns: [
    { id: 'name', header: 'Name', width: '26%', cell: (row) => row.name || '–' },
    { id: 'caption', header: 'Caption', width: '22%', wide: true, cell: (row) => row.caption || '–' },
  ],
  renews: 'tags',
  furtherFieldsType: 'tag',
  ...rowImportCalls('/api/tags/imports', 'tags.xlsx', decimalSignField),
};
