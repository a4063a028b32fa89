import type { FieldDefinition, FieldValues } from '@twinward/contracts/records/field';
import { valueIn } from '@twinward/domain/records/conditions';
import { auditValue, type FieldCaptions } from '@twinward/domain/records/show';

/** Returns the values of a record for the audit trail, by the captions of the fields. */
export function fieldFacts(
  fields: readonly FieldDefinition[],
  values: FieldValues,
  captions: FieldCaptions,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = valueIn(values, field.name);
      return value === undefined ? [] : [[field.caption, auditValue(field, value, captions)]];
    }),
  );
}
