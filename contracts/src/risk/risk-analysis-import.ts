import { z } from 'zod';
import { startsCommand } from '../core/command.ts';
import { returnsFile } from '../core/content-types.ts';
import { numberOptions } from '../core/file-options.ts';
import { listCall } from '../core/list.ts';
import { routeGroup } from '../core/route.ts';

export const riskImportActions = ['create', 'update', 'unchanged', 'error'] as const;
export type RiskImportAction = (typeof riskImportActions)[number];

/**
 * The summary of an import into an analysis, or of its check; the result of a command of type
 * import-risk-analysis-assets.
 */
export const riskImportResult = z
  .object({
    dryRun: z.boolean().describe('Whether it was a check, without changes'),
    rows: z.number().int(),
    create: z.number().int().describe('Number of assets added to the analysis'),
    update: z.number().int(),
    unchanged: z.number().int(),
    error: z.number().int(),
  })
  .meta({ id: 'RiskImportResult' });
export type RiskImportResult = z.infer<typeof riskImportResult>;

export const riskImportRow = z
  .object({
    line: z.number().int().describe('Line number from 1, including the heading'),
    action: z.enum(riskImportActions),
    uniqueId: z.string(),
    assetName: z.string(),
    message: z.string().nullable().describe('Why the row is refused; null if it is not'),
  })
  .meta({ id: 'RiskImportRow' });
export type RiskImportRow = z.infer<typeof riskImportRow>;

/** Maximum size of a file of assets for an analysis, in bytes. */
export const maximumRiskFileBytes = 16 * 1024 ** 2;
/** Maximum number of rows of such a file. */
export const maximumRiskRows = 100_000;

const defineRoute = routeGroup('Risk analyses');

export const downloadRiskTemplate = defineRoute('GET /api/riskanalyses/imports/template', {
  access: 'write:risk-analysis',
  summary: 'Download a workbook template: the first sheet has the columns, the others their possible values',
  ...returnsFile('xlsx'),
});

export const checkRiskImport = defineRoute('POST /api/riskanalyses/:id/assets/imports', {
  access: 'write:risk-analysis',
  summary:
    'Check a file of assets, xlsx or xls, and list what its import into the analysis would do with each row. Nothing is written',
  body: 'file',
  form: numberOptions,
  bodyLimit: maximumRiskFileBytes,
  ...startsCommand,
});

export const runRiskImport = defineRoute('POST /api/riskanalyses/:id/assets/imports/:commandId/run', {
  access: 'write:risk-analysis',
  summary: 'Import the file that a command has checked. Rows with an error are skipped',
  ...startsCommand,
});

export const listRiskImportRows = defineRoute(
  'POST /api/riskanalyses/:id/assets/imports/:commandId/rows/filters',
  {
    access: 'write:risk-analysis',
    summary:
      'List the result of each row of a check or import. Fields: Line, Action, UniqueId, AssetName, Message',
    ...listCall,
    response: z.array(riskImportRow),
  },
);

export const downloadRiskImportRows = defineRoute(
  'GET /api/riskanalyses/:id/assets/imports/:commandId/rows.csv',
  {
    access: 'write:risk-analysis',
    summary: 'Download the result of each row of a check or import as csv',
    ...returnsFile('csv'),
  },
);
