import { z } from 'zod';
import { commandParams, commandReference } from '../core/command.ts';
import { timeOptions } from '../core/file-options.ts';
import { listBody, paging } from '../core/list.ts';
import { defineRoute } from '../core/route.ts';
import { maximumRowFileBytes, rowImportRow } from '../core/row-import.ts';

export const workImportRow = z
  .object({ ...rowImportRow.shape, tagName: z.string(), workName: z.string() })
  .meta({ id: 'WorkImportRow' });
export type WorkImportRow = z.infer<typeof workImportRow>;

/** What goes with a file of work, as form fields. */
export const workImportOptions = z.strictObject(timeOptions.shape).meta({ id: 'WorkImportOptions' });
export type WorkImportOptions = z.infer<typeof workImportOptions>;

export const downloadWorkTemplate = defineRoute({
  method: 'GET',
  path: '/api/work/imports/template',
  access: 'write:work',
  tag: 'Work',
  summary: 'A workbook to fill in: its first sheet has the columns, the others what may stand in them',
  response: 'file',
});

export const checkWorkImport = defineRoute({
  method: 'POST',
  path: '/api/work/imports',
  access: 'write:work',
  tag: 'Work',
  summary:
    'Read a file of work, csv or xlsx, and tell row by row what its import would do; nothing is written',
  body: 'file',
  bodyLimit: maximumRowFileBytes,
  status: 202,
  response: commandReference,
});

export const runWorkImport = defineRoute({
  method: 'POST',
  path: '/api/work/imports/:commandId/run',
  access: 'write:work',
  tag: 'Work',
  summary: 'Import the file that a command has checked; rows with an error are left out',
  params: commandParams,
  status: 202,
  response: commandReference,
});

export const listWorkImportRows = defineRoute({
  method: 'POST',
  path: '/api/work/imports/:commandId/rows/filters',
  access: 'write:work',
  tag: 'Work',
  summary: 'What became, or would become, of each row. Fields: Line, Action, TagName, WorkName, Message',
  params: commandParams,
  query: paging,
  body: listBody,
  response: z.array(workImportRow),
  paged: true,
});

export const downloadWorkImportRows = defineRoute({
  method: 'GET',
  path: '/api/work/imports/:commandId/rows.csv',
  access: 'write:work',
  tag: 'Work',
  summary: 'What became, or would become, of each row, as csv',
  params: commandParams,
  response: 'file',
});
