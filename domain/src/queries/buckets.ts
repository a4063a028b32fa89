import { addDuration, DAY, type Duration, HOUR } from '../duration.ts';
import { fromWall, toWall } from '../time-zone.ts';

/** Milliseconds. Offsets of time zones are multiples of it. */
const quarterHour = HOUR / 4;

/** Returns the start of the bucket of a time. Days, weeks, months and years follow the calendar of the time zone. */
function startOfBucket(time: number, length: Duration, timeZone: string): number {
  const wall = toWall(time, timeZone);
  const date = new Date(wall);
  if (length.months > 0) {
    const months = date.getUTCFullYear() * 12 + date.getUTCMonth();
    const first = months - (months % length.months);
    return fromWall(Date.UTC(Math.floor(first / 12), first % 12, 1), timeZone);
  }
  const { milliseconds } = length;
  if (milliseconds < DAY) return Math.floor(wall / milliseconds) * milliseconds - (wall - time);
  // Weeks begin on Monday: 1970-01-05 was one.
  const origin = milliseconds % (7 * DAY) === 0 ? 4 * DAY : 0;
  return fromWall(Math.floor((wall - origin) / milliseconds) * milliseconds + origin, timeZone);
}

/**
 * Returns the starts of the buckets of a range, ascending, and the end of the last one; at most `most` + 2 times.
 * @param from epoch milliseconds; the first bucket contains it
 * @param to exclusive
 */
export function bucketTimes(
  from: number,
  to: number,
  length: Duration,
  timeZone: string,
  most: number,
): number[] {
  const times = [startOfBucket(from, length, timeZone)];
  const isCalendar = length.months > 0 || length.milliseconds >= DAY;
  while (times.at(-1)! < to && times.length < most + 2) {
    const last = times.at(-1)!;
    const next = isCalendar
      ? startOfBucket(nextCalendar(last, length, timeZone), length, timeZone)
      : last + length.milliseconds;
    times.push(next > last ? next : last + Math.max(1, length.milliseconds));
  }
  return times;
}

/** Returns a time inside the next bucket. A margin of some hours allows for days of 23 to 25 hours. */
function nextCalendar(start: number, length: Duration, timeZone: string): number {
  if (length.months > 0) return addDuration(start, length, timeZone) + 12 * HOUR;
  return start + length.milliseconds + 6 * HOUR;
}

/** Returns a step in milliseconds that divides every bucket. */
export function commonStep(times: readonly number[]): number {
  const first = times[0]!;
  const width = (times[1] ?? first + HOUR) - first;
  if (times.every((time, index) => index === 0 || time - times[index - 1]! === width)) return width;
  return times.every((time) => (time - first) % HOUR === 0) ? HOUR : quarterHour;
}
