import type { WorkImportRow } from '@twinward/contracts/assets/work-import';
import { decimalSignField, type RowImport, rowImportCalls } from '../../../shared/import/row-import.ts';

/**
 * The import of work.
 * @param timeZone applies to times without an offset
 */
export const workImport = (timeZone: string): RowImport<WorkImportRow> => ({
  type: 'import-work',
  records: 'work',
  nouns: ['item', 'items'],
  hint: `An Excel workbook (.xlsx) or csv with one row per work item. Times without a time zone use ${timeZone}. The file is checked first. Nothing is imported until you confirm.`,
  hasDates: true,
  hasNumbers: true,
  columns: [
    { id: 'name', header: 'Name', width: '26%', cell: (row) => row.workName || '–' },
    { id: 'tag', header: 'Tag', width: '22%', wide: true, cell: (row) => row.tagName || '–' },
  ],
  renews: 'work',
  ...rowImportCalls('/api/work/imports', 'work.xlsx', (options) => ({
    timeZone,
    dateOrder: options.dateOrder,
    ...decimalSignField(options),
  })),
});
