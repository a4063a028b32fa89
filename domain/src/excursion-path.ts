import { DAY } from './duration.ts';

/**
 * Returns the path of an excursion in its twin's Monitor. The range is three times as long as the excursion, which is
 * in the middle, and at least a day. Times in epoch milliseconds.
 */
export function excursionPath({
  twinId,
  start,
  end,
}: {
  twinId: number;
  start: number;
  end: number;
}): string {
  const around = Math.max(end - start, DAY / 2);
  const range = new URLSearchParams({
    from: new Date(start - around).toISOString(),
    to: new Date(end + around).toISOString(),
  });
  return `/apps/twins/${twinId}/protections?${range}`;
}
