import { notesSheet, sheetColumn } from '../../jobs/row-import/service.ts';
import { createWorkbook } from '../../system/file/service.ts';
import { columns } from './columns.ts';
import type { ParameterOfAsset } from './store.ts';

/** Returns a workbook of parameter values, with the columns of the import. */
export const parameterWorkbook = (parameters: readonly ParameterOfAsset[]): Promise<Buffer> =>
  createWorkbook([
    {
      name: 'Parameters',
      columns: columns.map(sheetColumn),
      pages: [parameters.map((parameter) => columns.map(({ name }) => parameter[name]))],
    },
    notesSheet(columns, 'Parameters that are not in the file do not change.'),
  ]);
