import { z } from 'zod';
import { commandParams, commandReference } from '../core/command.ts';
import { paging } from '../core/list.ts';
import { idParameter } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

/** How an import went; the result of a command of type import-data-points. */
export const importResult = z
  .object({
    rows: z.number().int(),
    stored: z.number().int(),
    replaced: z.number().int(),
    duplicate: z.number().int(),
    early: z.number().int().default(0).describe('How many are ahead of the clock, and held until their time'),
    refused: z.number().int(),
  })
  .meta({ id: 'ImportResult' });
export type ImportResult = z.infer<typeof importResult>;

/** What goes with the file, as form fields. */
export const importOptions = z
  .object({
    timeZone: z.string().max(60).default('UTC').describe('IANA name, for times without a zone'),
    dateOrder: z.enum(['ymd', 'dmy', 'mdy']).default('ymd').describe('Order in dates such as 02/03/2024'),
    tagId: idParameter.optional().describe('The tag of a file that has only times and values'),
  })
  .meta({ id: 'ImportOptions' });
export type ImportOptions = z.infer<typeof importOptions>;

/** Largest accepted upload. */
export const maximumImportBytes = 8 * 1024 ** 3;

export const importPoints = defineRoute({
  method: 'POST',
  path: '/api/imports',
  access: 'write:tag',
  tag: 'Imports',
  summary:
    'Import a file of points: csv or xlsx, also gzipped; columns tag, time, value, or time and a column a tag',
  body: 'file',
  bodyLimit: maximumImportBytes,
  status: 202,
  response: commandReference,
});

export const refusedRow = z.object({ line: z.number().int(), reason: z.string() }).meta({ id: 'RefusedRow' });
export type RefusedRow = z.infer<typeof refusedRow>;

export const listRefusedRows = defineRoute({
  method: 'GET',
  path: '/api/imports/:commandId/refused',
  access: 'write:tag',
  tag: 'Imports',
  summary: 'The refused rows of an import, by line; the first 10,000 are kept',
  params: commandParams,
  query: paging,
  response: z.array(refusedRow),
  paged: true,
});
