import { z } from 'zod';
import { commandParams, commandReference } from './command.ts';
import { listBody, paging } from './list.ts';
import { defineRoute } from './route.ts';

export const assetImportActions = ['create', 'update', 'unchanged', 'error'] as const;
export type AssetImportAction = (typeof assetImportActions)[number];

/** How an import of assets went, or would go; the result of a command of type import-assets. */
export const assetImportResult = z
  .object({
    dryRun: z.boolean().describe('Whether nothing was written'),
    rows: z.number().int(),
    create: z.number().int(),
    update: z.number().int(),
    unchanged: z.number().int(),
    error: z.number().int(),
  })
  .meta({ id: 'AssetImportResult' });
export type AssetImportResult = z.infer<typeof assetImportResult>;

export const assetImportRow = z
  .object({
    line: z.number().int().describe('From 1, the heading’s included'),
    action: z.enum(assetImportActions),
    uniqueId: z.string(),
    assetName: z.string(),
    message: z.string().nullable().describe('Why the row is refused'),
  })
  .meta({ id: 'AssetImportRow' });
export type AssetImportRow = z.infer<typeof assetImportRow>;

/** Largest accepted file of assets. */
export const maximumAssetFileBytes = 64 * 1024 ** 2;
/** Most rows of a file of assets. */
export const maximumAssetRows = 100_000;

export const downloadAssetTemplate = defineRoute({
  method: 'GET',
  path: '/api/assets/imports/template',
  access: 'write:asset',
  tag: 'Assets',
  summary: 'A workbook to fill in: its first sheet has the columns, the others what may stand in them',
  response: 'file',
});

export const checkAssetImport = defineRoute({
  method: 'POST',
  path: '/api/assets/imports',
  access: 'write:asset',
  tag: 'Assets',
  summary:
    'Read a file of assets, csv or xlsx, and tell row by row what its import would do; nothing is written',
  body: 'file',
  bodyLimit: maximumAssetFileBytes,
  status: 202,
  response: commandReference,
});

export const runAssetImport = defineRoute({
  method: 'POST',
  path: '/api/assets/imports/:commandId/run',
  access: 'write:asset',
  tag: 'Assets',
  summary: 'Import the file that a command has checked; rows with an error are left out',
  params: commandParams,
  status: 202,
  response: commandReference,
});

export const listAssetImportRows = defineRoute({
  method: 'POST',
  path: '/api/assets/imports/:commandId/rows/filters',
  access: 'write:asset',
  tag: 'Assets',
  summary: 'What became, or would become, of each row. Fields: Line, Action, UniqueId, AssetName, Message',
  params: commandParams,
  query: paging,
  body: listBody,
  response: z.array(assetImportRow),
  paged: true,
});

export const downloadAssetImportRows = defineRoute({
  method: 'GET',
  path: '/api/assets/imports/:commandId/rows.csv',
  access: 'write:asset',
  tag: 'Assets',
  summary: 'What became, or would become, of each row, as csv',
  params: commandParams,
  response: 'file',
});
