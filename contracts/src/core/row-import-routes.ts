import { z } from 'zod';
import type { Access } from '../access/access.ts';
import { commandParams, commandReference } from './command.ts';
import { contentTypes } from './content-types.ts';
import { listBody, paging } from './list.ts';
import { defineRoute } from './route.ts';
import type { rowImportRow } from './row-import.ts';

/**
 * The calls of an import of records: a template, a check of a file, the import of a checked file, and the results of
 * its rows.
 * @param kind.form the fields that go with the file
 * @param kind.fields the fields of a row's record, by which results are filtered
 */
export function rowImportRoutes<
  const Path extends string,
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
  const { path, access, tag, records, row, fields, bodyLimit, form } = kind;
  return {
    template: defineRoute({
      method: 'GET',
      path: `${path}/template` as const,
      access,
      tag,
      summary:
        'Download an xlsx template: the first sheet has the columns, the other sheets the allowed values',
      response: 'file',
      contentTypes: [contentTypes.xlsx],
    }),
    check: defineRoute({
      method: 'POST',
      path,
      access,
      tag,
      summary: `Check a csv or xlsx file of ${records} and list what its import would do with each row; writes nothing`,
      body: 'file',
      form,
      bodyLimit,
      status: 202,
      response: commandReference,
    }),
    run: defineRoute({
      method: 'POST',
      path: `${path}/:commandId/run` as const,
      access,
      tag,
      summary: 'Import a checked file; rows with errors are skipped',
      params: commandParams,
      status: 202,
      response: commandReference,
    }),
    listRows: defineRoute({
      method: 'POST',
      path: `${path}/:commandId/rows/filters` as const,
      access,
      tag,
      summary: `List the result or planned action of each row. Fields: Line, Action, ${fields}, Message`,
      params: commandParams,
      query: paging,
      body: listBody,
      response: z.array(row),
      paged: true,
    }),
    downloadRows: defineRoute({
      method: 'GET',
      path: `${path}/:commandId/rows.csv` as const,
      access,
      tag,
      summary: 'Download the result or planned action of each row as csv',
      params: commandParams,
      response: 'file',
      contentTypes: [contentTypes.csv],
    }),
  };
}

/** The calls of any import of records. */
export type RowImportRoutes = ReturnType<
  typeof rowImportRoutes<string, Access, z.ZodType<z.infer<typeof rowImportRow>>>
>;
