import type { Filter, FilterValue } from '@twinward/contracts/core/list';
import type { FieldDefinition } from '@twinward/contracts/records/field';
import { durationToMilliseconds } from '@twinward/domain/duration';
import { isFilterable } from '@twinward/domain/records/kinds';
import { formatDateTime, formatDuration } from '../../ui/format/format.ts';
import { fieldUnit } from './field-text.tsx';
import { type TypeFields, valueFields } from './value-fields.ts';

/** A filter on a field: empty, any value, a text or id, or a range with one or two limits. */
export type FieldFilter =
  | { is: 'empty' }
  | { is: 'filled' }
  /** A part of a text, `true` or `false`, or an id with its caption. */
  | { is: 'value'; value: string; caption: string }
  | { is: 'range'; from: string; to: string };

/** The style of a filter, depending on the kind of field. */
export type FilterStyle = 'text' | 'choice' | 'range';

export function filterStyle({ kind }: FieldDefinition): FilterStyle {
  if (kind === 'text' || kind === 'auto-number') return 'text';
  return ['number', 'integer', 'money', 'computed', 'date', 'date-time', 'duration'].includes(kind)
    ? 'range'
    : 'choice';
}

/** The URL parameter with the filter of a field. */
export const toParameterName = ({ name }: Pick<FieldDefinition, 'name'>): string => `f.${name}`;

export const filterableFields = (type: TypeFields): FieldDefinition[] =>
  valueFields(type).filter((field) => isFilterable(field) && !field.deprecated);

/** Encodes a filter for the URL: `-`, `*`, `=text`, `=7 caption` or `~from..to`. */
export function writeFilter(filter: FieldFilter): string {
  switch (filter.is) {
    case 'empty':
      return '-';
    case 'filled':
      return '*';
    case 'value':
      return `=${filter.value}${filter.caption === '' ? '' : ` ${filter.caption}`}`;
    case 'range':
      return `~${filter.from}..${filter.to}`;
  }
}

/** Decodes a filter from the URL; null if it does not fit the field. */
export function readFilter(field: FieldDefinition, text: string): FieldFilter | null {
  if (text === '-') return { is: 'empty' };
  if (text === '*') return { is: 'filled' };
  const style = filterStyle(field);
  if (style === 'range') {
    const [from, to] = text.slice(1).split('..');
    const isRange = text.startsWith('~') && from !== undefined && to !== undefined && from + to !== '';
    return isRange && areLimits(field, [from, to]) ? { is: 'range', from, to } : null;
  }
  if (!text.startsWith('=') || text === '=') return null;
  if (style === 'text') return { is: 'value', value: text.slice(1), caption: '' };
  const [, value = '', caption = ''] = /^=(\S+) ?(.*)$/s.exec(text) ?? [];
  const fits = field.kind === 'yes-no' ? /^(true|false)$/ : /^[1-9]\d{0,9}$/;
  return fits.test(value) ? { is: 'value', value, caption } : null;
}

const areLimits = (field: FieldDefinition, limits: readonly string[]): boolean =>
  limits.every((limit) => limit === '' || Number.isFinite(parseLimit(field, limit, true)));

/** Converts a limit to a number for validation: times to milliseconds, durations to seconds. */
function parseLimit({ kind }: FieldDefinition, text: string, lenient: boolean): number {
  if (kind === 'date' || kind === 'date-time') return Date.parse(text);
  if (kind !== 'duration') return Number(text);
  try {
    return durationToMilliseconds(text) / 1000;
  } catch (cause) {
    if (lenient) return Number.NaN;
    throw cause;
  }
}

/** The filters of the list call for a field. */
export function filtersFor(field: FieldDefinition, filter: FieldFilter): Filter[] {
  const name = `fields.${field.name}`;
  switch (filter.is) {
    case 'empty':
      return [{ field: name, operator: 'IsNull' }];
    case 'filled':
      return [{ field: name, operator: 'IsNotNull' }];
    case 'value':
      return filterStyle(field) === 'text'
        ? [{ field: name, operator: 'Contains', value: filter.value }]
        : [
            {
              field: name,
              operator: 'EqualTo',
              value: field.kind === 'yes-no' ? filter.value === 'true' : Number(filter.value),
            },
          ];
    case 'range': {
      const isTime = field.kind === 'date' || field.kind === 'date-time';
      const limit = (text: string): FilterValue => (isTime ? text : parseLimit(field, text, false));
      return [
        ...(filter.from === ''
          ? []
          : [{ field: name, operator: 'GreaterThanEqualTo' as const, value: limit(filter.from) }]),
        ...(filter.to === ''
          ? []
          : [{ field: name, operator: 'LessThanEqualTo' as const, value: limit(filter.to) }]),
      ];
    }
  }
}

/** Describes a filter: `Thickness from 2 to 4 mm`. */
export function filterText(field: FieldDefinition, filter: FieldFilter, timeZone: string): string {
  switch (filter.is) {
    case 'empty':
      return `${field.caption} is empty`;
    case 'filled':
      return `${field.caption} has a value`;
    case 'value':
      if (filterStyle(field) === 'text') return `${field.caption} contains “${filter.value}”`;
      if (field.kind === 'yes-no') return `${field.caption}: ${filter.value === 'true' ? 'yes' : 'no'}`;
      return `${field.caption}: ${filter.caption || `#${filter.value}`}`;
    case 'range': {
      const show = (text: string): string => {
        if (field.kind === 'date-time') return formatDateTime(text, timeZone);
        return field.kind === 'duration' ? formatDuration(text) : text;
      };
      const unit = fieldUnit(field) === '' ? '' : ` ${fieldUnit(field)}`;
      const from = filter.from === '' ? '' : ` from ${show(filter.from)}`;
      const to = filter.to === '' ? '' : ` to ${show(filter.to)}`;
      return `${field.caption}${from}${to}${unit}`;
    }
  }
}

export type ListFilters = Partial<Record<string, string>>;

/** Converts the field filters in the URL to filters of the list call. */
export const filtersIn = (fields: readonly FieldDefinition[], address: ListFilters): Filter[] =>
  fields.flatMap((field) => {
    const text = address[toParameterName(field)];
    const filter = text === undefined ? null : readFilter(field, text);
    return filter === null ? [] : filtersFor(field, filter);
  });

/** Labels of the field filters, by URL parameter. */
export const buildLabels = (
  fields: readonly FieldDefinition[],
  timeZone: string,
): Record<string, (value: string) => string> =>
  Object.fromEntries(
    fields.map((field) => [
      toParameterName(field),
      (value: string) => {
        const filter = readFilter(field, value);
        return filter === null ? `${field.caption}: invalid filter` : filterText(field, filter, timeZone);
      },
    ]),
  );

/** The unit of the numbers of a filter. */
export const unitText = (field: FieldDefinition): string | undefined => fieldUnit(field) || undefined;
