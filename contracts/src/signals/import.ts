import { z } from 'zod';
import { commandParams, commandReference } from '../core/command.ts';
import { timeOptions } from '../core/file-options.ts';
import { paging } from '../core/list.ts';
import { idParameter } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

/** Local time that clocks showed twice when they were set back, and how the rows in it were read. */
export const repeatedHour = z
  .object({
    from: z.string().describe('What clocks showed when it began, as 2024-10-27T02:00:00'),
    until: z.string().describe('What they showed when it ended, for the first and the second time'),
    tags: z.number().int().describe('Tags with rows in it; a file of one time a row counts as one'),
    undecided: z
      .number()
      .int()
      .describe('Of these, tags whose rows go through it once: they are read as its first run'),
  })
  .meta({ id: 'RepeatedHour' });
export type RepeatedHour = z.infer<typeof repeatedHour>;

/** How an import went; the result of a command of type import-data-points. */
export const importResult = z
  .object({
    rows: z.number().int(),
    stored: z.number().int(),
    replaced: z.number().int(),
    duplicate: z.number().int(),
    early: z.number().int().default(0).describe('How many are ahead of the clock, and held until their time'),
    refused: z.number().int(),
    repeatedHours: z
      .array(repeatedHour)
      .default([])
      .describe(
        'Local times that clocks showed twice, and that the file has rows in, by time; the first 100',
      ),
  })
  .meta({ id: 'ImportResult' });
export type ImportResult = z.infer<typeof importResult>;

/** What a column of a file of points may be chosen for. */
export const columnRoles = ['tag', 'time', 'date', 'value', 'quality'] as const;
export type ColumnRole = (typeof columnRoles)[number];

/** By role the heading of the column that was chosen; roles that are left out are found by their headings. */
export type ColumnsOption = Partial<Record<ColumnRole, string>>;

const chosenColumn = z.string().min(1).max(10_000).optional();
const zeroQuality = z.enum(['good', 'bad']);
export type ZeroQuality = z.infer<typeof zeroQuality>;

/** What goes with the file, as form fields. */
export const importOptions = z
  .object({
    ...timeOptions.shape,
    zeroQuality: zeroQuality
      .optional()
      .describe(
        'What a column of the quality codes 0, 1 and 2 alone means by 0: good (then 1 is uncertain, 2 bad), or bad',
      ),
    tagColumn: chosenColumn.describe('Heading of the column of tags'),
    timeColumn: chosenColumn.describe('Heading of the column of times, or of times of day beside a date'),
    dateColumn: chosenColumn.describe('Heading of the column of dates, where the time of day has its own'),
    valueColumn: chosenColumn.describe('Heading of the column of values'),
    qualityColumn: chosenColumn.describe('Heading of the column of qualities'),
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
    'Import a file of points: csv or xlsx, also gzipped; columns tag, time, value, or time and a column a tag; date and time may be two columns',
  body: 'file',
  form: importOptions,
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
