import type {
  checkRecordImport,
  downloadRecordImportRows,
  downloadRecordTemplate,
  listRecordImportRows,
  RecordImportRow,
  recheckRecordImport,
  runRecordImport,
} from '@twinward/contracts/records/record-import';
import type { RecordType } from '@twinward/contracts/records/record-type';
import { getKind } from '@twinward/domain/records/kinds';
import { call, callList, send } from '../api/http.ts';
import { saveFile } from '../api/save-file.ts';
import { decimalSignField, fileForm, type RowImport, saveRows } from '../import/row-import.ts';

/** The import of records of a type. For a system type, it imports further fields of existing records. */
export const recordImport = ({
  name: type,
  caption,
  pluralCaption,
  fields,
  isSystem,
}: Pick<
  RecordType,
  'name' | 'caption' | 'pluralCaption' | 'fields' | 'isSystem'
>): RowImport<RecordImportRow> => ({
  type: 'import-records',
  records: isSystem ? `fields of ${pluralCaption.toLowerCase()}` : pluralCaption || caption,
  nouns: ['record', 'records'],
  hint: isSystem
    ? 'An Excel workbook (.xlsx) or csv with one row per record. Column Id or Record identifies the record; other columns have the captions of further fields. Fields without a column are not changed. The file is checked first. Nothing is imported until you confirm.'
    : 'An Excel workbook (.xlsx) or csv with one row per record. Columns have the captions of the fields. A row with an Id updates that record. The file is checked first. Nothing is imported until you confirm.',
  hasNumbers: true,
  recordType: type,
  mapping: {
    targets: [
      { value: 'Id', label: 'Record Id' },
      ...(isSystem ? [{ value: 'Record', label: 'Record title' }] : []),
      ...fields
        .filter(({ kind, deprecated }) => getKind(kind).isEntered && kind !== 'attachment' && !deprecated)
        .map(({ name, caption }) => ({ value: name, label: caption })),
    ],
    recheck: (commandId, mapping) =>
      call<typeof recheckRecordImport>('POST /api/records/:type/imports/:commandId/check', {
        params: { type, commandId },
        body: { mapping },
      }),
  },
  columns: [{ id: 'title', header: 'Record', width: '40%', cell: ({ title }) => title || '–' }],
  renews: 'records',
  check: (file, options) =>
    call<typeof checkRecordImport>('POST /api/records/:type/imports', {
      params: { type },
      body: fileForm(file, decimalSignField(options)),
    }),
  run: (commandId) =>
    call<typeof runRecordImport>('POST /api/records/:type/imports/:commandId/run', {
      params: { type, commandId },
    }),
  listRows: (commandId, asked) =>
    callList<typeof listRecordImportRows>('POST /api/records/:type/imports/:commandId/rows/filters', {
      params: { type, commandId },
      ...asked,
    }),
  downloadTemplate: async () =>
    saveFile(
      await send<typeof downloadRecordTemplate>('GET /api/records/:type/imports/template', {
        params: { type },
      }),
      `${type}.xlsx`,
    ),
  downloadRows: async (commandId, fileName) =>
    saveRows(
      await send<typeof downloadRecordImportRows>('GET /api/records/:type/imports/:commandId/rows.csv', {
        params: { type, commandId },
      }),
      fileName,
    ),
});
