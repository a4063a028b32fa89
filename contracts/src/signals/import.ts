import { z } from 'zod';
import { commandParams, commandReference } from '../core/command.ts';
import { timeOptions } from '../core/file-options.ts';
import { paging } from '../core/list.ts';
import { id, idParameter, requiredText, text } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { aliasName } from '../twins/tag-alias.ts';

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
    tagIds: z
      .array(id)
      .default([])
      .describe('Tags that the file has points of, as it names them; the first 8'),
    twinId: id
      .nullable()
      .default(null)
      .describe('The twin that was made or chosen for the file, else that of the assets of its first tag'),
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

/** JSON in a form field. */
const json = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'Please give JSON.' });
        return z.NEVER;
      }
    })
    .pipe(schema);

/** Characters that names of what an import makes may have. */
export const importLengths = { tagName: 200, unit: 50, assetName: 200, uniqueId: 100 };

/** What becomes of a column of values, or of the rows of a tag. */
export const importSignal = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .max(10_000)
      .describe('As the file has it: heading of the column, or cell of the column of tags'),
    tagId: id.optional().describe('The tag that takes the points'),
    tag: z
      .strictObject({
        name: requiredText(importLengths.tagName),
        unit: text(importLengths.unit).nullable().default(null).describe('UCUM code'),
      })
      .optional()
      .describe('A new tag that takes the points; with neither, the points are left out'),
    input: aliasName.optional().describe('Name of the input of the twin that is mapped to the tag'),
  })
  .refine(({ tagId, tag }) => tagId === undefined || tag === undefined, {
    path: ['tag'],
    message: 'Please give either a tag or a new one.',
  })
  .meta({ id: 'ImportSignal' });
export type ImportSignal = z.infer<typeof importSignal>;

/** Where new tags and inputs belong. */
export const importTarget = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('twin'), twinId: id }),
    z.strictObject({ type: z.literal('asset'), assetId: id }).describe('Gets a twin if it has none'),
    z
      .strictObject({
        type: z.literal('new'),
        assetName: requiredText(importLengths.assetName),
        uniqueId: requiredText(importLengths.uniqueId),
      })
      .describe('A new asset with a twin'),
  ])
  .meta({ id: 'ImportTarget' });
export type ImportTarget = z.infer<typeof importTarget>;

/** Largest number of signals that a file is matched to. */
export const maximumImportSignals = 1000;

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
    signals: json(z.array(importSignal).max(maximumImportSignals))
      .optional()
      .describe(
        'JSON: what becomes of the columns or tags of the file. Those that are not named go to the tags of their names',
      ),
    target: json(importTarget)
      .optional()
      .describe(
        'JSON: where new tags belong, and the twin that gets inputs. They are made with the first points, in one transaction',
      ),
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

/** The first rows of a file as cells. */
export const fileHead = z
  .object({
    header: z.array(z.string()),
    rows: z.array(z.array(z.string())),
    epochDay: z
      .number()
      .nullable()
      .describe("Day of a workbook's calendar that is 1970-01-01, for times that are plain numbers"),
  })
  .meta({ id: 'FileHead' });
export type FileHead = z.infer<typeof fileHead>;

/** Largest file whose first rows are read by a call. */
export const maximumHeadBytes = 64 * 1024 ** 2;

export const readFileHead = defineRoute({
  method: 'POST',
  path: '/api/imports/head',
  access: 'write:tag',
  tag: 'Imports',
  summary: 'The first 200 rows of a csv or xlsx file, also gzipped, of at most 64 MiB; the file is not kept',
  body: 'file',
  bodyLimit: maximumHeadBytes,
  response: fileHead,
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
