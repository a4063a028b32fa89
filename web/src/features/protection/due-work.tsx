import Typography from '@mui/material/Typography';
import type { ActivityDue } from '@twinward/contracts/protections/activity-protection';
import type { ReactNode } from 'react';
import { formatDate, formatExact, formatNumber } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { useActivityDue } from './api/get-due.ts';

const states = { 'not due': 'Not due', due: 'Due', overdue: 'Overdue' } as const;

/** Describes the due date by one interval. */
export function dueText(
  { by, state, due, reading, usePerDay, date, lastCompleted }: ActivityDue,
  timeZone: string,
): string {
  const done =
    lastCompleted === null ? 'never completed' : `last completed ${formatDate(lastCompleted, timeZone)}`;
  if (by === 'calendar') return `${states[state]}: ${formatDate(due, timeZone)}, ${done}.`;
  const now = reading === null ? 'no reading yet' : `now at ${formatExact(reading)}`;
  const forecast =
    date === null || usePerDay === null
      ? ''
      : `, about ${formatDate(date, timeZone)} at ${formatNumber(usePerDay)} a day`;
  return `${states[state]}: at ${formatExact(due)}, ${now}${forecast}, ${done}.`;
}

/** The due dates of an activity protection, by interval. */
export function DueWork({ protectionId }: { protectionId: number }): ReactNode {
  const timeZone = useTimeZone();
  const { data = [] } = useActivityDue(protectionId);
  return data.map((due) => (
    <Typography key={due.alias} variant="body2">
      <b>{due.alias}</b> {dueText(due, timeZone)}
    </Typography>
  ));
}
