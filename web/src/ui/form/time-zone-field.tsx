import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import { useNow } from '../format/clock.ts';
import { formatDateTime } from '../format/format.ts';
import { Labelled } from './labelled.tsx';

const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

/** A field for a time zone (IANA name). Shows its current time if there is no hint. */
export function TimeZoneField({
  value,
  hint,
  onChange,
}: {
  value: string;
  hint?: string;
  onChange: (zone: string) => void;
}): ReactNode {
  const now = useNow();
  return (
    <Labelled label="Time zone" hint={hint ?? `Current time: ${formatDateTime(now, value)}`}>
      {(id, below) => (
        <Autocomplete
          id={id}
          size="small"
          disableClearable
          value={value}
          options={zones.includes(value) ? zones : [value, ...zones]}
          onChange={(_, chosen) => onChange(chosen)}
          renderInput={(parameters) => <TextField {...parameters} aria-describedby={below} />}
        />
      )}
    </Labelled>
  );
}
