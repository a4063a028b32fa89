import type { FieldDefinition, FieldValue } from '@twinward/contracts/records/field';
import { getKind } from './kinds.ts';

/** Captions of ids in fields: by field name, then by id. */
export type FieldCaptions = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const getCaption = (captions: FieldCaptions, field: string, id: number): string =>
  captions[field]?.[id] ?? `#${id}`;

/** Formats a value for titles, files and search, with captions for ids. `getKind(...).read` parses the text. */
export function showValue(
  field: FieldDefinition,
  value: FieldValue | undefined,
  captions: FieldCaptions,
): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((id) => getCaption(captions, field.name, id)).join('; ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' && getKind(field.kind).refersTo !== null) {
    return getCaption(captions, field.name, value);
  }
  return String(value);
}

/** Returns a value for a cell of a file: numbers stay numbers, ids become captions. Null without a value. */
export function cellValue(
  field: FieldDefinition,
  value: FieldValue | undefined,
  captions: FieldCaptions,
): string | number | null {
  if (typeof value === 'number' && getKind(field.kind).refersTo === null) return value;
  return showValue(field, value, captions) || null;
}

/** Returns a value for the audit trail: a number without a unit stays a number, ids become captions. */
export function auditValue(
  field: FieldDefinition,
  value: FieldValue | undefined,
  captions: FieldCaptions,
): string | number | boolean | null {
  if (value === undefined) return null;
  const unit = 'unit' in field ? field.unit : null;
  if (typeof value === 'number' && getKind(field.kind).refersTo === null)
    return unit ? `${value} ${unit}` : value;
  return typeof value === 'boolean' ? value : showValue(field, value, captions);
}
