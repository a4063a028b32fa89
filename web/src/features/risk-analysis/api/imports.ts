import type { ListBody } from '@twinward/contracts/core/list';
import type { exportRiskAnalysisAssets } from '@twinward/contracts/risk/risk-analysis-asset';
import type {
  checkRiskImport,
  downloadRiskImportRows,
  downloadRiskTemplate,
  listRiskImportRows,
  RiskImportRow,
  runRiskImport,
} from '@twinward/contracts/risk/risk-analysis-import';
import { call, callList, send } from '../../../shared/api/http.ts';
import { saveFile } from '../../../shared/api/save-file.ts';
import { decimalSignField, fileForm, type RowImport, saveRows } from '../../../shared/import/row-import.ts';

/** The import of assets into an analysis. */
export const riskImportInto = (id: number): RowImport<RiskImportRow> => ({
  type: 'import-risk-analysis-assets',
  records: 'assets',
  nouns: ['asset', 'assets'],
  hint: 'An Excel workbook (.xlsx or .xls) with one row per asset. The file is checked first. Nothing is imported until you confirm.',
  accept: '.xlsx,.xls',
  hasNumbers: true,
  columns: [
    { id: 'uniqueId', header: 'Unique id', width: '22%', cell: (row) => row.uniqueId || '–' },
    { id: 'name', header: 'Name', width: '24%', wide: true, cell: (row) => row.assetName || '–' },
  ],
  renews: 'risk-analysis-assets',
  check: (file, options) =>
    call<typeof checkRiskImport>('POST /api/riskanalyses/:id/assets/imports', {
      params: { id },
      body: fileForm(file, decimalSignField(options)),
    }),
  run: (commandId) =>
    call<typeof runRiskImport>('POST /api/riskanalyses/:id/assets/imports/:commandId/run', {
      params: { id, commandId },
    }),
  listRows: (commandId, asked) =>
    callList<typeof listRiskImportRows>('POST /api/riskanalyses/:id/assets/imports/:commandId/rows/filters', {
      params: { id, commandId },
      ...asked,
    }),
  downloadTemplate: async () =>
    saveFile(
      await send<typeof downloadRiskTemplate>('GET /api/riskanalyses/imports/template'),
      'risk analysis assets.xlsx',
    ),
  downloadRows: async (commandId, fileName) =>
    saveRows(
      await send<typeof downloadRiskImportRows>(
        'GET /api/riskanalyses/:id/assets/imports/:commandId/rows.csv',
        { params: { id, commandId } },
      ),
      fileName,
    ),
});

/** Downloads all pages of a list of an analysis' assets as a workbook that can be imported again. */
export const downloadAnalysisAssets = async (id: number, body: ListBody): Promise<void> =>
  saveFile(
    await send<typeof exportRiskAnalysisAssets>('POST /api/riskanalyses/:id/assets/export', {
      params: { id },
      body,
    }),
    'risk analysis assets.xlsx',
  );
