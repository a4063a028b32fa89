import type { Asset } from '@twinward/contracts/assets/asset';
import type { FieldColumnName, FileColumn } from '../../jobs/row-import/service.ts';

/** The columns of a file of assets. */
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

/** A column of an asset's own field, or of a further field. */
export type AssetColumn = ColumnName | FieldColumnName;

export const columns: readonly FileColumn<ColumnName>[] = [
  {
    name: 'uniqueId',
    heading: 'Unique id',
    note: 'Required. If an asset with this id exists, it is updated. Otherwise a new asset is created.',
    others: ['id', 'assetid', 'assetuniqueid'],
  },
  { name: 'assetName', heading: 'Name', note: 'Required for a new asset.' },
  {
    name: 'kind',
    heading: 'Kind',
    note: 'equipment or location. A new asset is equipment by default.',
    choices: ['equipment', 'location'],
  },
  {
    name: 'parent',
    heading: 'Parent',
    note: 'Unique id of the parent: an existing asset, or an asset in this file.',
    others: ['parentid', 'parentuniqueid', 'location'],
  },
  { name: 'category', heading: 'Category', note: 'A category of the sheet Taxonomy.' },
  { name: 'class', heading: 'Class', note: 'A class of the sheet Taxonomy. Needs its category.' },
  { name: 'type', heading: 'Type', note: 'A type of the sheet Taxonomy. Needs its class.' },
  {
    name: 'criticality',
    heading: 'Criticality',
    note: 'A, B or C; A is the most critical.',
    choices: ['A', 'B', 'C'],
  },
  { name: 'technicalNumber', heading: 'Technical number', note: 'At most 100 characters.' },
  { name: 'description', heading: 'Description', note: 'At most 4,000 characters.' },
  { name: 'maintenancePlant', heading: 'Maintenance plant', note: 'At most 100 characters.' },
  { name: 'planningPlant', heading: 'Planning plant', note: 'At most 100 characters.' },
  {
    name: 'departmentId',
    heading: 'Department',
    note: 'At most 100 characters.',
  },
  { name: 'positionId', heading: 'Position', note: 'At most 100 characters.' },
];

/** The columns with texts that are stored unchanged. */
export const textColumns = [
  'uniqueId',
  'assetName',
  'technicalNumber',
  'description',
  'maintenancePlant',
  'planningPlant',
  'departmentId',
  'positionId',
] as const satisfies readonly (ColumnName & keyof Asset)[];
type TextColumn = (typeof textColumns)[number];

/** Returns the texts of an asset by column. */
export const toTexts = (asset: Asset): Pick<Asset, TextColumn> =>
  Object.fromEntries(textColumns.map((name) => [name, asset[name]])) as Pick<Asset, TextColumn>;

/** Returns the name of a column in messages. */
export const toHeading = (name: ColumnName): string =>
  columns.find((column) => column.name === name)!.heading;
