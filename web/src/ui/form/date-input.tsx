import Skeleton from '@mui/material/Skeleton';
import { type ReactNode, Suspense } from 'react';
import { lazyComponent } from '../page/lazy-component.tsx';
import type { DateInputProps } from './input-props.ts';

const DatePickerInput = lazyComponent(async () => (await import('./picker-inputs.tsx')).DatePickerInput);
const DateTimePickerInput = lazyComponent(
  async () => (await import('./picker-inputs.tsx')).DateTimePickerInput,
);

/** A calendar day. The value is `yyyy-MM-dd`. */
export function DateInput(props: DateInputProps): ReactNode {
  return (
    <Suspense fallback={<Skeleton variant="rectangular" height={props.isInline ? 36 : 67} />}>
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
