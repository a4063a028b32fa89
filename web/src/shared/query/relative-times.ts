import { queryTime } from '@twinward/contracts/questions/query-definition';
import { schemaRule } from '@twinward/domain/rules/schema-rules';

/** What is wrong with a time of a query, as typed; null if nothing is. */
export const queryTimeRule = schemaRule(queryTime);

/** Relative times that are offered by name. */
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

/** A time of a query in words: the name of a relative one, else as it is written. */
export const timeText = (value: string): string =>
  relativeTimes.find((one) => one.value === value)?.label ?? value;
