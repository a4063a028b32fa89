import type {
  FieldChanges,
  FieldDefinition,
  FieldValue,
  FieldValues,
} from '@twinward/contracts/records/field';
import type { CustomRecord } from '@twinward/contracts/records/record';
import type { RecordType } from '@twinward/contracts/records/record-type';
import { checkValues } from '@twinward/domain/records/check-values';
import { isRequired, isShown, valueIn } from '@twinward/domain/records/conditions';
import { getKind } from '@twinward/domain/records/kinds';
import type { FieldCaptions } from '@twinward/domain/records/show';
import { firstState } from '@twinward/domain/records/states';
import { isEmpty } from '@twinward/domain/rules/rule';
import type { FieldTexts } from '../../ui/dialogs/merge.ts';
import { fieldText } from './field-text.tsx';

/** The values of a form by field name; null for no value. */
export type RecordValues = Record<string, FieldValue | null>;

/** The editable fields. */
export const enteredFields = ({ fields }: Pick<RecordType, 'fields'>): FieldDefinition[] =>
  fields.filter((field) => getKind(field.kind).isEntered && !field.deprecated);

const valuesIn = (type: RecordType, values: FieldValues): RecordValues =>
  Object.fromEntries(enteredFields(type).map(({ name }) => [name, valueIn(values, name) ?? null]));

export const toValues = (type: RecordType, record: Pick<CustomRecord, 'fields'>): RecordValues =>
  valuesIn(type, record.fields);

/** The initial values of a new record. @param now ISO 8601 */
export function newValues(type: RecordType, userId: number, today: string, now: string): RecordValues {
  const { values } = checkValues(
    null,
    {},
    { fields: type.fields, state: firstState(type), today, now, userId },
  );
  return valuesIn(type, values);
}

/** The values of a form without empty ones, as conditions expect them. */
export const filled = (values: RecordValues): FieldValues =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, FieldValue] => !isEmpty(entry[1])),
  );

/** The changes of a form to a record. For a new record, null is included, since it overrides a default. */
export function findChanges(
  type: RecordType,
  values: RecordValues,
  record: CustomRecord | null,
): FieldChanges {
  const before = record === null ? null : toValues(type, record);
  const shown = filled(values);
  return Object.fromEntries(
    enteredFields(type).flatMap((field) => {
      const value = isShown(field, shown) && !isEmpty(values[field.name]) ? values[field.name]! : null;
      const isKept = before !== null && JSON.stringify(value) === JSON.stringify(before[field.name]);
      return isKept ? [] : [[field.name, value]];
    }),
  );
}

/** The validation error of a value of a form; null if valid. */
export function valueProblem(
  field: FieldDefinition,
  value: FieldValue | null,
  values: RecordValues,
): string | null {
  const shown = filled(values);
  if (!isShown(field, shown)) return null;
  if (isEmpty(value)) return isRequired(field, shown) ? 'Required.' : null;
  const checked = getKind(field.kind).check(value, field);
  return 'message' in checked ? checked.message : null;
}

/** Labels and formats of the fields in the conflict dialog. */
export const fieldTexts = (type: RecordType, captions: FieldCaptions): FieldTexts<RecordValues> =>
  Object.fromEntries(
    enteredFields(type).map((field) => [
      field.name,
      {
        label: field.caption,
        text: (value: FieldValue | null) => fieldText(field, value ?? undefined, captions),
      },
    ]),
  );
