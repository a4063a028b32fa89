import type { FileColumn } from '../row-import/service.ts';

/** The columns of a file of items of a list. */
export type ColumnName =
  | 'category'
  | 'value'
  | 'caption'
  | 'description'
  | 'color'
  | 'default'
  | 'isDeprecated';

const yesOrNo = ['yes', 'no'] as const;

export const columns: readonly FileColumn<ColumnName>[] = [
  {
    name: 'category',
    heading: 'Category',
    note: 'One of the categories of the list, if it has any.',
    others: ['system'],
  },
  {
    name: 'value',
    heading: 'Value',
    note: 'For a plain list: the stored value. Items are identified by value and category.',
    others: ['code'],
  },
  {
    name: 'caption',
    heading: 'Caption',
    note: 'Required. For a coloured or simple list, items are identified by it.',
    others: ['name'],
  },
  { name: 'description', heading: 'Description', note: 'At most 500 characters.' },
  { name: 'color', heading: 'Color', note: 'For a coloured list, for example #E0E0E0.', others: ['colour'] },
  { name: 'default', heading: 'Default', note: 'yes: preselected in forms.', choices: yesOrNo },
  {
    name: 'isDeprecated',
    heading: 'Deprecated',
    note: 'yes: not offered for new choices.',
    choices: yesOrNo,
  },
];

/** Returns the name of a column in messages. */
export const toHeading = (name: string): string =>
  columns.find((column) => column.name === name)?.heading ?? name;
