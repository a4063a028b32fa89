import { z } from 'zod';
import { numberOptions } from '../core/file-options.ts';
import { maximumRowFileBytes, rowImportRow } from '../core/row-import.ts';
import { rowImportRoutes } from '../core/row-import-routes.ts';

export const parameterImportRow = rowImportRow
  .extend({ assetUniqueId: z.string(), parameter: z.string() })
  .meta({ id: 'ParameterImportRow' });
export type ParameterImportRow = z.infer<typeof parameterImportRow>;

/** The import of parameter values of many twins. The template contains the current values. */
export const parameterImportRoutes = rowImportRoutes({
  path: '/api/twins/parameters/imports',
  access: 'write:twin',
  tag: 'Twins',
  records: 'values of parameters',
  row: parameterImportRow,
  fields: 'AssetUniqueId, Parameter',
  bodyLimit: maximumRowFileBytes,
  form: numberOptions,
});
