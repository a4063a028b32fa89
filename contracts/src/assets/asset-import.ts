import { z } from 'zod';
import { numberOptions } from '../core/file-options.ts';
import { maximumRowFileBytes, rowImportRow } from '../core/row-import.ts';
import { rowImportRoutes } from '../core/row-import-routes.ts';

export const assetImportRow = rowImportRow
  .extend({ uniqueId: z.string(), assetName: z.string() })
  .meta({ id: 'AssetImportRow' });
export type AssetImportRow = z.infer<typeof assetImportRow>;

export const assetImportRoutes = rowImportRoutes({
  path: '/api/assets/imports',
  access: 'write:asset',
  tag: 'Assets',
  records: 'assets',
  row: assetImportRow,
  fields: 'UniqueId, AssetName',
  bodyLimit: maximumRowFileBytes,
  form: numberOptions,
});
