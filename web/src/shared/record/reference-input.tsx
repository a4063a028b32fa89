import Autocomplete from '@mui/material/Autocomplete';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { FieldLabel } from '../../ui/form/field-label.tsx';
import type { InputProps } from '../../ui/form/input-props.ts';
import { usePaused } from '../../ui/form/use-paused.ts';
import { type Candidate, type Target, useCandidates } from './references.ts';

/** A field for one record or user, searched by name. The value is its id. */
export function ReferenceInput({
  target,
  caption,
  label,
  hint,
  error,
  readOnly = false,
  required = false,
  value,
  onChange,
  onBlur,
  ref,
  onChosen,
}: InputProps<number | null> & {
  target: Target;
  /** Caption of the value, if known. */
  caption: string | undefined;
  onChosen?: (chosen: Candidate | null) => void;
}): ReactNode {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [picked, setPicked] = useState<Candidate | null>(null);
  const found = useCandidates(target, usePaused(typed.trim().slice(0, 100), 100), isOpen);
  const shown = picked?.id === value ? picked.caption : (caption ?? `#${value}`);
  // Memoized: a new object would count as a new value and clear the typed text.
  const chosen = useMemo(() => (value === null ? null : { id: value, caption: shown }), [value, shown]);
  const below = error ?? hint;
  return (
    <FormControl fullWidth error={error !== undefined} required={required}>
      <FieldLabel htmlFor={id} required={required}>
        {label}
      </FieldLabel>
      <Autocomplete<Candidate>
        id={id}
        size="small"
        readOnly={readOnly}
        value={chosen}
        options={isOpen ? (found.data ?? []) : []}
        loading={found.isFetching}
        // The server has already filtered.
        filterOptions={(options) => options}
        getOptionLabel={(option) => option.caption}
        getOptionKey={(option) => option.id}
        isOptionEqualToValue={(option, one) => option.id === one.id}
        noOptionsText={target === 'user' && typed === '' ? 'Start typing to search.' : 'No results found.'}
        onOpen={() => setIsOpen(true)}
        onClose={() => setIsOpen(false)}
        onInputChange={(_, next, reason) => setTyped(reason === 'input' ? next : '')}
        onChange={(_, next) => {
          setPicked(next);
          onChange(next?.id ?? null);
          onChosen?.(next);
        }}
        renderInput={(parameters) => (
          <TextField
            {...parameters}
            error={error !== undefined}
            {...(ref === undefined ? {} : { inputRef: ref })}
            {...(onBlur === undefined ? {} : { onBlur })}
          />
        )}
      />
      {below === undefined ? null : <FormHelperText>{below}</FormHelperText>}
    </FormControl>
  );
}
