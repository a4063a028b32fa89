import { mdiClose, mdiMagnify } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from '../page/icon.tsx';

const debounce = 100;

/** A debounced text filter. */
export function SearchField({
  label,
  value,
  onChange,
  width = 240,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  width?: number;
}): ReactNode {
  const [typed, setTyped] = useState(value);
  const handedOn = useRef(value);
  const change = useRef(onChange);
  change.current = onChange;

  // A value set from outside (by removing a chip, or the back button) replaces the typed text.
  useEffect(() => {
    if (value === handedOn.current) return;
    handedOn.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    if (typed.trim() === handedOn.current) return;
    const timer = setTimeout(() => {
      handedOn.current = typed.trim();
      change.current(typed.trim());
    }, debounce);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <OutlinedInput
      size="small"
      value={typed}
      placeholder={label}
      onChange={(event) => setTyped(event.target.value)}
      inputProps={{ 'aria-label': label, type: 'search', maxLength: 200 }}
      startAdornment={
        <InputAdornment position="start">
          <Icon path={mdiMagnify} />
        </InputAdornment>
      }
      endAdornment={
        typed === '' ? null : (
          <IconButton size="small" edge="end" aria-label={`Clear ${label}`} onClick={() => setTyped('')}>
            <Icon path={mdiClose} sx={{ fontSize: 16 }} />
          </IconButton>
        )
      }
      sx={{
        width: { xs: 1, sm: width },
        height: 32,
        fontSize: '0.8125rem',
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
    />
  );
}
