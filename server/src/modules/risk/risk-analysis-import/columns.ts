import type { FileColumn } from '../../jobs/row-import/service.ts';

/** The columns of a file with the assets of an analysis. */
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
    note: 'Required. An asset with this id is added or changed; without one, an asset is created, which needs the right to write assets.',
    others: ['id', 'assetid', 'assetuniqueid'],
  },
  { name: 'assetName', heading: 'Name', note: 'Required for a new asset.', others: ['assetname', 'asset'] },
  { name: 'category', heading: 'Category', note: 'A category of the sheet Taxonomy; for new assets only.' },
  {
    name: 'class',
    heading: 'Class',
    note: 'A class of the sheet Taxonomy; for new assets only. Needs its category.',
  },
  {
    name: 'type',
    heading: 'Type',
    note: 'A type of the sheet Taxonomy; for new assets only. Needs its class.',
  },
  {
    name: 'probability',
    heading: 'Probability %',
    note: 'Probability of failure by the end of the analysis in whole percent, 0 to 100. Replaces shape and characteristic life.',
    others: ['probability'],
  },
  { name: 'shape', heading: 'Shape', note: 'Shape (beta) of a Weibull distribution.', others: ['beta'] },
  {
    name: 'characteristicLife',
    heading: 'Characteristic life (days)',
    note: 'Characteristic life (eta) of a Weibull distribution, in days.',
    others: ['characteristiclife', 'eta', 'life'],
  },
  {
    name: 'consequence',
    heading: 'Cost of failure',
    note: 'Cost of one failure in whole dollars.',
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

/** Returns the heading of a column, for messages. */
export const toHeading = (name: ColumnName): string =>
  columns.find((column) => column.name === name)!.heading;
