import type { FieldDefinition, FieldKind, RollUpFunction } from '@twinward/contracts/records/field';

export const typesPath = '/settings/recordtypes';
export const typePath = (name: string): string => `${typesPath}/edit/${encodeURIComponent(name)}`;

export const kindLabels: Record<FieldKind, string> = {
  text: 'Text',
  'long-text': 'Long text',
  number: 'Number with unit',
  integer: 'Integer',
  money: 'Money',
  'yes-no': 'Yes or no',
  date: 'Date',
  'date-time': 'Date and time',
  duration: 'Duration',
  'list-item': 'List item',
  'list-items': 'Several list items',
  user: 'User',
  reference: 'Reference to a record',
  attachment: 'Attachment',
  'auto-number': 'Automatic number',
  computed: 'Computed number',
  'roll-up': 'Roll-up of related records',
};

export const rollUpLabels: Record<RollUpFunction, string> = {
  count: 'Count',
  sum: 'Sum',
  average: 'Average',
  minimum: 'Minimum',
  maximum: 'Maximum',
  latest: 'Latest',
};

/** The kind of a field with its unit, list or type. */
export function kindText(field: FieldDefinition): string {
  const label = kindLabels[field.kind];
  if (field.kind === 'number') return field.unit ? `Number in ${field.unit}` : 'Number';
  if ('list' in field) return `${label}, ${field.list}`;
  if (field.kind === 'reference') return `${label}, ${field.recordType}`;
  return label;
}
