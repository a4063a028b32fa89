import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { fromWall, toWall } from '@twinward/domain/time-zone';
import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { useTimeZone } from '../format/time-zone.ts';
import { notADate } from './date-value.ts';
import { FieldLabel } from './field-label.tsx';
import type { DateInputProps } from './input-props.ts';
import { WallDate, wallCalendar } from './wall-date.ts';

/** Converts a value to the wall-clock time shown, and back. */
interface Form {
  toDate(value: string): WallDate;
  toValue(date: Date): string;
  notADate: string;
}

const dayForm: Form = {
  toDate: (value) => new WallDate(`${value}T00:00:00Z`),
  toValue: (date) => date.toISOString().slice(0, 10),
  notADate: 'Please enter a date.',
};

const timeForm = (timeZone: string): Form => ({
  toDate: (value) => new WallDate(toWall(Date.parse(value), timeZone)),
  toValue: (date) => new Date(fromWall(date.getTime(), timeZone)).toISOString(),
  notADate: 'Please enter a date & time.',
});

export function DatePickerInput(props: DateInputProps): ReactNode {
  const { frame, picker, first, last } = usePicker(props, dayForm);
  return frame(
    <DatePicker
      {...picker}
      {...(first === null ? {} : { minDate: first })}
      {...(last === null ? {} : { maxDate: last })}
      format="yyyy-MM-dd"
    />,
  );
}

export function DateTimePickerInput(props: DateInputProps): ReactNode {
  const timeZone = useTimeZone();
  const form = useMemo(() => timeForm(timeZone), [timeZone]);
  const { frame, picker, first, last } = usePicker(props, form);
  return frame(
    <DateTimePicker
      {...picker}
      {...(first === null ? {} : { minDateTime: first })}
      {...(last === null ? {} : { maxDateTime: last })}
      format="yyyy-MM-dd h:mm a"
      ampm
    />,
  );
}

/** Shared parts of both pickers: label, message, and value conversion. */
function usePicker(
  {
    label,
    hint,
    error,
    disabled,
    readOnly,
    required,
    name,
    value,
    min,
    max,
    isInline = false,
    onChange,
    onBlur,
    ref,
  }: DateInputProps,
  form: Form,
) {
  const id = useId();
  const timeZone = useTimeZone();
  const isOpen = useRef(false);
  const read = (text: string | null | undefined): WallDate | null => (text ? form.toDate(text) : null);
  const [shown, setShown] = useState(() => ({ of: value, in: form, date: read(value) }));
  // The value was changed from outside, for example by a reset. Invalid text stays.
  if (shown.of !== value || shown.in !== form) {
    setShown({ of: value, in: form, date: value === notADate ? shown.date : read(value) });
  }
  const emit = (next: string | null, date: Date | null): void => {
    setShown({ of: next, in: form, date });
    if (next !== value) onChange(next);
  };
  const message = error ?? ownProblem(value, min, max, form);
  const below = message ?? hint;
  const isDate = (date: Date): boolean => !Number.isNaN(date.getTime());
  const picker = {
    value: shown.date,
    disabled: disabled ?? false,
    readOnly: readOnly ?? false,
    onChange: (date: Date | null) =>
      emit(
        date === null ? null : isDate(date) && date.getFullYear() >= 1000 ? form.toValue(date) : notADate,
        date,
      ),
    onOpen: () => {
      isOpen.current = true;
    },
    onClose: () => {
      isOpen.current = false;
      onBlur?.();
    },
    slotProps: {
      field: { shouldRespectLeadingZeros: true, clearable: !(required ?? false) },
      textField: {
        error: message !== undefined,
        ...(ref === undefined ? {} : { inputRef: ref }),
        ...(name === undefined ? {} : { name }),
        onBlur: (event: React.FocusEvent<HTMLDivElement>) => {
          if (isOpen.current || event.currentTarget.contains(event.relatedTarget)) return;
          // The picker reports no error for an incomplete date.
          if (value === null && isStarted(event.currentTarget)) emit(notADate, null);
          onBlur?.();
        },
        slotProps: {
          input: {
            'aria-labelledby': `${id}-label`,
            ...(below === undefined ? {} : { 'aria-describedby': `${id}-below` }),
          },
        },
      },
      openPickerButton: { size: 'small' as const },
      layout: { sx: { '& .MuiDateCalendar-root': { width: 290 } } },
    },
  };
  const frame = (field: ReactNode): ReactNode => (
    <LocalizationProvider dateAdapter={wallCalendar(timeZone)}>
      <FormControl fullWidth error={message !== undefined} disabled={disabled ?? false}>
        <Box
          sx={isInline ? { display: 'flex', alignItems: 'center', columnGap: 1, '& > span': { mb: 0 } } : {}}
        >
          <FieldLabel id={`${id}-label`} required={required}>
            {label}
          </FieldLabel>
          {field}
        </Box>
        {below === undefined ? null : <FormHelperText id={`${id}-below`}>{below}</FormHelperText>}
      </FormControl>
    </LocalizationProvider>
  );
  return { frame, picker, first: read(min), last: read(max) };
}

/** Whether any part of the date is filled in. */
const isStarted = (field: HTMLElement): boolean =>
  [...field.querySelectorAll('[role=spinbutton]')].some((part) => part.hasAttribute('aria-valuenow'));

function ownProblem(
  value: string | null,
  min: string | null | undefined,
  max: string | null | undefined,
  form: Form,
): string | undefined {
  if (value === null || value === '') return undefined;
  if (value === notADate) return form.notADate;
  const at = form.toDate(value).getTime();
  if (min && at < form.toDate(min).getTime()) return 'Please choose a later date.';
  if (max && at > form.toDate(max).getTime()) return 'Please choose a later date.';
  return undefined;
}
