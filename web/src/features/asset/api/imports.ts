import type { exportAssets } from '@twinward/contracts/assets/asset';
import type { AssetImportRow } from '@twinward/contracts/assets/asset-import';
import type { ListBody } from '@twinward/contracts/core/list';
import { send } from '../../../shared/api/http.ts';
import { saveFile } from '../../../shared/api/save-file.ts';
import { decimalSignField, type RowImport, rowImportCalls } from '../../../shared/import/row-import.ts';
import { placeQuery, type StructurePlace } from '../place.ts';

/** The import of assets. */
export const assetImport: RowImport<AssetImportRow> = {
  type: 'import-assets',
  records: 'assets',
  nouns: ['asset', 'assets'],
  hint: 'An Excel workbook (.xlsx) or csv with a row for each asset. The file is checked first. Nothing is imported until you confirm.',
  columns: [
    { id: 'uniqueId', header: 'Unique id', width: '22%', cell: (row) => row.uniqueId || '–' },
    { id: 'name', header: 'Name', width: '24%', wide: true, cell: (row) => row.assetName || '–' },
  ],
  renews: 'assets',
  furtherFieldsType: 'asset',
  ...rowImportCalls('/api/assets/imports', 'assets.xlsx', decimalSignField),
};

/** Downloads all pages of a list of assets as a workbook that can be imported again. */
export const downloadAssets = async (body: ListBody, place: StructurePlace | null): Promise<void> =>
  saveFile(
    await send<typeof exportAssets>('POST /api/assets/export', {
      query: placeQuery(place),
      body,
    }),
    'assets.xlsx',
  );
