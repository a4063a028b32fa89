import { z } from 'zod';
import type { Access } from '../access/access.ts';
import { startsCommand } from './command.ts';
import { returnsFile } from './content-types.ts';
import { listCall } from './list.ts';
import { routeGroup } from './route.ts';
import type { rowImportRow } from './row-import.ts';

/**
 * The calls of an import of records: a template, a check of a file, the import of a checked file, and the results of
 * its rows.
 * @param kind.form the fields that go with the file
 * @param kind.fields the fields of a row's record, by which results are filtered
 */
export function rowImportRoutes<
  const Path extends `/${string}`,
  const Allowed extends Access,
  Row extends z.ZodType<z.infer<typeof rowImportRow>>,
>(kind: {
  path: Path;
  access: Allowed;
  tag: string;
  records: string;
  row: Row;
  fields: string;
  bodyLimit: number;
  form: z.ZodObject;
}) {
  const { path, access, records, row, fields, bodyLimit, form } = kind;
  const defineRoute = routeGroup(kind.tag);
  return {
    template: defineRoute(`GET ${path}/template`, {
      access,
      summary:
        'Download an xlsx template: the first sheet has the columns, the other sheets the allowed values',
      ...returnsFile('xlsx'),
    }),
    check: defineRoute(`POST ${path}`, {
      access,
      summary: `Check a csv or xlsx file of ${records} and list what its import would do with each row; writes nothing`,
      body: 'file',
      form,
      bodyLimit,
      ...startsCommand,
    }),
    run: defineRoute(`POST ${path}/:commandId/run`, {
      access,
      summary: 'Import a checked file; rows with errors are skipped',
      ...startsCommand,
    }),
    listRows: defineRoute(`POST ${path}/:commandId/rows/filters`, {
      access,
      summary: `List the result or planned action of each row. Fields: Line, Action, ${fields}, Message`,
      ...listCall,
      response: z.array(row),
    }),
    downloadRows: defineRoute(`GET ${path}/:commandId/rows.csv`, {
      access,
      summary: 'Download the result or planned action of each row as csv',
      ...returnsFile('csv'),
    }),
  };
}

/** The calls of any import of records. */
export type RowImportRoutes = ReturnType<
  typeof rowImportRoutes<`/${string}`, Access, z.ZodType<z.infer<typeof rowImportRow>>>
>;
