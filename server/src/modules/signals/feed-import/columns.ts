import type { FileColumn } from '../../jobs/row-import/service.ts';

/** The columns of a sheet with the tags that a connection feeds. */
export type ColumnName = 'name' | 'caption' | 'unit' | 'source' | 'factor' | 'offset';

export const columns: readonly FileColumn<ColumnName>[] = [
  {
    name: 'name',
    heading: 'Tag',
    note: 'Required. The name of a tag that exists. If no connection feeds it, this one does from then on.',
    others: ['tagname'],
  },
  { name: 'caption', heading: 'Caption', note: 'For reading only.' },
  { name: 'unit', heading: 'Unit', note: 'For reading only.', others: ['uom'] },
  {
    name: 'source',
    heading: 'Source',
    note: 'Where the other system has the values, such as the node of an OPC UA server. A source feeds one tag. At most 200 characters.',
    others: ['address'],
  },
  {
    name: 'factor',
    heading: 'Factor',
    note: 'value = factor × delivered + offset. Not 0; an empty cell is 1. Points that are stored stay as they are.',
  },
  { name: 'offset', heading: 'Offset', note: 'In the unit of the tag. An empty cell is 0.' },
];

/** Returns the heading of a column, for messages. */
export const toHeading = (name: ColumnName): string =>
  columns.find((column) => column.name === name)!.heading;
