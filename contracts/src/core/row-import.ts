import { z } from 'zod';

/** What an import does with a row. */
const rowImportActions = ['create', 'update', 'unchanged', 'error'] as const;
export type RowImportAction = (typeof rowImportActions)[number];

/** The result of the command of a row import: the number of rows, in total and by action. */
export const rowImportResult = z
  .object({
    dryRun: z.boolean().describe('Whether it was only a check, which writes nothing'),
    rows: z.number().int(),
    create: z.number().int(),
    update: z.number().int(),
    unchanged: z.number().int(),
    error: z.number().int(),
  })
  .meta({ id: 'RowImportResult' });
export type RowImportResult = z.infer<typeof rowImportResult>;

/** The fields of every row in the result of an import. */
export const rowImportRow = z.object({
  line: z.number().int().describe('Line in the file; the heading is line 1'),
  action: z.enum(rowImportActions),
  message: z.string().nullable().describe('Reason why the row is rejected; null if it is accepted'),
});
export type RowImportRow = z.infer<typeof rowImportRow>;

/** Maximum size of an import file in bytes. */
export const maximumRowFileBytes = 64 * 1024 ** 2;
/** Maximum number of rows in an import file. */
export const maximumFileRows = 100_000;
