import { durationToDays } from '@twinward/domain/duration';
import { formatCount } from '../../ui/format/format.ts';

/** A mean time between failures in whole days. */
export function mtbfDays(iso: string): string {
  const days = Math.round(durationToDays(iso));
  return `${formatCount(days)} ${days === 1 ? 'day' : 'days'}`;
}

/** The trend of a measured MTBF against its previous value; null without one. */
export function mtbfTrend(mtbf: string | null, previous: string | null): 'up' | 'down' | null {
  if (mtbf === null || previous === null) return null;
  const change = durationToDays(mtbf) - durationToDays(previous);
  if (change === 0) return null;
  return change > 0 ? 'up' : 'down';
}
