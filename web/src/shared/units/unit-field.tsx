import { type ReactNode, type Ref, useId } from 'react';
import { Field } from '../../ui/form/field.tsx';
import { useUnits } from './use-display-unit.ts';

/** A UCUM code: known units are suggested, any other may be typed. */
export function UnitField({
  label = 'Unit',
  error,
  ref,
  ...input
}: {
  label?: string;
  error?: string | undefined;
  name: string;
  value?: string;
  ref?: Ref<HTMLInputElement>;
  onChange: (event: { target: unknown }) => void;
  onBlur?: (event: { target: unknown }) => void;
}): ReactNode {
  const id = useId();
  const units = useUnits();
  return (
    <>
      <Field
        label={label}
        hint="UCUM code, as in m3/h"
        error={error}
        spellCheck={false}
        inputRef={ref}
        slotProps={{ input: { list: id } }}
        {...input}
      />
      <datalist id={id}>
        {(units.data ?? [])
          .filter(({ isDeprecated }) => !isDeprecated)
          .map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
      </datalist>
    </>
  );
}
