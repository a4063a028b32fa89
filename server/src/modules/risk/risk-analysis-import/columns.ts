import type { FileColumn } from '../../jobs/row-import/service.ts';

/** The columns of a file of an analysis' assets. */
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

export const columns: readonly FileColumn<ColumnName>[] = [
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
  { name: 'improve', heading: 'Improve', note: 'yes or no.', choices: ['yes', 'no'] },
  {
    name: 'improveDescription',
    heading: 'Improvement notes',
    note: 'At most 500 characters.',
    others: ['improvementcomment', 'improvementnote', 'notes'],
  },
];

/** Names of columns in messages. */
export const headingOf = (name: ColumnName): string =>
  columns.find((column) => column.name === name)!.heading;
