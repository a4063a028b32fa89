import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import { Labelled } from './labelled.tsx';

const timeZones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

/** The zone of times that name none themselves. */
export function TimeZoneField({ zone, onZone }: { zone: string; onZone(zone: string): void }): ReactNode {
  return (
    <Labelled label="Time zone" hint="Of times that name none themselves.">
      {(id) => (
        <Autocomplete
          id={id}
          size="small"
          disableClearable
          value={zone}
          options={timeZones.includes(zone) ? timeZones : [zone, ...timeZones]}
          onChange={(_, chosen) => onZone(chosen)}
          renderInput={(parameters) => <TextField {...parameters} />}
        />
      )}
    </Labelled>
  );
}
