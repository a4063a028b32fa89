import Box from '@mui/material/Box';
import { type ReactNode, useState } from 'react';
import { DateInput } from './date-input.tsx';
import { notADate } from './date-value.ts';

/** Same height as other filters, and narrow enough for two side by side on a phone. */
const compact = {
  width: 176,
  '& .MuiPickersInputBase-root': { height: 32, px: 1.5, fontSize: '0.8125rem' },
  '& .MuiInputAdornment-root': { ml: 0 },
  '& .MuiIconButton-root': { p: 1 },
  '& .MuiPickersSectionList-root': { width: 'auto', minWidth: 0 },
};

/** A date filter, `yyyy-MM-dd` or undefined. An incomplete date does not change the filter. */
export function DayField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}): ReactNode {
  const [edited, setEdited] = useState({ of: value, day: value ?? null });
  if (edited.of !== value) setEdited({ of: value, day: value ?? null });
  return (
    <Box sx={compact}>
      <DateInput
        isInline
        label={label}
        value={edited.day}
        onChange={(day) => {
          setEdited({ of: value, day });
          if (day !== notADate) onChange(day ?? undefined);
        }}
      />
    </Box>
  );
}
