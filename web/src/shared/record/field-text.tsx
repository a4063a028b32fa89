import type { FieldDefinition, FieldValue, FieldValues } from '@twinward/contracts/records/field';
import { valueIn } from '@twinward/domain/records/conditions';
import { recordPath } from '@twinward/domain/records/record-path';
import { type FieldCaptions, showValue } from '@twinward/domain/records/show';
import type { ReactNode } from 'react';
import { currencySymbol, formatDuration, formatExact } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';

const cents = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** Whether the values of a field are right-aligned. */
export const isNumeric = ({ kind }: FieldDefinition): boolean =>
  ['number', 'integer', 'money', 'computed'].includes(kind);

/** The unit of a field's numbers; empty without a unit. */
export const fieldUnit = (field: FieldDefinition): string =>
  field.kind === 'money' ? currencySymbol() : ('unit' in field && field.unit) || '';

/** Formats a value: numbers grouped and with their unit, durations in words. */
export function fieldText(
  field: FieldDefinition,
  value: FieldValue | undefined,
  captions: FieldCaptions,
  withUnit = true,
): string {
  if (value === undefined) return '';
  if (field.kind === 'money' && typeof value === 'number')
    return withUnit
      ? `${value < 0 ? '-' : ''}${currencySymbol()}${cents.format(Math.abs(value))}`
      : cents.format(value);
  if (isNumeric(field) && typeof value === 'number') {
    const unit = fieldUnit(field);
    return withUnit && unit !== '' ? `${formatExact(value)} ${unit}` : formatExact(value);
  }
  if (field.kind === 'duration') return formatDuration(String(value));
  return showValue(field, value, captions);
}

/** Shows a value of a record: references as links, a dash for null. */
export function FieldText({
  field,
  record,
  withUnit = true,
}: {
  field: FieldDefinition;
  record: { fields: FieldValues; captions: FieldCaptions };
  withUnit?: boolean;
}): ReactNode {
  const value = valueIn(record.fields, field.name);
  if (value === undefined) return '–';
  if (field.kind === 'date-time') return <Time value={String(value)} />;
  const text = fieldText(field, value, record.captions, withUnit);
  if (field.kind === 'reference' && typeof value === 'number') {
    const path = recordPath({ type: field.recordType, id: value, twinId: null, assetId: null });
    if (path !== null) return <TextLink to={path}>{text}</TextLink>;
  }
  return <span title={text}>{text}</span>;
}
