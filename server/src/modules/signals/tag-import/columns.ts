import { tagTypes } from '@twinward/contracts/signals/tag';
import type { FieldColumnName, FileColumn } from '../../jobs/row-import/service.ts';

/** The columns of a file of tags. */
export type ColumnName =
  | 'name'
  | 'caption'
  | 'type'
  | 'unit'
  | 'description'
  | 'keywords'
  | 'source'
  | 'assetIds';

/** A built-in column, or the column of a further field. */
export type TagColumn = ColumnName | FieldColumnName;

/** Separator of keywords and assets in a cell. */
export const listSeparator = ';';

export const columns: readonly FileColumn<ColumnName>[] = [
  {
    name: 'name',
    heading: 'Name',
    note: 'Required. A tag with this name is changed; without one, a tag is created.',
    others: ['tag', 'tagname'],
  },
  {
    name: 'caption',
    heading: 'Caption',
    note: 'At most 200 characters. The name by default.',
  },
  {
    name: 'type',
    heading: 'Type',
    note: `${tagTypes.join(', ')}; data_point by default. The type of an existing tag can’t change.`,
    choices: tagTypes,
  },
  {
    name: 'unit',
    heading: 'Unit',
    note: 'A code or abbreviation of the sheet Units. Any other text is kept unchanged.',
    others: ['uom', 'engineeringunit', 'engunits'],
  },
  { name: 'description', heading: 'Description', note: 'At most 4,000 characters.', others: ['descriptor'] },
  { name: 'keywords', heading: 'Keywords', note: 'Separated by semicolons.' },
  { name: 'source', heading: 'Source', note: 'Where the points come from. At most 200 characters.' },
  {
    name: 'assetIds',
    heading: 'Assets',
    note: 'Unique ids of the assets, separated by semicolons.',
    others: ['asset', 'assetuniqueid'],
  },
];

/** Returns the heading of a column, for messages. */
export const toHeading = (name: ColumnName): string =>
  columns.find((column) => column.name === name)!.heading;
