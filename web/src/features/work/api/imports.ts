import type {
  checkWorkImport,
  downloadWorkImportRows,
  downloadWorkTemplate,
  listWorkImportRows,
  runWorkImport,
  WorkImportRow,
} from '@twinward/contracts/assets/work-import';
import { call, callList, send } from '../../../shared/api/http.ts';
import { saveFile } from '../../../shared/api/save-file.ts';
import { decimalSignField, fileForm, type RowImport, saveRows } from '../../../shared/import/row-import.ts';

/**
 * The import of work.
 * @param timeZone applies to times without an offset
 */
export const workImport = (timeZone: string): RowImport<WorkImportRow> => ({
  type: 'import-work',
  records: 'work',
  nouns: ['item', 'items'],
  hint: `An Excel workbook (.xlsx) or csv with a row for each item of work. Times without a zone are taken as ${timeZone}. The file is checked first: nothing is written until you say so.`,
  hasDates: true,
  hasNumbers: true,
  columns: [
    { id: 'name', header: 'Name', width: '26%', cell: (row) => row.workName || '–' },
    { id: 'tag', header: 'Tag', width: '22%', wide: true, cell: (row) => row.tagName || '–' },
  ],
  renews: 'work',
  check: (file, options) =>
    call<typeof checkWorkImport>('POST /api/work/imports', {
      body: fileForm(file, { timeZone, dateOrder: options.dateOrder, ...decimalSignField(options) }),
    }),
  run: (commandId) =>
    call<typeof runWorkImport>('POST /api/work/imports/:commandId/run', { params: { commandId } }),
  listRows: (commandId, asked) =>
    callList<typeof listWorkImportRows>('POST /api/work/imports/:commandId/rows/filters', {
      params: { commandId },
      ...asked,
    }),
  downloadTemplate: async () =>
    saveFile(await send<typeof downloadWorkTemplate>('GET /api/work/imports/template'), 'work.xlsx'),
  downloadRows: async (commandId, fileName) =>
    saveRows(
      await send<typeof downloadWorkImportRows>('GET /api/work/imports/:commandId/rows.csv', {
        params: { commandId },
      }),
      fileName,
    ),
});
