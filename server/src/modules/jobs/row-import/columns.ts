import { AppError } from '../../../platform/errors.ts';

/** A column of a file of records. */
export interface FileColumn<Name extends string> {
  name: Name;
  heading: string;
  /** Describes the allowed values in the template. */
  note: string;
  /** Alternative headings. */
  others?: readonly string[];
  /** The allowed values of a column with a fixed choice. */
  choices?: readonly string[];
}

/** Normalizes a heading for comparison: lower case, only letters and digits. */
export const plain = (heading: string): string => heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
const shown = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text);

/** Finds a column by its heading, ignoring case, spaces and punctuation. */
export function columnFinder<Name extends string>(
  columns: readonly FileColumn<Name>[],
): (heading: string) => FileColumn<Name> | undefined {
  const byHeading = new Map(
    columns.flatMap((column) =>
      [column.heading, column.name, ...(column.others ?? [])].map((text) => [plain(text), column] as const),
    ),
  );
  return (heading) => byHeading.get(plain(heading));
}

/**
 * Finds the columns by their headings, ignoring case, spaces and punctuation.
 * @returns the index of each column present, from 0.
 * @throws AppError 'invalid-file' naming missing, unknown and duplicate columns.
 */
export function recognizeColumns<Name extends string>(
  heading: readonly string[],
  columns: readonly FileColumn<Name>[],
  required: readonly Name[],
): Map<Name, number> {
  const find = columnFinder(columns);
  const refuse = (message: string): never => {
    throw new AppError('invalid-file', message);
  };
  const found = new Map<Name, number>();
  heading.forEach((text, place) => {
    if (text === '') return;
    const column =
      find(text) ??
      refuse(
        `The column '${shown(text)}' is not known. The columns are ${columns.map((one) => one.heading).join(', ')}.`,
      );
    if (found.has(column.name)) refuse(`There are two columns '${column.heading}'.`);
    found.set(column.name, place);
  });
  for (const { name, heading: missing } of columns)
    if (required.includes(name) && !found.has(name))
      refuse(`There is no column '${missing}' in the first row.`);
  return found;
}
