import { z } from 'zod';
import { startsCommand } from '../core/command.ts';
import { timeOptions } from '../core/file-options.ts';
import { paging } from '../core/list.ts';
import { id, idParameter, requiredText, text } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { aliasName } from '../twins/tag-alias.ts';

const defineRoute = routeGroup('Imports');

/** A local time that occurred twice because clocks were set back, and how its rows were read. */
export const repeatedHour = z
  .object({
    from: z.string().describe('Local time at its start, such as 2024-10-27T02:00:00'),
    until: z.string().describe('Local time at its end, the first and the second time'),
    tags: z
      .number()
      .int()
      .describe('Number of tags with rows in it; a file with several tags per row counts as one'),
    undecided: z
      .number()
      .int()
      .describe('Number of these tags whose rows pass it only once; they are read as the first occurrence'),
  })
  .meta({ id: 'RepeatedHour' });

/** The summary of an import; the result of a command of type import-data-points. */
export const importResult = z
  .object({
    rows: z.number().int(),
    stored: z.number().int(),
    replaced: z.number().int(),
    duplicate: z.number().int(),
    early: z
      .number()
      .int()
      .default(0)
      .describe('Number of points ahead of the clock, which are held until their time'),
    refused: z.number().int(),
    repeatedHours: z
      .array(repeatedHour)
      .default([])
      .describe('Repeated local times with rows in the file, by time; the first 100'),
    tagIds: z
      .array(id)
      .default([])
      .describe('Ids of the tags with points in the file, in the order of the file; the first 8'),
    twinId: id
      .nullable()
      .default(null)
      .describe(
        'Id of the twin that was created or chosen for the file, else of the twin of its first tag’s asset',
      ),
  })
  .meta({ id: 'ImportResult' });
export type ImportResult = z.infer<typeof importResult>;

/** Roles for which columns of a file of points can be chosen. */
export const columnRoles = ['tag', 'time', 'date', 'value', 'quality'] as const;
export type ColumnRole = (typeof columnRoles)[number];

/** Heading of the chosen column, by role. Columns of omitted roles are found by their headings. */
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

/** Maximum number of characters of the names that an import creates. */
export const importLengths = { tagName: 200, unit: 50, assetName: 200, uniqueId: 100 };

/** The mapping of a column of values, or of the rows of a tag. */
export const importSignal = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .max(10_000)
      .describe('Name in the file: heading of the column, or cell of the tag column'),
    tagId: id.optional().describe('Id of the tag for the points'),
    tag: z
      .strictObject({
        name: requiredText(importLengths.tagName),
        unit: text(importLengths.unit).nullable().default(null).describe('UCUM code of the unit'),
      })
      .optional()
      .describe('A new tag that takes the points; with neither, the points are left out'),
    input: aliasName.optional().describe('Name of the twin’s input that is mapped to the tag'),
  })
  .refine(({ tagId, tag }) => tagId === undefined || tag === undefined, {
    path: ['tag'],
    message: 'Please give either a tag or a new one.',
  })
  .meta({ id: 'ImportSignal' });
export type ImportSignal = z.infer<typeof importSignal>;

/** The asset of new tags and the twin of new inputs. */
export const importTarget = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('twin'), twinId: id }),
    z
      .strictObject({ type: z.literal('asset'), assetId: id })
      .describe('An existing asset; a twin is created if it has none'),
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

/** Maximum number of signals in a file. */
export const maximumImportSignals = 1000;

/** The options of an import, as form fields. */
export const importOptions = z
  .object({
    ...timeOptions.shape,
    zeroQuality: zeroQuality
      .optional()
      .describe(
        'Meaning of 0 in a column with only the quality codes 0, 1 and 2: good (then 1 is uncertain and 2 is bad) or bad',
      ),
    tagColumn: chosenColumn.describe('Heading of the column of tags'),
    timeColumn: chosenColumn.describe(
      'Heading of the column of times, or of times of day if there is a date column',
    ),
    dateColumn: chosenColumn.describe('Heading of the column of dates, if separate from the time of day'),
    valueColumn: chosenColumn.describe('Heading of the column of values'),
    qualityColumn: chosenColumn.describe('Heading of the column of qualities'),
    tagId: idParameter.optional().describe('Id of the tag, for a file with only times and values'),
    signals: json(z.array(importSignal).max(maximumImportSignals))
      .optional()
      .describe(
        'JSON: mapping of the columns or tags of the file. Others are mapped to existing tags by name',
      ),
    target: json(importTarget)
      .optional()
      .describe(
        'JSON: asset for new tags and twin for new inputs. They are created together with the first points, in one transaction',
      ),
  })
  .meta({ id: 'ImportOptions' });
export type ImportOptions = z.infer<typeof importOptions>;

/** Maximum upload in bytes. */
export const maximumImportBytes = 8 * 1024 ** 3;

export const importPoints = defineRoute('POST /api/imports', {
  access: 'write:tag',
  summary:
    'Import a file of points, csv or xlsx, optionally gzipped. Columns: tag, time and value, or time and one column per tag. Date and time can be separate columns',
  body: 'file',
  form: importOptions,
  bodyLimit: maximumImportBytes,
  ...startsCommand,
});

/** The first rows of a file as cells. */
export const fileHead = z
  .object({
    header: z.array(z.string()),
    rows: z.array(z.array(z.string())),
    epochDay: z
      .number()
      .nullable()
      .describe('Day number of 1970-01-01 in the calendar of the workbook, for times that are plain numbers'),
  })
  .meta({ id: 'FileHead' });
export type FileHead = z.infer<typeof fileHead>;

/** Maximum size of a file whose first rows are read, in bytes. */
export const maximumHeadBytes = 64 * 1024 ** 2;

export const readFileHead = defineRoute('POST /api/imports/head', {
  access: 'write:tag',
  summary:
    'Read the first 200 rows of a csv or xlsx file, optionally gzipped, of at most 64 MiB. The file is not stored',
  body: 'file',
  bodyLimit: maximumHeadBytes,
  response: fileHead,
});

export const refusedRow = z.object({ line: z.number().int(), reason: z.string() }).meta({ id: 'RefusedRow' });
export type RefusedRow = z.infer<typeof refusedRow>;

export const listRefusedRows = defineRoute('GET /api/imports/:commandId/refused', {
  access: 'write:tag',
  summary: 'List the refused rows of an import, by line. The first 10,000 are kept',
  query: paging,
  response: z.array(refusedRow),
  paged: true,
});
