import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { useNow } from './clock.ts';
import { formatDateTime, formatRelative } from './format.ts';
import { useTimeZone } from './time-zone.ts';

/** A time in the user's zone: relative while recent, with the exact time on hover; exact otherwise. */
export function Time({ value, none = '–' }: { value: string | null; none?: string }): ReactNode {
  const timeZone = useTimeZone();
  const now = useNow();
  if (value === null) return none;
  const exact = formatDateTime(value, timeZone);
  const relative = formatRelative(value, now);
  if (relative === null) return <time dateTime={value}>{exact}</time>;
  return (
    <Tooltip title={`${exact} (${timeZone})`}>
      <time dateTime={value}>{relative}</time>
    </Tooltip>
  );
}
