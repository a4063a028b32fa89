import type { exportAssets } from '@twinward/contracts/assets/asset';
import type {
  AssetImportRow,
  checkAssetImport,
  downloadAssetImportRows,
  downloadAssetTemplate,
  listAssetImportRows,
  runAssetImport,
} from '@twinward/contracts/assets/asset-import';
import type { ListBody } from '@twinward/contracts/core/list';
import { call, callList, send } from '../../../shared/api/http.ts';
import { saveFile } from '../../../shared/api/save-file.ts';
import { fileForm, type RowImport, saveRows } from '../../../shared/import/row-import.ts';

/** The import of assets. */
export const assetImport: RowImport<AssetImportRow> = {
  type: 'import-assets',
  records: 'assets',
  nouns: ['asset', 'assets'],
  hint: 'An Excel workbook (.xlsx) or csv with a row for each asset. The file is checked first: nothing is written until you say so.',
  columns: [
    { id: 'uniqueId', header: 'Unique id', width: '22%', cell: (row) => row.uniqueId || '–' },
    { id: 'name', header: 'Name', width: '24%', wide: true, cell: (row) => row.assetName || '–' },
  ],
  renews: 'assets',
  check: (file) => call<typeof checkAssetImport>('POST /api/assets/imports', { body: fileForm(file) }),
  run: (commandId) =>
    call<typeof runAssetImport>('POST /api/assets/imports/:commandId/run', { params: { commandId } }),
  listRows: (commandId, asked) =>
    callList<typeof listAssetImportRows>('POST /api/assets/imports/:commandId/rows/filters', {
      params: { commandId },
      ...asked,
    }),
  downloadTemplate: async () =>
    saveFile(await send<typeof downloadAssetTemplate>('GET /api/assets/imports/template'), 'assets.xlsx'),
  downloadRows: async (commandId, fileName) =>
    saveRows(
      await send<typeof downloadAssetImportRows>('GET /api/assets/imports/:commandId/rows.csv', {
        params: { commandId },
      }),
      fileName,
    ),
};

/** Downloads all pages of a list of assets as a workbook that can be imported again. */
export const downloadAssets = async (body: ListBody, under: number | null): Promise<void> =>
  saveFile(
    await send<typeof exportAssets>('POST /api/assets/export', {
      query: under === null ? {} : { under: String(under) },
      body,
    }),
    'assets.xlsx',
  );
