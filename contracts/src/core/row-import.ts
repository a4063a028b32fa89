import { z } from 'zod';

/** What an import of records, a row each, does with a row. */
export const rowImportActions = ['create', 'update', 'unchanged', 'error'] as const;
export type RowImportAction = (typeof rowImportActions)[number];

/** How an import of rows went, or would go; the result of its command. */
export const rowImportResult = z
  .object({
    dryRun: z.boolean().describe('Whether nothing was written'),
    rows: z.number().int(),
    create: z.number().int(),
    update: z.number().int(),
    unchanged: z.number().int(),
    error: z.number().int(),
  })
  .meta({ id: 'RowImportResult' });
export type RowImportResult = z.infer<typeof rowImportResult>;

/** What every row of an import's result has. */
export const rowImportRow = z.object({
  line: z.number().int().describe('From 1, the heading’s included'),
  action: z.enum(rowImportActions),
  message: z.string().nullable().describe('Why the row is refused'),
});
export type RowImportRow = z.infer<typeof rowImportRow>;

/** Largest accepted file of rows. */
export const maximumRowFileBytes = 64 * 1024 ** 2;
/** Most rows of such a file. */
export const maximumFileRows = 100_000;
