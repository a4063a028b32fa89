import { z } from 'zod';
import { commandParams, commandReference } from './command.ts';
import { listBody, paging } from './list.ts';
import { defineRoute } from './route.ts';

export const workImportActions = ['create', 'update', 'unchanged', 'error'] as const;
export type WorkImportAction = (typeof workImportActions)[number];

/** How an import of work went, or would go; the result of a command of type import-work. */
export const workImportResult = z
  .object({
    dryRun: z.boolean().describe('Whether nothing was written'),
    rows: z.number().int(),
    create: z.number().int(),
    update: z.number().int(),
    unchanged: z.number().int(),
    error: z.number().int(),
  })
  .meta({ id: 'WorkImportResult' });
export type WorkImportResult = z.infer<typeof workImportResult>;

export const workImportRow = z
  .object({
    line: z.number().int().describe('From 1, the heading’s included'),
    action: z.enum(workImportActions),
    tagName: z.string(),
    workName: z.string(),
    message: z.string().nullable().describe('Why the row is refused'),
  })
  .meta({ id: 'WorkImportRow' });
export type WorkImportRow = z.infer<typeof workImportRow>;

/** What goes with a file of work, as form fields. */
export const workImportOptions = z
  .strictObject({
    timeZone: z.string().max(60).default('UTC').describe('IANA name, for times without a zone'),
    dateOrder: z.enum(['ymd', 'dmy', 'mdy']).default('ymd').describe('Order in dates such as 02/03/2024'),
  })
  .meta({ id: 'WorkImportOptions' });
export type WorkImportOptions = z.infer<typeof workImportOptions>;

/** Largest accepted file of work. */
export const maximumWorkFileBytes = 64 * 1024 ** 2;
/** Most rows of a file of work. */
export const maximumWorkRows = 100_000;

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
  bodyLimit: maximumWorkFileBytes,
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
