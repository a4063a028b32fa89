import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import { Labelled } from '../../ui/form/labelled.tsx';
import { queryTimeRule, relativeTimes } from './relative-times.ts';

/** An input for a time of a query: a relative time, chosen by name or typed, or a date. */
export function TimeValueInput({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
}): ReactNode {
  const problem = value === null ? null : queryTimeRule(value);
  const isWrong = problem !== null;
  const labels = new Map(relativeTimes.map((one) => [one.value, one.label]));
  return (
    <Labelled
      label={label}
      error={problem ?? undefined}
      hint={labels.get(value ?? '') ?? 'A date, or relative: now-30d, now/M.'}
    >
      {(id) => (
        <Autocomplete
          id={id}
          freeSolo
          size="small"
          options={relativeTimes.map((one) => one.value)}
          // The typed text is not a search text, so offer all relative times.
          filterOptions={(options) => options}
          renderOption={({ key, ...props }, option) => (
            <li key={key} {...props}>
              {labels.get(option)}
            </li>
          )}
          value={value ?? ''}
          onInputChange={(_, next) => {
            if (next !== (value ?? '')) onChange(next === '' ? null : next);
          }}
          renderInput={(parameters) => <TextField {...parameters} error={isWrong} />}
        />
      )}
    </Labelled>
  );
}
