import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import type { ReactNode } from 'react';

/** A yes/no setting. */
export const SwitchField = ({
  label,
  checked,
  readOnly = false,
  onChange,
}: {
  label: string;
  checked: boolean;
  readOnly?: boolean;
  onChange(checked: boolean): void;
}): ReactNode => (
  <FormControlLabel
    control={<Switch size="small" checked={checked} disabled={readOnly} onChange={(_, on) => onChange(on)} />}
    label={label}
    slotProps={{ typography: { variant: 'body2' } }}
  />
);
