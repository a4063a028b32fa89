import type { FileColumn } from '../../jobs/row-import/service.ts';

/** The columns of a file with parameter values. */
export type ColumnName = 'uniqueId' | 'assetName' | 'parameter' | 'value' | 'unit';

export const columns: readonly FileColumn<ColumnName>[] = [
  {
    name: 'uniqueId',
    heading: 'Unique id',
    note: 'Required. Of an asset that has a twin.',
    others: ['id', 'assetid', 'assetuniqueid'],
  },
  { name: 'assetName', heading: 'Asset', note: 'For reading only.', others: ['name', 'assetname'] },
  { name: 'parameter', heading: 'Parameter', note: 'Required. A parameter that the twin has.' },
  {
    name: 'value',
    heading: 'Value',
    note: 'A number in the unit of the parameter, or a length of time as ISO 8601, such as P7D or PT8H. An empty cell clears the value.',
  },
  {
    name: 'unit',
    heading: 'Unit',
    note: 'UCUM code. A row in another unit than the parameter’s is refused.',
  },
];

/** Returns the heading of a column, for messages. */
export const toHeading = (name: ColumnName): string =>
  columns.find((column) => column.name === name)!.heading;
