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
      summary: 'A workbook to fill in: its first sheet has the columns, the others what may stand in them',
      response: 'file',
      contentTypes: [contentTypes.xlsx],
    }),
    check: defineRoute({
      method: 'POST',
      path,
      access,
      tag,
      summary: `Read a file of ${records}, csv or xlsx, and list row by row what its import would do; nothing is written`,
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
      summary: 'Import the file that a command has checked; rows with an error are left out',
      params: commandParams,
      status: 202,
      response: commandReference,
    }),
    listRows: defineRoute({
      method: 'POST',
      path: `${path}/:commandId/rows/filters` as const,
      access,
      tag,
      summary: `What became, or would become, of each row. Fields: Line, Action, ${fields}, Message`,
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
      summary: 'What became, or would become, of each row, as csv',
      params: commandParams,
      response: 'file',
      contentTypes: [contentTypes.csv],
    }),
  };
}

/** The calls of some import of records. */
export type RowImportRoutes = ReturnType<
  typeof rowImportRoutes<string, Access, z.ZodType<z.infer<typeof rowImportRow>>>
>;
