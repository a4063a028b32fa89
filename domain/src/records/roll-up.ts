import type { FieldDefinition, FieldOf } from '@twinward/contracts/records/field';
import { isFilterable } from './kinds.ts';

/**
 * A roll-up as a field of the kind of its values, which says how these are shown and filtered by; null where a field that it
 * names is gone. Lists filter by it only if the reference has an index, by which each record finds those that it is of.
 * @param child the type of the records that are rolled up
 */
export function rolledUpField(
  rollUp: FieldOf<'roll-up'>,
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
