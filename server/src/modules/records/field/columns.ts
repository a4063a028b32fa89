import type { FieldDefinition } from '@twinward/contracts/records/field';
import { getKind } from '@twinward/domain/records/kinds';

/** A column that holds a field, in imported files and templates. */
export interface FieldColumn {
  name: string;
  heading: string;
  note: string;
  choices?: readonly string[];
}

/** Returns the fields that files contain: all but attachments and deprecated fields. */
export const fileFields = (fields: readonly FieldDefinition[]): FieldDefinition[] =>
  fields.filter(({ kind, deprecated }) => kind !== 'attachment' && !deprecated);

const notes: Partial<Record<FieldDefinition['kind'], string>> = {
  'yes-no': 'yes or no',
  date: 'A day as 2026-03-31',
  'date-time': 'A time as 2026-03-31T14:30:00Z; without a zone it is in UTC',
  duration: 'ISO 8601, as P30D or PT8H',
  'list-item': 'An item of the list',
  'list-items': 'Items of the list, separated by semicolons',
  user: 'A user name',
  reference: 'The record as it is shown, or its unique id',
};

function toNote(field: FieldDefinition): string {
  if (!getKind(field.kind).isEntered) return 'Calculated; what stands here is not read';
  const parts = [
    field.required ? 'Required' : '',
    notes[field.kind] ?? '',
    'list' in field ? `List: ${field.list}` : '',
    'unit' in field && field.unit ? `In ${field.unit}` : '',
    field.helpText,
  ];
  return parts.filter(Boolean).join('. ');
}

/** @param toName returns the name of a field's column; by default the name of the field */
export const fieldColumns = (
  fields: readonly FieldDefinition[],
  toName: (field: FieldDefinition) => string = ({ name }) => name,
): FieldColumn[] =>
  fileFields(fields).map((field) => ({
    name: toName(field),
    heading: field.caption,
    note: toNote(field),
    ...(field.kind === 'yes-no' ? { choices: ['yes', 'no'] } : {}),
  }));
