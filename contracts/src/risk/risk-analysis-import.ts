import { z } from 'zod';
import { commandReference } from '../core/command.ts';
import { contentTypes } from '../core/content-types.ts';
import { numberOptions } from '../core/file-options.ts';
import { listBody, paging } from '../core/list.ts';
import { idParameter, idParams } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

export const riskImportActions = ['create', 'update', 'unchanged', 'error'] as const;
export type RiskImportAction = (typeof riskImportActions)[number];

/** How an import into an analysis went, or would go; the result of a command of type import-risk-analysis-assets. */
export const riskImportResult = z
  .object({
    dryRun: z.boolean().describe('Whether nothing was written'),
    rows: z.number().int(),
    create: z.number().int().describe('Assets added to the analysis'),
    update: z.number().int(),
    unchanged: z.number().int(),
    error: z.number().int(),
  })
  .meta({ id: 'RiskImportResult' });
export type RiskImportResult = z.infer<typeof riskImportResult>;

export const riskImportRow = z
  .object({
    line: z.number().int().describe('From 1, the heading’s included'),
    action: z.enum(riskImportActions),
    uniqueId: z.string(),
    assetName: z.string(),
    message: z.string().nullable().describe('Why the row is refused'),
  })
  .meta({ id: 'RiskImportRow' });
export type RiskImportRow = z.infer<typeof riskImportRow>;

/** Largest accepted file of assets for an analysis. */
export const maximumRiskFileBytes = 16 * 1024 ** 2;
/** Most rows of such a file. */
export const maximumRiskRows = 100_000;

const tag = 'Risk analyses';
const importParams = z.object({ id: idParameter, commandId: z.uuid('Please give the command’s id.') });

export const downloadRiskTemplate = defineRoute({
  method: 'GET',
  path: '/api/riskanalyses/imports/template',
  access: 'write:risk-analysis',
  tag,
  summary: 'A workbook to fill in: its first sheet has the columns, the others what may stand in them',
  response: 'file',
  contentTypes: [contentTypes.xlsx],
});

export const checkRiskImport = defineRoute({
  method: 'POST',
  path: '/api/riskanalyses/:id/assets/imports',
  access: 'write:risk-analysis',
  tag,
  summary:
    'Read a file of assets, xlsx or xls, and list row by row what its import into the analysis would do; nothing is written',
  params: idParams,
  body: 'file',
  form: numberOptions,
  bodyLimit: maximumRiskFileBytes,
  status: 202,
  response: commandReference,
});

export const runRiskImport = defineRoute({
  method: 'POST',
  path: '/api/riskanalyses/:id/assets/imports/:commandId/run',
  access: 'write:risk-analysis',
  tag,
  summary: 'Import the file that a command has checked; rows with an error are left out',
  params: importParams,
  status: 202,
  response: commandReference,
});

export const listRiskImportRows = defineRoute({
  method: 'POST',
  path: '/api/riskanalyses/:id/assets/imports/:commandId/rows/filters',
  access: 'write:risk-analysis',
  tag,
  summary: 'What became, or would become, of each row. Fields: Line, Action, UniqueId, AssetName, Message',
  params: importParams,
  query: paging,
  body: listBody,
  response: z.array(riskImportRow),
  paged: true,
});

export const downloadRiskImportRows = defineRoute({
  method: 'GET',
  path: '/api/riskanalyses/:id/assets/imports/:commandId/rows.csv',
  access: 'write:risk-analysis',
  tag,
  summary: 'What became, or would become, of each row, as csv',
  params: importParams,
  response: 'file',
  contentTypes: [contentTypes.csv],
});
