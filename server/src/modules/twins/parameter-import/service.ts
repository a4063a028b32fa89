import type { NumberOptions } from '@twinward/contracts/core/file-options';
import type { ParameterImportRow } from '@twinward/contracts/twins/parameter-import';
import { createResults, type RowImport, type RowImportInput } from '../../jobs/row-import/service.ts';

export const parameterImport: RowImport<ParameterImportRow> = {
  type: 'import-parameters',
  results: createResults('parameter_import_row', [
    { field: 'assetUniqueId', column: 'asset_unique_id', heading: 'unique id' },
    { field: 'parameter', column: 'parameter', heading: 'parameter' },
  ]),
};

/** The stored input of an import command. */
export type ParameterImportInput = NumberOptions & RowImportInput;
