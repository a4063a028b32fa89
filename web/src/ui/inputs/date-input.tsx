import Skeleton from '@mui/material/Skeleton';
import { lazy, type ReactNode, Suspense } from 'react';
import type { InputProps } from './input-props.ts';

const DatePickerInput = lazy(() =>
  import('./picker-inputs.tsx').then((module) => ({ default: module.DatePickerInput })),
);
const DateTimePickerInput = lazy(() =>
  import('./picker-inputs.tsx').then((module) => ({ default: module.DateTimePickerInput })),
);

/**
 * The value is null while nothing is entered, and `notADate` while it is no date; both inputs say so themselves
 * where the form doesn't.
 */
export interface DateInputProps extends InputProps<string | null> {
  /** The first that may be chosen, in the form of the value. */
  min?: string | null | undefined;
  /** The last. */
  max?: string | null | undefined;
}

/** A day of the calendar. The value is `yyyy-MM-dd`. */
export function DateInput(props: DateInputProps): ReactNode {
  return (
    <Suspense fallback={<Skeleton variant="rectangular" height={67} />}>
      <DatePickerInput {...props} />
    </Suspense>
  );
}

/** A time to the minute, entered in the user's time zone. The value is ISO 8601 in UTC. */
export function DateTimeInput(props: DateInputProps): ReactNode {
  return (
    <Suspense fallback={<Skeleton variant="rectangular" height={67} />}>
      <DateTimePickerInput {...props} />
    </Suspense>
  );
}
