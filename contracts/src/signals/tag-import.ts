import { z } from 'zod';
import { commandParams, commandReference } from '../core/command.ts';
import { listBody, paging } from '../core/list.ts';
import { defineRoute } from '../core/route.ts';
import { rowImportRow } from '../core/row-import.ts';

export const tagImportRow = z
  .object({ ...rowImportRow.shape, name: z.string(), caption: z.string() })
  .meta({ id: 'TagImportRow' });
export type TagImportRow = z.infer<typeof tagImportRow>;

/** Largest accepted file of tags. */
export const maximumTagFileBytes = 256 * 1024 ** 2;
/** Most rows of such a file. */
export const maximumTagRows = 500_000;

export const downloadTagTemplate = defineRoute({
  method: 'GET',
  path: '/api/tags/imports/template',
  access: 'write:tag',
  tag: 'Tags',
  summary: 'A workbook to fill in: its first sheet has the columns, the others what may stand in them',
  response: 'file',
});

export const checkTagImport = defineRoute({
  method: 'POST',
  path: '/api/tags/imports',
  access: 'write:tag',
  tag: 'Tags',
  summary:
    'Read a file of tags, csv or xlsx, and tell row by row what its import would do; nothing is written',
  body: 'file',
  bodyLimit: maximumTagFileBytes,
  status: 202,
  response: commandReference,
});

export const runTagImport = defineRoute({
  method: 'POST',
  path: '/api/tags/imports/:commandId/run',
  access: 'write:tag',
  tag: 'Tags',
  summary: 'Import the file that a command has checked; rows with an error are left out',
  params: commandParams,
  status: 202,
  response: commandReference,
});

export const listTagImportRows = defineRoute({
  method: 'POST',
  path: '/api/tags/imports/:commandId/rows/filters',
  access: 'write:tag',
  tag: 'Tags',
  summary: 'What became, or would become, of each row. Fields: Line, Action, Name, Caption, Message',
  params: commandParams,
  query: paging,
  body: listBody,
  response: z.array(tagImportRow),
  paged: true,
});

export const downloadTagImportRows = defineRoute({
  method: 'GET',
  path: '/api/tags/imports/:commandId/rows.csv',
  access: 'write:tag',
  tag: 'Tags',
  summary: 'What became, or would become, of each row, as csv',
  params: commandParams,
  response: 'file',
});
