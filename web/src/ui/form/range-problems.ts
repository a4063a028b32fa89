import { reversedRange } from '@twinward/contracts/core/time-range';

const required = 'Required.';

/** Error messages for the entered start and end of a range (ISO 8601). */
export function rangeProblems(
  start: string | null,
  end: string | null,
): { start: string | undefined; end: string | undefined } {
  const isReversed = start !== null && end !== null && Date.parse(end) <= Date.parse(start);
  return {
    start: start === null ? required : undefined,
    end: end === null ? required : isReversed ? reversedRange : undefined,
  };
}

/** A time of a chart, which may be a fraction of a millisecond, as ISO 8601. */
export const toIso = (time: number): string => new Date(Math.round(time)).toISOString();
