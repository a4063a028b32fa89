import type { ReactNode } from 'react';
import { SelectField } from '../../ui/form/select-field.tsx';

/** A select field with a hint or an error below. Null means not chosen. */
export function ChoiceField<Value extends string>({
  label,
  hint,
  error,
  value,
  choices,
  none,
  onChange,
}: {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  value: Value | null;
  choices: readonly { value: Value; label: string }[];
  /** Label of the empty option. If omitted, a choice is required. */
  none?: string | undefined;
  onChange(value: Value | null): void;
}): ReactNode {
  const isEmptyOffered = value === null || none !== undefined;
  return (
    <SelectField
      label={label}
      hint={hint}
      error={error}
      choices={[...(isEmptyOffered ? [{ value: '', label: none ?? 'Please choose' }] : []), ...choices]}
      value={value ?? ''}
      onChange={({ target }) =>
        onChange(choices.find((choice) => choice.value === target.value)?.value ?? null)
      }
    />
  );
}
