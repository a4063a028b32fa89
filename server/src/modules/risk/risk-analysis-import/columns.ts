import { AppError } from '../../../platform/errors.ts';

/** What a file may say of the assets of an analysis. */
export type ColumnName =
  | 'uniqueId'
  | 'assetName'
  | 'category'
  | 'class'
  | 'type'
  | 'probability'
  | 'shape'
  | 'characteristicLife'
  | 'consequence'
  | 'improve'
  | 'improveDescription';

interface Column {
  name: ColumnName;
  heading: string;
  /** What may stand in it, for who fills the template in. */
  note: string;
  /** Other headings that are understood. */
  others?: readonly string[];
}

export const columns: readonly Column[] = [
  {
    name: 'uniqueId',
    heading: 'Unique id',
    note: 'Required. By it an asset that is there is found; one that is not is made, by who may make assets.',
    others: ['id', 'assetid', 'assetuniqueid'],
  },
  { name: 'assetName', heading: 'Name', note: 'Required for a new asset.', others: ['assetname', 'asset'] },
  { name: 'category', heading: 'Category', note: 'Of a new asset, as in the sheet Taxonomy.' },
  { name: 'class', heading: 'Class', note: 'Of a new asset, as in the sheet Taxonomy; needs its category.' },
  { name: 'type', heading: 'Type', note: 'Of a new asset, as in the sheet Taxonomy; needs its class.' },
  {
    name: 'probability',
    heading: 'Probability %',
    note: 'Whole percent of failing by the end of the analysis, 0 to 100; in place of shape and characteristic life.',
    others: ['probability'],
  },
  { name: 'shape', heading: 'Shape', note: 'Of a Weibull distribution: beta.', others: ['beta'] },
  {
    name: 'characteristicLife',
    heading: 'Characteristic life (days)',
    note: 'Of a Weibull distribution: eta, in days.',
    others: ['characteristiclife', 'eta', 'life'],
  },
  {
    name: 'consequence',
    heading: 'Cost of failure',
    note: 'What one failure costs, in whole dollars.',
    others: ['consequence', 'cost'],
  },
  { name: 'improve', heading: 'Improve', note: 'yes or no.' },
  {
    name: 'improveDescription',
    heading: 'Improvement notes',
    note: 'At most 500 characters.',
    others: ['improvementcomment', 'improvementnote', 'notes'],
  },
];

const plain = (heading: string): string => heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

const byHeading = new Map<string, ColumnName>(
  columns.flatMap(({ name, heading, others = [] }) =>
    [plain(heading), plain(name), ...others].map((text) => [text, name] as const),
  ),
);

/** What a column is called in messages. */
export const headingOf = (name: ColumnName): string =>
  columns.find((column) => column.name === name)!.heading;

/**
 * Finds the columns by their headings, without regard to case, spaces and signs.
 * @returns the place of each column that is there, from 0.
 * @throws AppError 'invalid-file' naming what is missing, unknown or there twice.
 */
export function recognizeColumns(heading: readonly string[]): Map<ColumnName, number> {
  const found = new Map<ColumnName, number>();
  heading.forEach((text, place) => {
    if (text === '') return;
    const name = byHeading.get(plain(text));
    if (name === undefined) {
      const known = columns.map((column) => column.heading).join(', ');
      const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text;
      throw new AppError('invalid-file', `The column '${shown}' is not known. The columns are ${known}.`);
    }
    if (found.has(name)) throw new AppError('invalid-file', `There are two columns '${headingOf(name)}'.`);
    found.set(name, place);
  });
  if (!found.has('uniqueId'))
    throw new AppError('invalid-file', "There is no column 'Unique id' in the first row.");
  return found;
}
