import { formatCount, formatSpan, formatTimes } from '../../ui/format/format.ts';

/** The number of excursions of a threshold in a range, and their total duration in milliseconds. */
export interface Tally {
  count: number;
  duration: number;
  isOpen: boolean;
  /** False for a threshold that stores no excursions. */
  isKept: boolean;
}

/** '2 excursions, 15 min, open'; '80 times, not kept, 3 h' for a threshold that stores none. */
export function tallyText({ count, duration, isOpen, isKept }: Tally): string {
  const length = formatSpan(duration) + (isOpen ? ', open' : '');
  if (!isKept) return count === 0 ? 'not kept' : `${formatTimes(count)}, not kept, ${length}`;
  if (count === 0) return 'no excursions';
  return `${count === 1 ? '1 excursion' : `${formatCount(count)} excursions`}, ${length}`;
}
