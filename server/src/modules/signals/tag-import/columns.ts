import { tagTypes } from '@twinward/contracts/signals/tag';
import type { FileColumn } from '../../jobs/row-import/service.ts';

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

/** Separates the keywords, and the assets, in a cell. */
export const listSeparator = ';';

export const columns: readonly FileColumn<ColumnName>[] = [
  {
    name: 'name',
    heading: 'Name',
    note: 'Required. A tag of that name is changed; without one, a tag is created.',
    others: ['tag', 'tagname'],
  },
  {
    name: 'caption',
    heading: 'Caption',
    note: 'At most 200 characters; the name where it is empty.',
  },
  {
    name: 'type',
    heading: 'Type',
    note: `${tagTypes.join(', ')}; data_point unless given. The type of a tag stays.`,
    choices: tagTypes,
  },
  {
    name: 'unit',
    heading: 'Unit',
    note: 'Code or abbreviation as in the sheet Units; any other text stays as it is.',
    others: ['uom', 'engineeringunit', 'engunits'],
  },
  { name: 'description', heading: 'Description', note: 'At most 4,000 characters.', others: ['descriptor'] },
  { name: 'keywords', heading: 'Keywords', note: 'Separated by semicolons.' },
  { name: 'source', heading: 'Source', note: 'Where its points come from. At most 200 characters.' },
  {
    name: 'assetIds',
    heading: 'Assets',
    note: 'Unique ids of its assets, separated by semicolons.',
    others: ['asset', 'assetuniqueid'],
  },
];

/** Names of columns in messages. */
export const headingOf = (name: ColumnName): string =>
  columns.find((column) => column.name === name)!.heading;
