import { z } from 'zod';
import { commandReference } from '../core/command.ts';
import { contentTypes } from '../core/content-types.ts';
import { numberOptions } from '../core/file-options.ts';
import { listBody, paging } from '../core/list.ts';
import { defineRoute } from '../core/route.ts';
import { maximumRowFileBytes, rowImportResult, rowImportRow } from '../core/row-import.ts';
import { typeParams } from './record.ts';

const tag = 'Records';

export const recordImportRow = rowImportRow.extend({ title: z.string() }).meta({ id: 'RecordImportRow' });
export type RecordImportRow = z.infer<typeof recordImportRow>;

/** The columns of a file that are reported, and may be mapped. */
export const maximumImportColumns = 1000;

/** What the columns of a file hold, where their headings do not say so. */
export const importMapping = z
  .record(z.string().max(1000), z.string().max(100).nullable())
  .refine((mapping) => Object.keys(mapping).length <= maximumImportColumns, {
    error: `At most ${maximumImportColumns} columns can be mapped.`,
  })
  .describe('By heading of the file: the name of a field, Id, or null to leave the column out');
export type ImportMapping = z.infer<typeof importMapping>;

/** A column of a file, and the field that it is read as. */
export const importColumn = z
  .object({
    heading: z.string(),
    column: z.string().nullable().describe('Name of a field, Id or State; null: it is not read'),
    sample: z.string().describe('Its first value'),
  })
  .meta({ id: 'ImportColumn' });
export type ImportColumn = z.infer<typeof importColumn>;

/** The result of the command, also of one that failed because a column is not known. */
export const recordImportResult = rowImportResult
  .partial()
  .extend({ columns: z.array(importColumn).optional() })
  .meta({ id: 'RecordImportResult' });
export type RecordImportResult = z.infer<typeof recordImportResult>;

const importParams = typeParams.extend({ commandId: z.uuid('Please give the command’s id.') });

export const downloadRecordTemplate = defineRoute({
  method: 'GET',
  path: '/api/records/:type/imports/template',
  access: 'signed-in',
  tag,
  summary:
    'A workbook to fill in: its first sheet has the columns, the others what may stand in them. Of the system’s own types, the first sheet holds the records with the values of their further fields',
  params: typeParams,
  response: 'file',
  contentTypes: [contentTypes.xlsx],
});

export const checkRecordImport = defineRoute({
  method: 'POST',
  path: '/api/records/:type/imports',
  access: 'signed-in',
  tag,
  summary:
    'Read a file of records, csv or xlsx, and report row by row what its import would do; nothing is written. Columns are recognized by caption or name; the result of the command names them. Of the system’s own types, such as twin, each row sets further fields of an existing record',
  params: typeParams,
  body: 'file',
  form: numberOptions,
  bodyLimit: maximumRowFileBytes,
  status: 202,
  response: commandReference,
});

export const recheckRecordImport = defineRoute({
  method: 'POST',
  path: '/api/records/:type/imports/:commandId/check',
  access: 'signed-in',
  tag,
  summary: 'Check a file again, with the fields that its columns hold',
  params: importParams,
  body: z.strictObject({ mapping: importMapping }),
  status: 202,
  response: commandReference,
});

export const runRecordImport = defineRoute({
  method: 'POST',
  path: '/api/records/:type/imports/:commandId/run',
  access: 'signed-in',
  tag,
  summary: 'Import the file that a command has checked; rows with an error are left out',
  params: importParams,
  status: 202,
  response: commandReference,
});

export const listRecordImportRows = defineRoute({
  method: 'POST',
  path: '/api/records/:type/imports/:commandId/rows/filters',
  access: 'signed-in',
  tag,
  summary: 'What became, or would become, of each row. Fields: Line, Action, Title, Message',
  params: importParams,
  query: paging,
  body: listBody,
  response: z.array(recordImportRow),
  paged: true,
});

export const downloadRecordImportRows = defineRoute({
  method: 'GET',
  path: '/api/records/:type/imports/:commandId/rows.csv',
  access: 'signed-in',
  tag,
  summary: 'What became, or would become, of each row, as csv',
  params: importParams,
  response: 'file',
  contentTypes: [contentTypes.csv],
});
