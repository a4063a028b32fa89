import { DAY } from '../../duration.ts';
import type { PointBlock } from './points.ts';

const lastDate = Date.UTC(10_000, 0, 1) - 1;

/** A plan of work that is due by a counter, and its completions. */
interface CounterPlan {
  /** Advance between two works, in the counter's unit. */
  readonly interval: number;
  /** The reading from which the first interval counts. */
  readonly start: number;
  /** Ascending times. */
  readonly completions: readonly number[];
}

/** A counter's readings with resets added, and the work that is due by them. */
export interface CounterStatus {
  /** Columns of equal length; only rises accumulate. */
  readonly times: Float64Array;
  readonly readings: Float64Array;
  /** The falls of the counter, with the raw readings before and after. */
  readonly resets: readonly { readonly time: number; readonly from: number; readonly to: number }[];
  /** The reading at each completion, and the reading at which it was due. */
  readonly completions: readonly { readonly time: number; readonly reading: number; readonly due: number }[];
  /** The reading at which work is due next. */
  readonly due: number;
  /** When that reading was reached; null if it was not. */
  readonly reached: number | null;
  /** Average advance per day; null if the readings show none. */
  readonly usePerDay: number | null;
  /**
   * When that reading was or will be reached at the average use; null if unknown, or from the year 10000 on.
   */
  readonly date: number | null;
}

/**
 * Evaluates a counter: work is due at the reading of the last completion, or the start without one, plus the
 * interval. Work before the first reading counts from that reading.
 * @param block good and uncertain readings, ascending
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
  const done = length === 0 ? [] : toCompletions(times, readings, { interval, start, completions });
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
        : toDate(Math.round(times[length - 1]! + ((due - readings[length - 1]!) / usePerDay) * DAY)),
  };
}

/** Null for dates beyond four-digit years. */
const toDate = (time: number): number | null => (Math.abs(time) <= lastDate ? time : null);

function toCompletions(
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
