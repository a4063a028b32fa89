import type { FieldChanges, FieldDefinition, FieldValue } from '@twinward/contracts/records/field';
import type { RecordType } from '@twinward/contracts/records/record-type';
import { getKind } from '@twinward/domain/records/kinds';
import { isEmpty } from '@twinward/domain/rules/rule';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import type { Saving } from '../../ui/dialogs/saving.ts';
import { CheckList } from '../../ui/form/check-list.tsx';
import { FieldInput } from './field-input.tsx';
import { enteredFields, type RecordValues } from './record-values.ts';

/** The fields of a type that can be set in many records at once. */
export const bulkFields = (type: Pick<RecordType, 'fields'>): FieldDefinition[] =>
  // Unique values and files cannot be shared by several records.
  enteredFields(type).filter((field) => field.kind !== 'attachment' && !('unique' in field && field.unique));

/** Sets fields of many records; fields that are not chosen keep their values. */
export function BulkDialog({
  type,
  title,
  saving,
  onSave,
  onClose,
}: {
  type: Pick<RecordType, 'fields'>;
  title: string;
  saving: Saving;
  onSave: (fields: FieldChanges) => void;
  onClose: () => void;
}): ReactNode {
  const offered = bulkFields(type);
  const [names, setNames] = useState<readonly string[]>([]);
  const [values, setValues] = useState<RecordValues>({});
  const [captions, setCaptions] = useState<Record<string, Record<string, string>>>({});
  const [isTried, setIsTried] = useState(false);
  const chosen = offered.filter(({ name }) => names.includes(name));
  const valueIn = ({ name }: FieldDefinition): FieldValue | null => values[name] ?? null;
  const findProblem = (field: FieldDefinition): string | undefined => {
    const value = valueIn(field);
    if (isEmpty(value)) return field.required ? 'Required.' : undefined;
    const checked = getKind(field.kind).check(value, field);
    return 'message' in checked ? checked.message : undefined;
  };
  const save = (): void => {
    setIsTried(true);
    if (chosen.some((field) => findProblem(field) !== undefined)) return;
    onSave(
      Object.fromEntries(
        chosen.map((field) => [field.name, isEmpty(valueIn(field)) ? null : valueIn(field)]),
      ),
    );
  };
  return (
    <FormDialog
      title={title}
      action="Change"
      onSubmit={save}
      disabled={names.length === 0}
      saving={saving}
      fallback="The records could not be changed."
      dirty={names.length > 0}
      spacing={4}
      onClose={onClose}
    >
      <CheckList
        label="Fields to set"
        hint="Other fields are not changed."
        choices={offered.map(({ name, caption }) => ({ value: name, label: caption }))}
        value={names}
        onChange={setNames}
      />
      {chosen.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          captions={captions}
          label={field.caption}
          hint={field.required ? undefined : 'Leave empty to remove the value.'}
          error={isTried ? findProblem(field) : undefined}
          value={valueIn(field)}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
          onChosen={(picked) => {
            if (picked !== null)
              setCaptions({
                ...captions,
                [field.name]: { ...captions[field.name], [picked.id]: picked.caption },
              });
          }}
        />
      ))}
    </FormDialog>
  );
}
