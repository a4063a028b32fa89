import { DAY } from '../../duration.ts';
import type { PointBlock } from './points.ts';

const lastDate = Date.UTC(10_000, 0, 1) - 1;

/** How often work is due by a counter, and when it was done. */
export interface CounterPlan {
  /** Advance from one work to the next, in the counter's unit. */
  readonly interval: number;
  /** The reading from which the first work counts. */
  readonly start: number;
  /** Times in order. */
  readonly completions: readonly number[];
}

/** A counter's readings with what resets took added again, and what they mean for work that is due by them. */
export interface CounterStatus {
  /** Columns of equal length; only rises add up. */
  readonly times: Float64Array;
  readonly readings: Float64Array;
  /** Where the counter fell, as it showed before and after. */
  readonly resets: readonly { readonly time: number; readonly from: number; readonly to: number }[];
  /** The reading at each completed work, and the one at which it was due again. */
  readonly completions: readonly { readonly time: number; readonly reading: number; readonly due: number }[];
  /** The reading at which work is due next. */
  readonly due: number;
  /** When that reading was reached; null while it was not. */
  readonly reached: number | null;
  /** Average advance per day; null where the readings show none. */
  readonly usePerDay: number | null;
  /** When it was or will be reached by the average use; null where there is none, or not before the year 10000. */
  readonly date: number | null;
}

/**
 * Reads a counter: due is the reading at the last completion, or the start where there is none, and the
 * interval. Work from before the first reading counts from that reading.
 * @param block good and uncertain readings, in order
 */
export function counterStatus(
  { times, values, length }: PointBlock,
  { interval, start, completions }: CounterPlan,
): CounterStatus {
  const readings = new Float64Array(length);
  const resets: { time: number; from: number; to: number }[] = [];
  let taken = 0;
  let before = start;
  for (let index = 0; index < length; index++) {
    const value = values[index]!;
    if (value < before) {
      taken += before - value;
      resets.push({ time: times[index]!, from: before, to: value });
    }
    before = value;
    readings[index] = value + taken;
  }
  const done = length === 0 ? [] : completionsOf(times, readings, { interval, start, completions });
  const due = (done.at(-1)?.reading ?? start) + interval;
  const last = done.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
  const reachedAt = readings.findIndex((reading, index) => reading >= due && times[index]! >= last);
  const days = length === 0 ? 0 : (times[length - 1]! - times[0]!) / DAY;
  const advance = length === 0 ? 0 : readings[length - 1]! - readings[0]!;
  const usePerDay = days > 0 && advance > 0 ? advance / days : null;
  return {
    times: times.subarray(0, length),
    readings,
    resets,
    completions: done,
    due,
    reached: reachedAt < 0 ? null : times[reachedAt]!,
    usePerDay,
    date:
      usePerDay === null
        ? null
        : dateOf(Math.round(times[length - 1]! + ((due - readings[length - 1]!) / usePerDay) * DAY)),
  };
}

/** Null for what no calendar of four digits tells. */
const dateOf = (time: number): number | null => (Math.abs(time) <= lastDate ? time : null);

function completionsOf(
  times: Float64Array,
  readings: Float64Array,
  { interval, completions }: CounterPlan,
): CounterStatus['completions'] {
  let index = 0;
  return completions.map((time) => {
    while (index + 1 < readings.length && times[index + 1]! <= time) index += 1;
    const reading = readings[index]!;
    return { time, reading, due: reading + interval };
  });
}
