import { fromWall, repeatedOffset, timesOfWall, toWall } from '@twinward/domain/time-zone';
import type { Range } from './range.ts';

export interface TimeTick {
  time: number;
  label: string;
  /** Whether the tick starts a day (or a year, if ticks are days or longer); its label then names the day or year. */
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
 * Round times in a range, by the wall clock of a time zone.
 *
 * @param most approximate maximum number of ticks
 */
export function timeTicks(range: Range, timeZone: string, most: number): TimeTick[] {
  const wanted = (range.to - range.from) / Math.max(1, most);
  const step = steps.find((candidate) => approximate(candidate) >= wanted) ?? steps.at(-1)!;
  const ticks = listTicks(range, timeZone, step);
  // Labels with an offset are half as long again.
  const isTight = ticks.length > most * 0.6 && ticks.some(({ label }) => hasOffset.test(label));
  const wider = steps[steps.indexOf(step) + 1];
  return isTight && wider !== undefined ? listTicks(range, timeZone, wider) : ticks;
}

const hasOffset = /[+-]\d\d:\d\d$/;

function listTicks(range: Range, timeZone: string, step: Step): TimeTick[] {
  const isClock = step.unit === 'millisecond' && step.size < day;
  const times = new Set<number>();
  // Starts early, since a repeated hour may begin before the range.
  const first = toWall(range.from, timeZone) - (isClock ? 3 * hour : 0);
  for (let wall = floorWall(first, step); ; wall = nextWall(wall, step)) {
    const passes = isClock ? timesOfWall(wall, timeZone) : [];
    if (passes.length === 0) passes.push(fromWall(wall, timeZone));
    if (passes[0]! >= range.to) break;
    for (const time of passes) times.add(time);
  }
  return [...times]
    .filter((time) => time >= range.from && time < range.to)
    .sort((one, other) => one - other)
    .map((time) => {
      const { label, major } = describe(toWall(time, timeZone), step);
      return { time, label: major || !isClock ? label : label + repeatedOffset(time, timeZone), major };
    });
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

/** Milliseconds from `Date.UTC(0, 0)` to the first day of a month, counted from year 0. */
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
