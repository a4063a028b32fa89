import { AppError } from '../../platform/errors.ts';

/** What a file of assets may say of each. */
export type ColumnName =
  | 'uniqueId'
  | 'assetName'
  | 'kind'
  | 'parent'
  | 'category'
  | 'class'
  | 'type'
  | 'criticality'
  | 'technicalNumber'
  | 'description'
  | 'maintenancePlant'
  | 'planningPlant'
  | 'departmentId'
  | 'positionId';

export interface Column {
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
    note: 'Required. By it an asset that is there is found; one that is not is made.',
    others: ['id', 'assetid', 'assetuniqueid'],
  },
  { name: 'assetName', heading: 'Name', note: 'Required for a new asset.', others: ['assetname'] },
  { name: 'kind', heading: 'Kind', note: 'equipment or location. A new asset is equipment unless told.' },
  {
    name: 'parent',
    heading: 'Parent',
    note: 'The unique id of what it stands in, there already or a row of this file.',
    others: ['parentid', 'parentuniqueid', 'location'],
  },
  { name: 'category', heading: 'Category', note: 'As in the sheet Taxonomy.' },
  { name: 'class', heading: 'Class', note: 'As in the sheet Taxonomy; needs its category.' },
  { name: 'type', heading: 'Type', note: 'As in the sheet Taxonomy; needs its class.' },
  { name: 'criticality', heading: 'Criticality', note: 'A, B or C; A is the most critical.' },
  { name: 'technicalNumber', heading: 'Technical number', note: 'At most 100 characters.' },
  { name: 'description', heading: 'Description', note: 'At most 4,000 characters.' },
  { name: 'maintenancePlant', heading: 'Maintenance plant', note: 'At most 100 characters.' },
  { name: 'planningPlant', heading: 'Planning plant', note: 'At most 100 characters.' },
  {
    name: 'departmentId',
    heading: 'Department',
    note: 'At most 100 characters.',
    others: ['departmentid'],
  },
  { name: 'positionId', heading: 'Position', note: 'At most 100 characters.', others: ['positionid'] },
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
  const shown = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text);
  heading.forEach((text, place) => {
    if (text === '') return;
    const name = byHeading.get(plain(text));
    if (name === undefined) {
      throw new AppError(
        'invalid-file',
        `The column '${shown(text)}' is not known. The columns are ${columns.map((column) => column.heading).join(', ')}.`,
      );
    }
    if (found.has(name)) throw new AppError('invalid-file', `There are two columns '${headingOf(name)}'.`);
    found.set(name, place);
  });
  if (!found.has('uniqueId'))
    throw new AppError('invalid-file', "There is no column 'Unique id' in the first row.");
  return found;
}
