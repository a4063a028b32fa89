import type { AssetImportRow } from '@twinward/contracts/assets/asset-import';
import { createResults, type RowImport } from '../../jobs/row-import/service.ts';

export const assetImport: RowImport<AssetImportRow> = {
  type: 'import-assets',
  results: createResults('asset_import_row', [
    { field: 'uniqueId', column: 'unique_id', heading: 'unique id' },
    { field: 'assetName', column: 'asset_name', heading: 'name' },
  ]),
};
