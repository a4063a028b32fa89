import type {
  FieldCondition,
  FieldDefinition,
  FieldValue,
  FieldValues,
} from '@twinward/contracts/records/field';

/** The value of a field; undefined if it has none. */
export const valueIn = (values: FieldValues, name: string): FieldValue | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** Whether the field of a condition has one of the wanted values, or any value if the condition lists none. */
export function isMet({ field, values: wanted }: FieldCondition, values: FieldValues): boolean {
  const value = valueIn(values, field);
  if (value === undefined) return false;
  if (wanted.length === 0) return true;
  return Array.isArray(value)
    ? value.some((one) => wanted.includes(one))
    : wanted.includes(value as string | number | boolean);
}

/** Whether a record with these values shows a field. Deprecated fields are hidden. */
export const isShown = (field: FieldDefinition, values: FieldValues): boolean =>
  !field.deprecated && (field.shownWhen === null || isMet(field.shownWhen, values));

/** Whether a record with these values must have a value of the field. */
export const isRequired = (field: FieldDefinition, values: FieldValues): boolean =>
  isShown(field, values) &&
  (field.required || (field.requiredWhen !== null && isMet(field.requiredWhen, values)));

/** Returns the names of required fields without a value. */
export const missingFields = (fields: readonly FieldDefinition[], values: FieldValues): string[] =>
  fields
    .filter((field) => isRequired(field, values) && valueIn(values, field.name) === undefined)
    .map(({ name }) => name);
