import { addDuration, DAY, type Duration, fixedLength, parseDuration } from '../../duration.ts';
import { calendarInterval, counterInterval } from './activity.ts';
import type { InputDefinition, IntervalSettings, ProtectionDefinition } from './definition.ts';
import { calendarGrid, counterGrid } from './grid.ts';
import { type Blocks, type PointBlock, withoutBad } from './points.ts';

export type DueState = 'not due' | 'due' | 'overdue';

/** The next due work of an activity by one of its inputs. */
export interface ActivityDue {
  readonly alias: string;
  readonly by: 'calendar' | 'counter';
  readonly state: DueState;
  /** Milliseconds since 1970, or a counter reading with resets added. */
  readonly due: number;
  /** The current counter reading with resets added; null for a calendar and before the first reading. */
  readonly reading: number | null;
  /** Average use of the counter per day; null for a calendar and if the readings show none. */
  readonly usePerDay: number | null;
  /** The due date, or its forecast by the average use per day; null if neither is known. */
  readonly date: number | null;
}

/**
 * When an activity's work is due, as of `time`: for a calendar from its completions, for a counter also from
 * its readings. Calendar dates are calculated in the definition's time zone, with calendar months and years.
 *
 * @param blocks all completed work, and all readings of the counters, up to `time` or beyond
 * @throws RangeError if an expected interval or a tolerance is not a valid duration
 */
export function activityDue(definition: ProtectionDefinition, blocks: Blocks, time: number): ActivityDue[] {
  const work = definition.inputs.find(({ type }) => type === 'work');
  const completions = work ? timesUpTo(blocks.get(work.alias), time) : [];
  return definition.inputs.flatMap((input) => {
    const { type, settings } = input;
    if (type === 'work' && settings?.expectedInterval) {
      return [byCalendar(definition, input, settings, completions, time)];
    }
    if (settings?.intervalType === 'counter' && settings.counterInterval !== undefined) {
      return [byCounter(input, settings, readingsUpTo(blocks.get(input.alias), time), completions)];
    }
    return [];
  });
}

function byCalendar(
  { startDate = 0, timeZone = 'UTC' }: ProtectionDefinition,
  { alias }: InputDefinition,
  settings: IntervalSettings,
  completions: readonly number[],
  time: number,
): ActivityDue {
  const interval = parseDuration(settings.expectedInterval!);
  const tolerance: Duration =
    settings.tolerance === undefined
      ? { months: 0, milliseconds: calendarInterval(settings).tolerance }
      : parseDuration(String(settings.tolerance));
  let due: number;
  if (settings.schedule === 'fixed' && fixedLength(interval) > 0) {
    const grid = calendarGrid(startDate, interval, timeZone);
    const inPlan = completions.filter((completion) => completion >= startDate);
    due = grid.at(inPlan.reduce((satisfied, completion) => grid.nearest(satisfied, completion), 0) + 1);
  } else {
    due = addDuration(completions.at(-1) ?? startDate, interval, timeZone);
  }
  const back = { months: -tolerance.months, milliseconds: -tolerance.milliseconds };
  const state = stateAt(time, addDuration(due, back, timeZone), addDuration(due, tolerance, timeZone));
  return { alias, by: 'calendar', state, due, reading: null, usePerDay: null, date: due };
}

function byCounter(
  { alias }: InputDefinition,
  settings: IntervalSettings,
  readings: readonly Reading[],
  completions: readonly number[],
): ActivityDue {
  const { interval, tolerance } = counterInterval(settings);
  const start = settings.counterStart ?? 0;
  const advanced = addUp(readings, start);
  const latest = advanced.at(-1);
  // Work before the first reading counts from that reading.
  const done = advanced.length === 0 ? [] : readingsAt(advanced, completions);
  let due: number;
  if (settings.schedule === 'fixed' && interval > 0) {
    const grid = counterGrid(start, interval);
    due = grid.at(done.reduce((satisfied, reading) => grid.nearest(satisfied, reading), 0) + 1);
  } else {
    due = (done.at(-1) ?? start) + interval;
  }
  const first = advanced[0];
  const days = latest && first ? (latest.time - first.time) / DAY : 0;
  const usePerDay = days > 0 && latest!.value > first!.value ? (latest!.value - first!.value) / days : null;
  const state = latest ? stateAt(latest.value, due - tolerance, due + tolerance) : 'not due';
  const date =
    usePerDay === null ? null : Math.round(latest!.time + ((due - latest!.value) / usePerDay) * DAY);
  return { alias, by: 'counter', state, due, reading: latest?.value ?? null, usePerDay, date };
}

function stateAt(now: number, from: number, to: number): DueState {
  if (now < from) return 'not due';
  return now <= to ? 'due' : 'overdue';
}

interface Reading {
  readonly time: number;
  readonly value: number;
}

/** Adds up readings with meter resets: only rises count. */
function addUp(readings: readonly Reading[], start: number): Reading[] {
  let taken = 0;
  let before = start;
  return readings.map(({ time, value }) => {
    if (value < before) taken += before - value;
    before = value;
    return { time, value: value + taken };
  });
}

/** Returns the reading at each of the times, both ascending; the first reading for earlier times. */
function readingsAt(readings: readonly Reading[], times: readonly number[]): number[] {
  let index = 0;
  return times.map((time) => {
    while (index + 1 < readings.length && readings[index + 1]!.time <= time) index += 1;
    return readings[index]!.value;
  });
}

function timesUpTo(block: PointBlock | undefined, time: number): number[] {
  return block ? [...block.times.subarray(0, block.length)].filter((at) => at <= time) : [];
}

function readingsUpTo(block: PointBlock | undefined, time: number): Reading[] {
  if (!block) return [];
  const { times, values, length } = withoutBad(block);
  return Array.from({ length }, (_, index) => ({ time: times[index]!, value: values[index]! })).filter(
    (reading) => reading.time <= time,
  );
}
