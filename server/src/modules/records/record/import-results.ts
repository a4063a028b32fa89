import type { RecordImportRow } from '@twinward/contracts/records/record-import';
import { createResults, type RowImport } from '../../jobs/row-import/service.ts';

export const recordImport: RowImport<RecordImportRow> = {
  type: 'import-records',
  results: createResults('record_import_row', [{ field: 'title', column: 'title', heading: 'title' }]),
};
