import type { FieldDefinition, FieldValue } from '@twinward/contracts/records/field';
import { kindOf } from './kinds.ts';

/** Captions of the ids that fields hold: by the name of the field, then by id. */
export type FieldCaptions = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const captionOf = (captions: FieldCaptions, field: string, id: number): string =>
  captions[field]?.[id] ?? `#${id}`;

/** A value as text, for titles, files and search: ids by their captions, as `kindOf(...).read` reads it again. */
export function showValue(
  field: FieldDefinition,
  value: FieldValue | undefined,
  captions: FieldCaptions,
): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((id) => captionOf(captions, field.name, id)).join('; ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' && kindOf(field.kind).refersTo !== null) {
    return captionOf(captions, field.name, value);
  }
  return String(value);
}

/** A value as the cell of a file: numbers are numbers, ids their captions; null for none. */
export function cellValue(
  field: FieldDefinition,
  value: FieldValue | undefined,
  captions: FieldCaptions,
): string | number | null {
  if (typeof value === 'number' && kindOf(field.kind).refersTo === null) return value;
  return showValue(field, value, captions) || null;
}

/** A value in readers' terms, for the audit trail: numbers stay numbers, with their unit where there is one. */
export function auditValue(
  field: FieldDefinition,
  value: FieldValue | undefined,
  captions: FieldCaptions,
): string | number | boolean | null {
  if (value === undefined) return null;
  const unit = 'unit' in field ? field.unit : null;
  if (typeof value === 'number' && kindOf(field.kind).refersTo === null)
    return unit ? `${value} ${unit}` : value;
  return typeof value === 'boolean' ? value : showValue(field, value, captions);
}
