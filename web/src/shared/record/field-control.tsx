import type { FieldDefinition, FieldValue } from '@twinward/contracts/records/field';
import { isRequired } from '@twinward/domain/records/conditions';
import type { FieldCaptions } from '@twinward/domain/records/show';
import type { ReactNode } from 'react';
import { type Control, Controller, type FieldValues, type Path } from 'react-hook-form';
import { FieldInput } from './field-input.tsx';
import { filled, type RecordValues, valueProblem } from './record-values.ts';
import type { Candidate } from './references.ts';

/** The input of an editable field, in a form of react-hook-form. */
export function FieldControl<V extends FieldValues>({
  field,
  control,
  name,
  valuesIn,
  values,
  captions,
  readOnly = false,
  onChosen,
}: {
  field: FieldDefinition;
  control: Control<V>;
  /** Path of the field in the form. */
  name: Path<V>;
  /** Returns the values of the type's fields from those of the form. */
  valuesIn: (all: V) => RecordValues;
  /** The current values of the type's fields. */
  values: RecordValues;
  captions: FieldCaptions;
  readOnly?: boolean;
  onChosen?: (chosen: Candidate | null) => void;
}): ReactNode {
  return (
    <Controller
      control={control}
      name={name}
      rules={{
        validate: (value: unknown, all: V) =>
          readOnly || (valueProblem(field, (value ?? null) as FieldValue | null, valuesIn(all)) ?? true),
      }}
      render={({ field: { value, onChange, ...input }, fieldState }) => (
        <FieldInput
          {...input}
          value={(value ?? null) as FieldValue | null}
          onChange={onChange}
          field={field}
          captions={captions}
          label={isRequired(field, filled(values)) ? `${field.caption} *` : field.caption}
          hint={field.helpText || undefined}
          error={fieldState.error?.message}
          readOnly={readOnly}
          {...(onChosen === undefined ? {} : { onChosen })}
        />
      )}
    />
  );
}
