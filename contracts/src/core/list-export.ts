import { z } from 'zod';

/** The export of a list to a file, the same for every list. */

/** The maximum number of rows of an exported list. */
export const maximumExportedRows = 100_000;

export const listFormats = ['csv', 'xlsx'] as const;
export type ListFormat = (typeof listFormats)[number];

export const exportFormat = z.enum(listFormats).default('xlsx');

/** @param names of the columns, in words */
export const exportColumns = (names: string) =>
  z
    .string()
    .max(20_000)
    .optional()
    .describe(`Columns in the order of the file, separated by commas: ${names}. All columns if omitted`);

/**
 * The query of a call that exports a list.
 * @param names of the list's own columns
 */
export const exportQuery = (names: readonly string[]) =>
  z.object({
    format: exportFormat,
    columns: exportColumns(`${names.join(', ')}, and fields.{name} for a further field`),
  });
export type ExportQuery = z.infer<ReturnType<typeof exportQuery>>;
