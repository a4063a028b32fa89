import type { Comparison, DataType, FieldFilter, Filter } from '@twinward/contracts/core/list';

/**
 * Filters of list calls. A filter without a value is left out:
 * `filters: [...contains(['Name', 'Description'], search), ...equals('State', state)]`.
 */

type Value = string | number | boolean;

const dataTypes: Record<string, DataType> = { string: 'C', number: 'N', boolean: 'B' };

/** A field compared with a text, a number or a truth value. */
export const compares = (field: string, operator: Comparison, value: Value | undefined): FieldFilter[] =>
  value === undefined ? [] : [{ field, operator, value, dataType: dataTypes[typeof value] }];

export const equals = (field: string, value: Value | undefined): FieldFilter[] =>
  compares(field, 'EqualTo', value);

/** A field, or one of several fields, that contains a text. */
export function contains(fields: string | readonly string[], text: string | undefined): Filter[] {
  if (typeof fields === 'string') return compares(fields, 'Contains', text);
  if (text === undefined) return [];
  return [{ operator: 'GroupOr', filters: fields.flatMap((field) => compares(field, 'Contains', text)) }];
}
