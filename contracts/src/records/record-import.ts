import { z } from 'zod';
import { startsCommand } from '../core/command.ts';
import { returnsFile } from '../core/content-types.ts';
import { numberOptions } from '../core/file-options.ts';
import { listCall } from '../core/list.ts';
import { commandIdParameter } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { maximumRowFileBytes, rowImportResult, rowImportRow } from '../core/row-import.ts';
import { typeParams } from './record.ts';

const defineRoute = routeGroup('Records');

export const recordImportRow = rowImportRow.extend({ title: z.string() }).meta({ id: 'RecordImportRow' });
export type RecordImportRow = z.infer<typeof recordImportRow>;

/** The maximum number of columns of a file that can be reported and mapped. */
export const maximumImportColumns = 1000;

/** The fields of columns whose headings are not recognized. */
const importMapping = z
  .record(z.string().max(1000), z.string().max(100).nullable())
  .refine((mapping) => Object.keys(mapping).length <= maximumImportColumns, {
    error: `At most ${maximumImportColumns} columns can be mapped.`,
  })
  .describe('Name of the field by heading of the column; Id for the id, null to ignore the column');
export type ImportMapping = z.infer<typeof importMapping>;

/** A column of a file and the field to which it is mapped. */
export const importColumn = z
  .object({
    heading: z.string(),
    column: z.string().nullable().describe('Name of the field, Id or State; null if the column is ignored'),
    sample: z.string().describe('First value of the column'),
  })
  .meta({ id: 'ImportColumn' });
export type ImportColumn = z.infer<typeof importColumn>;

/** The result of the command, also if it failed because of an unknown column. */
export const recordImportResult = rowImportResult
  .partial()
  .extend({ columns: z.array(importColumn).optional() })
  .meta({ id: 'RecordImportResult' });
export type RecordImportResult = z.infer<typeof recordImportResult>;

const importParams = typeParams.extend({ commandId: commandIdParameter });

export const downloadRecordTemplate = defineRoute('GET /api/records/:type/imports/template', {
  access: 'signed-in',
  summary:
    'Download a workbook template: the first sheet has the columns, the others their possible values. For system types, the first sheet contains the records with the values of their further fields',
  params: typeParams,
  ...returnsFile('xlsx'),
});

export const checkRecordImport = defineRoute('POST /api/records/:type/imports', {
  access: 'signed-in',
  summary:
    'Check a file of records, csv or xlsx, and report what the import would do with each row. Nothing is written. Columns are recognized by caption or name; the result of the command lists them. For system types, such as twin, each row sets further fields of an existing record',
  params: typeParams,
  body: 'file',
  form: numberOptions,
  bodyLimit: maximumRowFileBytes,
  ...startsCommand,
});

export const recheckRecordImport = defineRoute('POST /api/records/:type/imports/:commandId/check', {
  access: 'signed-in',
  summary: 'Check a file again with a new mapping of its columns',
  params: importParams,
  body: z.strictObject({ mapping: importMapping }),
  ...startsCommand,
});

export const runRecordImport = defineRoute('POST /api/records/:type/imports/:commandId/run', {
  access: 'signed-in',
  summary: 'Import the file that a command has checked. Rows with an error are skipped',
  params: importParams,
  ...startsCommand,
});

export const listRecordImportRows = defineRoute('POST /api/records/:type/imports/:commandId/rows/filters', {
  access: 'signed-in',
  summary: 'List the result of each row of a check or import. Fields: Line, Action, Title, Message',
  params: importParams,
  ...listCall,
  response: z.array(recordImportRow),
});

export const downloadRecordImportRows = defineRoute('GET /api/records/:type/imports/:commandId/rows.csv', {
  access: 'signed-in',
  summary: 'Download the result of each row of a check or import as csv',
  params: importParams,
  ...returnsFile('csv'),
});
