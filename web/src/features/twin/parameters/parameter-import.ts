import type { ParameterImportRow } from '@twinward/contracts/twins/parameter-import';
import { decimalSignField, type RowImport, rowImportCalls } from '../../../shared/import/row-import.ts';

/** The import of parameter values of many twins. */
export const parameterImport: RowImport<ParameterImportRow> = {
  type: 'import-parameters',
  records: 'parameter values',
  nouns: ['value', 'values'],
  hint: 'An Excel workbook (.xlsx) or csv with a row for each parameter of each twin; the template contains the current values. The file is checked first. Nothing is imported until you confirm.',
  hasNumbers: true,
  columns: [
    { id: 'asset', header: 'Unique id', width: '26%', cell: (row) => row.assetUniqueId || '–' },
    { id: 'parameter', header: 'Parameter', width: '22%', cell: (row) => row.parameter || '–' },
  ],
  renews: 'twin-parameters',
  ...rowImportCalls('/api/twins/parameters/imports', 'parameters.xlsx', decimalSignField),
};
