import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { ReactNode } from 'react';

/** A filter with a few options, which may be empty. A native select, which works well on a phone. */
export function ChoiceField({
  label,
  value,
  choices,
  none = 'any',
  onChange,
}: {
  label: string;
  value: string | undefined;
  choices: readonly { value: string; label: string }[];
  /** Label of the empty option. */
  none?: string;
  onChange: (value: string | undefined) => void;
}): ReactNode {
  return (
    <NativeSelect
      variant="outlined"
      input={<OutlinedInput size="small" />}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      inputProps={{ 'aria-label': label }}
      sx={{ height: 32, fontSize: '0.8125rem', '& option': { bgcolor: 'background.paper' } }}
    >
      <option value="">{`${label}: ${none}`}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </NativeSelect>
  );
}
