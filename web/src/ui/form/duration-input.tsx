import FormControl from '@mui/material/FormControl';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import Stack from '@mui/material/Stack';
import { type ReactNode, useState } from 'react';
import {
  countToDuration,
  type DurationUnit,
  defaultDurationUnit,
  defaultDurationUnits,
  durationToCount,
} from './duration-value.ts';
import type { InputProps } from './input-props.ts';
import { Labelled } from './labelled.tsx';

/** Maximum number of digits of a count; in years this is still a safe number. */
const maximumDigits = 10;

interface DurationInputProps extends InputProps<string | null> {
  /** The units to choose from. */
  units?: readonly DurationUnit[];
  /** The initial unit. */
  defaultUnit?: DurationUnit;
}

/** A duration: a whole number and a unit. The value is ISO 8601, or null while there is no number. */
export function DurationInput({
  label,
  hint,
  error,
  disabled = false,
  readOnly = false,
  required = false,
  name,
  value,
  units = defaultDurationUnits,
  defaultUnit = units.includes(defaultDurationUnit) ? defaultDurationUnit : (units[0] ?? defaultDurationUnit),
  onChange,
  onBlur,
  ref,
}: DurationInputProps): ReactNode {
  const show = (iso: string | null, unit: DurationUnit) => ({
    of: iso,
    ...(durationToCount(iso ?? '', units) ?? { count: '', unit }),
  });
  const [shown, setShown] = useState(() => show(value, defaultUnit));
  // The value was changed from outside, for example by a reset.
  if (shown.of !== value) setShown(show(value, shown.unit));
  const change = (count: string, unit: DurationUnit): void => {
    const next = count === '' ? null : countToDuration(count, unit);
    setShown({ of: next, count, unit });
    if (next !== value) onChange(next);
  };
  return (
    <Labelled label={label} hint={hint} error={error} required={required} disabled={disabled}>
      {(id, below) => (
        <Stack direction="row" spacing={2}>
          <OutlinedInput
            id={id}
            size="small"
            {...(name === undefined ? {} : { name })}
            value={shown.count}
            readOnly={readOnly}
            inputRef={ref}
            onChange={(event) =>
              change(event.target.value.replace(/\D/g, '').slice(0, maximumDigits), shown.unit)
            }
            onBlur={onBlur}
            aria-describedby={below}
            slotProps={{ input: { inputMode: 'numeric', autoComplete: 'off', sx: { textAlign: 'right' } } }}
            sx={{ flex: 1, minWidth: 80 }}
          />
          {/* A separate FormControl, since each contains one input. */}
          <FormControl error={error !== undefined} disabled={disabled || readOnly} sx={{ flex: 'none' }}>
            <NativeSelect
              variant="outlined"
              input={<OutlinedInput size="small" />}
              value={shown.unit}
              onChange={(event) => change(shown.count, event.target.value as DurationUnit)}
              onBlur={onBlur}
              inputProps={{ 'aria-label': `Unit of ${label.toLowerCase()}` }}
              sx={{ '& option': { bgcolor: 'background.paper' } }}
            >
              {units.map((unit) => (
                <option key={unit} value={unit}>
                  {unit}
                </option>
              ))}
            </NativeSelect>
          </FormControl>
        </Stack>
      )}
    </Labelled>
  );
}
