import { fromWall, toWall } from '@twinward/domain/time-zone';
import type { Range } from './range.ts';

export interface TimeTick {
  time: number;
  label: string;
  /** Starts a day (or a year, where ticks are days and longer): its label names it. */
  major: boolean;
}

type Step = { unit: 'millisecond' | 'month'; size: number };

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const steps: readonly Step[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((size) => ({ unit: 'millisecond' as const, size })),
  ...[1, 2, 5, 10, 15, 30].map((size) => ({ unit: 'millisecond' as const, size: size * second })),
  ...[1, 2, 5, 10, 15, 30].map((size) => ({ unit: 'millisecond' as const, size: size * minute })),
  ...[1, 2, 3, 6, 12].map((size) => ({ unit: 'millisecond' as const, size: size * hour })),
  ...[1, 2, 7, 14].map((size) => ({ unit: 'millisecond' as const, size: size * day })),
  ...[1, 2, 3, 6, 12, 24, 60, 120, 240].map((size) => ({ unit: 'month' as const, size })),
];

const approximate = (step: Step) => (step.unit === 'month' ? step.size * 30.44 * day : step.size);

/**
 * Few round times in a range, as the clock on the wall of a time zone reads them.
 *
 * @param most at most about so many
 */
export function timeTicks(range: Range, timeZone: string, most: number): TimeTick[] {
  const wanted = (range.to - range.from) / Math.max(1, most);
  const step = steps.find((candidate) => approximate(candidate) >= wanted) ?? steps.at(-1)!;
  const ticks: TimeTick[] = [];
  for (let wall = floorWall(toWall(range.from, timeZone), step); ; wall = nextWall(wall, step)) {
    const time = fromWall(wall, timeZone);
    if (time >= range.to) return ticks;
    if (time < range.from || time <= (ticks.at(-1)?.time ?? Number.NEGATIVE_INFINITY)) continue;
    ticks.push({ time, ...describe(toWall(time, timeZone), step) });
  }
}

/** Weeks count from a Monday. */
const monday = Date.UTC(1970, 0, 5);

function floorWall(wall: number, step: Step): number {
  if (step.unit === 'month') {
    const date = new Date(wall);
    const months = date.getUTCFullYear() * 12 + date.getUTCMonth();
    return Date.UTC(0, 0) + monthsFromZero(Math.floor(months / step.size) * step.size);
  }
  const origin = step.size >= 7 * day ? monday : 0;
  return origin + Math.floor((wall - origin) / step.size) * step.size;
}

function nextWall(wall: number, step: Step): number {
  if (step.unit === 'millisecond') return wall + step.size;
  const date = new Date(wall);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + step.size);
}

/** Milliseconds from `Date.UTC(0, 0)` to the first of a month counted from year 0. */
function monthsFromZero(months: number): number {
  return Date.UTC(Math.floor(months / 12), months % 12) - Date.UTC(0, 0);
}

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options });
const formats = {
  year: format({ year: 'numeric' }),
  month: format({ month: 'short' }),
  day: format({ day: 'numeric', month: 'short' }),
  minute: format({ hour: 'numeric', minute: '2-digit' }),
  second: format({ hour: 'numeric', minute: '2-digit', second: '2-digit' }),
  millisecond: format({ minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 }),
};

function describe(wall: number, step: Step): { label: string; major: boolean } {
  const date = new Date(wall);
  const startsYear = date.getUTCMonth() === 0 && date.getUTCDate() === 1 && wall % day === 0;
  if (step.unit === 'month') {
    return { label: (startsYear ? formats.year : formats.month).format(date), major: startsYear };
  }
  if (step.size >= day) {
    return { label: (startsYear ? formats.year : formats.day).format(date), major: startsYear };
  }
  if (wall % day === 0) return { label: formats.day.format(date), major: true };
  const clock = step.size >= minute ? 'minute' : step.size >= second ? 'second' : 'millisecond';
  return { label: formats[clock].format(date), major: false };
}
