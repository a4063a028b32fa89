import { z } from 'zod';
import { commandParams, commandReference } from '../core/command.ts';
import { listBody, paging } from '../core/list.ts';
import { defineRoute } from '../core/route.ts';
import { maximumRowFileBytes, rowImportRow } from '../core/row-import.ts';

export const assetImportRow = z
  .object({ ...rowImportRow.shape, uniqueId: z.string(), assetName: z.string() })
  .meta({ id: 'AssetImportRow' });
export type AssetImportRow = z.infer<typeof assetImportRow>;

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
  bodyLimit: maximumRowFileBytes,
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
