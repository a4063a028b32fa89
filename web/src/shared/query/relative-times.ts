import { queryTime } from '@twinward/contracts/questions/query-definition';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import { findLabel } from '../../ui/form/choices.ts';

/** Validates a typed time of a query: returns an error message, or null. */
export const queryTimeRule = schemaRule(queryTime);

/** Relative times offered by name. */
export const relativeTimes: readonly { value: string; label: string }[] = [
  { value: 'now', label: 'now' },
  { value: 'now-1h', label: '1 hour ago' },
  { value: 'now-24h', label: '24 hours ago' },
  { value: 'now-7d', label: '7 days ago' },
  { value: 'now-30d', label: '30 days ago' },
  { value: 'now-90d', label: '90 days ago' },
  { value: 'now-1y', label: '1 year ago' },
  { value: 'now/d', label: 'start of today' },
  { value: 'now/w', label: 'start of this week' },
  { value: 'now/M', label: 'start of this month' },
  { value: 'now/Q', label: 'start of this quarter' },
  { value: 'now/y', label: 'start of this year' },
  { value: 'now-1M/M', label: 'start of last month' },
  { value: 'now+30d', label: 'in 30 days' },
];

/** Label of a time of a query: the name of a relative time, else the text itself. */
export const timeText = (value: string): string => findLabel(relativeTimes, value);
