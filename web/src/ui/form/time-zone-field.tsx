import Autocomplete from '@mui/material/Autocomplete';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import TextField from '@mui/material/TextField';
import { type ReactNode, useId } from 'react';
import { useNow } from '../format/clock.ts';
import { formatDateTime } from '../format/format.ts';

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
  const id = useId();
  const now = useNow();
  return (
    <FormControl fullWidth>
      <FormLabel htmlFor={id} sx={{ mb: 1, fontSize: '0.8125rem' }}>
        Time zone
      </FormLabel>
      <Autocomplete
        id={id}
        size="small"
        disableClearable
        value={value}
        options={zones.includes(value) ? zones : [value, ...zones]}
        onChange={(_, chosen) => onChange(chosen)}
        renderInput={(parameters) => <TextField {...parameters} aria-describedby={`${id}-below`} />}
      />
      <FormHelperText id={`${id}-below`}>
        {hint ?? `Current time: ${formatDateTime(now, value)}`}
      </FormHelperText>
    </FormControl>
  );
}
