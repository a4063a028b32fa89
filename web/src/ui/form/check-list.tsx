import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import type { ReactNode } from 'react';

/** A multiple choice among a few options. */
export function CheckList({
  label,
  hint,
  choices,
  value,
  disabled = false,
  onChange,
}: {
  label: string;
  hint?: string | undefined;
  choices: readonly { value: string; label: string; note?: string }[];
  value: readonly string[];
  disabled?: boolean;
  onChange: (value: string[]) => void;
}): ReactNode {
  const toggle = (each: string, on: boolean): void =>
    onChange(on ? [...value, each] : value.filter((one) => one !== each));
  return (
    <FormControl component="fieldset" disabled={disabled}>
      <FormLabel component="legend" sx={{ fontSize: '0.8125rem' }}>
        {label}
      </FormLabel>
      {hint === undefined ? null : <FormHelperText>{hint}</FormHelperText>}
      <FormGroup sx={{ pt: 1 }}>
        {choices.map((choice) => (
          <FormControlLabel
            key={choice.value}
            sx={{ '& .MuiFormControlLabel-label': { overflowWrap: 'anywhere' } }}
            control={
              <Checkbox
                size="small"
                sx={{ py: 1 }}
                checked={value.includes(choice.value)}
                onChange={(_, on) => toggle(choice.value, on)}
              />
            }
            label={choice.note === undefined ? choice.label : `${choice.label} (${choice.note})`}
          />
        ))}
      </FormGroup>
    </FormControl>
  );
}
