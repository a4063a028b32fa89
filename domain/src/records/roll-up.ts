import type { FieldByKind, FieldDefinition } from '@twinward/contracts/records/field';
import { isFilterable } from './kinds.ts';

/**
 * Returns the field definition by which the values of a roll-up are shown and filtered. Lists can filter by a roll-up
 * only if its reference field has an index.
 * @param child the type of the records that are rolled up
 * @returns null if a field that the roll-up uses does not exist
 */
export function rolledUpField(
  rollUp: FieldByKind<'roll-up'>,
  child: { fields: readonly FieldDefinition[] },
): FieldDefinition | null {
  const find = (name: string | null) => child.fields.find((one) => one.name === name);
  const reference = find(rollUp.reference);
  if (!reference) return null;
  const { name, caption, helpText, section, inList, deprecated } = rollUp;
  const common = {
    ...{ name, caption, helpText, section, inList, deprecated },
    ...{ required: false, shownWhen: rollUp.shownWhen, requiredWhen: null, readOnlyIn: [] },
  };
  const filterable = isFilterable(reference);
  const limits = { minimum: null, maximum: null, default: null };
  const number = { ...common, ...limits, filterable, unique: false, feeds: null };
  if (rollUp.function === 'count') return { ...number, kind: 'integer' };
  const field = find(rollUp.field);
  if (!field) return null;
  if (rollUp.function === 'average' && field.kind === 'integer') {
    return { ...number, kind: 'number', unit: null };
  }
  return {
    ...field,
    ...common,
    ...('filterable' in field ? { filterable } : {}),
    ...('unique' in field ? { unique: false } : {}),
  };
}
