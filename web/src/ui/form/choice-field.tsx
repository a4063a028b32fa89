import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { ReactNode } from 'react';

/** One of a few choices to filter by, or none; the browser's own list, so that it is at home on a phone. */
export function ChoiceField({
  label,
  value,
  choices,
  onChange,
}: {
  label: string;
  value: string | undefined;
  choices: readonly { value: string; label: string }[];
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
      <option value="">{label}: any</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </NativeSelect>
  );
}
