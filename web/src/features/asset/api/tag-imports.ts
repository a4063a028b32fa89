import type {
  checkTagImport,
  downloadTagImportRows,
  downloadTagTemplate,
  listTagImportRows,
  runTagImport,
  TagImportRow,
} from '@twinward/contracts/signals/tag-import';
import { call, callList, send } from '../../../shared/api/http.ts';
import { saveFile } from '../../../shared/api/save-file.ts';
import { fileForm, type RowImport, saveRows } from '../../../shared/import/row-import.ts';

/** The import of tags. */
export const tagImport: RowImport<TagImportRow> = {
  type: 'import-tags',
  records: 'tags',
  nouns: ['tag', 'tags'],
  hint: 'An Excel workbook (.xlsx) or csv with a row for each tag, at most 500,000. The file is checked first: nothing is written until you say so.',
  columns: [
    { id: 'name', header: 'Name', width: '26%', cell: (row) => row.name || '–' },
    { id: 'caption', header: 'Caption', width: '22%', wide: true, cell: (row) => row.caption || '–' },
  ],
  renews: 'tags',
  check: (file) => call<typeof checkTagImport>('POST /api/tags/imports', { body: fileForm(file) }),
  run: (commandId) =>
    call<typeof runTagImport>('POST /api/tags/imports/:commandId/run', { params: { commandId } }),
  listRows: (commandId, asked) =>
    callList<typeof listTagImportRows>('POST /api/tags/imports/:commandId/rows/filters', {
      params: { commandId },
      ...asked,
    }),
  downloadTemplate: async () =>
    saveFile(await send<typeof downloadTagTemplate>('GET /api/tags/imports/template'), 'tags.xlsx'),
  downloadRows: async (commandId, fileName) =>
    saveRows(
      await send<typeof downloadTagImportRows>('GET /api/tags/imports/:commandId/rows.csv', {
        params: { commandId },
      }),
      fileName,
    ),
};
