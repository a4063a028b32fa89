import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { ReactNode } from 'react';
import { Labelled } from './labelled.tsx';

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
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(id) => (
        <NativeSelect
          id={id}
          variant="outlined"
          input={<OutlinedInput size="small" />}
          value={value ?? ''}
          onChange={(event) =>
            onChange(choices.find((choice) => choice.value === event.target.value)?.value ?? null)
          }
          inputProps={{ 'aria-describedby': `${id}-below` }}
          sx={{ '& option': { bgcolor: 'background.paper' } }}
        >
          {value === null || none !== undefined ? <option value="">{none ?? 'Please choose'}</option> : null}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </NativeSelect>
      )}
    </Labelled>
  );
}
