import type { ReactNode } from 'react';
import { type Control, Controller, type FieldValues, type Path } from 'react-hook-form';
import { FurtherFields } from './further-fields.tsx';
import type { RecordValues } from './record-values.ts';
import type { FurtherForm } from './use-further-form.ts';

/** The further fields of a record in a form of react-hook-form, stored in its value `fields`. */
export const FurtherControl = <V extends FieldValues & { fields: RecordValues }>({
  form,
  control,
  failure,
  readOnly = false,
  isOwned,
}: {
  form: FurtherForm;
  control: Control<V>;
  failure: unknown;
  readOnly?: boolean;
  /** Whether a field comes from another system and is read-only. */
  isOwned?: (name: string) => boolean;
}): ReactNode => (
  <Controller
    control={control}
    name={'fields' as Path<V>}
    rules={{
      validate: (draft: unknown) =>
        readOnly || Object.values(form.findProblems(draft as RecordValues))[0] || true,
    }}
    render={({ field: { value, onChange, ref }, fieldState }) => (
      <FurtherFields
        ref={ref}
        form={form}
        draft={value as RecordValues}
        isTried={fieldState.invalid}
        failure={failure}
        readOnly={readOnly}
        {...(isOwned === undefined ? {} : { isOwned })}
        onChange={onChange}
      />
    )}
  />
);
