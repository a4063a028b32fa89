import type { FileColumn } from '../../jobs/row-import/service.ts';

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

export const columns: readonly FileColumn<ColumnName>[] = [
  {
    name: 'uniqueId',
    heading: 'Unique id',
    note: 'Required. By it an asset that is there is found; one that is not is made.',
    others: ['id', 'assetid', 'assetuniqueid'],
  },
  { name: 'assetName', heading: 'Name', note: 'Required for a new asset.' },
  {
    name: 'kind',
    heading: 'Kind',
    note: 'equipment or location. A new asset is equipment unless told.',
    choices: ['equipment', 'location'],
  },
  {
    name: 'parent',
    heading: 'Parent',
    note: 'The unique id of what it stands in, there already or a row of this file.',
    others: ['parentid', 'parentuniqueid', 'location'],
  },
  { name: 'category', heading: 'Category', note: 'As in the sheet Taxonomy.' },
  { name: 'class', heading: 'Class', note: 'As in the sheet Taxonomy; needs its category.' },
  { name: 'type', heading: 'Type', note: 'As in the sheet Taxonomy; needs its class.' },
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

/** Names of columns in messages. */
export const headingOf = (name: ColumnName): string =>
  columns.find((column) => column.name === name)!.heading;
