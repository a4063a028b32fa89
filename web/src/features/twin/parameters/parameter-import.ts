import type { ParameterImportRow } from '@twinward/contracts/twins/parameter-import';
import { decimalSignField, type RowImport, rowImportCalls } from '../../../shared/import/row-import.ts';

/** The import of values of parameters of many twins. */
export const parameterImport: RowImport<ParameterImportRow> = {
  type: 'import-parameters',
  records: 'values of parameters',
  nouns: ['value', 'values'],
  hint: 'An Excel workbook (.xlsx) or csv with a row for each parameter of each twin; the template has today’s values. The file is checked first: nothing is written until you say so.',
  hasNumbers: true,
  columns: [
    { id: 'asset', header: 'Unique id', width: '26%', cell: (row) => row.assetUniqueId || '–' },
    { id: 'parameter', header: 'Parameter', width: '22%', cell: (row) => row.parameter || '–' },
  ],
  renews: 'twin-parameters',
  ...rowImportCalls('/api/twins/parameters/imports', 'parameters.xlsx', decimalSignField),
};
