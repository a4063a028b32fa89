import type { PointBlock } from '@twinward/domain/evaluation';
import { DAY, MINUTE } from './data.ts';

/** Starts and ends of the excursions of one threshold. */
export class Excursions {
  readonly list: { start: number; end: number | null }[] = [];

  turn(open: boolean, time: number): void {
    if (open) this.list.push({ start: time, end: null });
    else this.list.at(-1)!.end = time;
  }
}

/*
 * Hand-written loops for each program: incremental, O(1) per step, over the same columns.
 */

export function comparison({ times, values, length }: PointBlock): Excursions[] {
  const high = new Excursions();
  let open = false;
  for (let i = 0; i < length; i++) {
    const now = values[i]! > 85;
    if (now !== open) {
      open = now;
      high.turn(open, times[i]!);
    }
  }
  return [high];
}

export function twoTags(a: PointBlock, b: PointBlock): Excursions[] {
  const both = new Excursions();
  let open = false;
  let i = 0;
  let j = 0;
  let x = Number.NaN;
  let y = Number.NaN;
  while (i < a.length || j < b.length) {
    const timeA = i < a.length ? a.times[i]! : Number.POSITIVE_INFINITY;
    const timeB = j < b.length ? b.times[j]! : Number.POSITIVE_INFINITY;
    const time = timeA < timeB ? timeA : timeB;
    if (timeA === time) x = a.values[i++]!;
    if (timeB === time) y = b.values[j++]!;
    const now = x > 80 && y < 75;
    if (now !== open) {
      open = now;
      both.turn(open, time);
    }
  }
  return [both];
}

export function mean({ times, values, length }: PointBlock): Excursions[] {
  const high = new Excursions();
  let open = false;
  let first = 0;
  let sum = 0;
  for (let i = 0; i < length; i++) {
    const time = times[i]!;
    sum += values[i]!;
    while (times[first]! <= time - DAY) sum -= values[first++]!;
    const now = sum / (i - first + 1) > 75.000003;
    if (now !== open) {
      open = now;
      high.turn(open, time);
    }
  }
  return [high];
}

/** The mean of the means over several windows, for each list of their lengths. */
export function manyMeans(
  { times, values, length }: PointBlock,
  groups: readonly (readonly number[])[],
): Excursions[] {
  return groups.map((lengths) => {
    const high = new Excursions();
    const firsts = new Int32Array(lengths.length);
    const sums = new Float64Array(lengths.length);
    let open = false;
    for (let i = 0; i < length; i++) {
      const time = times[i]!;
      let total = 0;
      for (let window = 0; window < lengths.length; window++) {
        let sum = sums[window]! + values[i]!;
        let first = firsts[window]!;
        while (times[first]! <= time - lengths[window]!) sum -= values[first++]!;
        sums[window] = sum;
        firsts[window] = first;
        total += sum / (i - first + 1);
      }
      const now = total / lengths.length > 75.000003;
      if (now !== open) {
        open = now;
        high.turn(open, time);
      }
    }
    return high;
  });
}

export function deviationAndMaximum({ times, values, length }: PointBlock): Excursions[] {
  const unsteady = new Excursions();
  const deque = new Int32Array(4096);
  let front = 0;
  let back = 0;
  let open = false;
  let first = 0;
  let sum = 0;
  let squares = 0;
  const shift = values[0]!;
  for (let i = 0; i < length; i++) {
    const time = times[i]!;
    const value = values[i]!;
    const difference = value - shift;
    sum += difference;
    squares += difference * difference;
    while (back > front && values[deque[(back - 1) & 4095]!]! <= value) back--;
    deque[back++ & 4095] = i;
    while (times[first]! <= time - DAY) {
      const left = values[first]! - shift;
      sum -= left;
      squares -= left * left;
      if (deque[front & 4095] === first) front++;
      first++;
    }
    const count = i - first + 1;
    const deviation = Math.sqrt((squares - (sum * sum) / count) / (count - 1));
    const now = deviation > 4.2 && values[deque[front & 4095]!]! > 80;
    if (now !== open) {
      open = now;
      unsteady.turn(open, time);
    }
  }
  return [unsteady];
}

export function fit({ times, values, length }: PointBlock): Excursions[] {
  const rising = new Excursions();
  const origin = times[0]!;
  const shift = values[0]!;
  let open = false;
  let first = 0;
  let sumT = 0;
  let sumX = 0;
  let sumTX = 0;
  for (let i = 0; i < length; i++) {
    const time = times[i]!;
    const minutes = (time - origin) / MINUTE;
    const value = values[i]! - shift;
    sumT += minutes;
    sumX += value;
    sumTX += minutes * value;
    while (times[first]! <= time - 7 * DAY) {
      const leftMinutes = (times[first]! - origin) / MINUTE;
      const left = values[first]! - shift;
      sumT -= leftMinutes;
      sumX -= left;
      sumTX -= leftMinutes * left;
      first++;
    }
    const count = i - first + 1;
    const now = count > 1 && count * sumTX - sumT * sumX > 0;
    if (now !== open) {
      open = now;
      rising.turn(open, time);
    }
  }
  return [rising];
}

export function nestedIf({ times, values, length }: PointBlock): Excursions[] {
  const alarm = new Excursions();
  let open = false;
  for (let i = 0; i < length; i++) {
    const temperature = values[i]!;
    let limit = 80;
    let excess = temperature - limit;
    let hot = false;
    let now: boolean;
    if (temperature > 75) {
      excess = excess * 2 + 1;
      if (excess > 12) hot = true;
      else limit = 78;
    } else if (temperature < 60) {
      limit = 55;
    }
    if (hot) now = true;
    else if (limit < 60) now = temperature < limit;
    else now = temperature * 1.05 > limit + 8;
    if (now !== open) {
      open = now;
      alarm.turn(open, times[i]!);
    }
  }
  return [alarm];
}

export function excursionCount({ times, values, length }: PointBlock): Excursions[] {
  const high = new Excursions();
  const often = new Excursions();
  const ends = new Float64Array(1 << 17);
  let ended = 0;
  let left = 0;
  let open = false;
  let many = false;
  for (let i = 0; i < length; i++) {
    const time = times[i]!;
    const now = values[i]! > 85;
    if (now !== open) {
      open = now;
      high.turn(open, time);
      if (!open) ends[ended++] = time;
    }
    // Excursions begin and end at whole minutes, so they also leave the window at whole minutes.
    while (left < ended && ends[left]! <= time - 30 * DAY) left++;
    const nowMany = ended - left + (open ? 1 : 0) >= 200;
    if (nowMany !== many) {
      many = nowMany;
      often.turn(many, time);
    }
  }
  return [high, often];
}

export function counter(hours: PointBlock, work: PointBlock): Excursions[] {
  const due = new Excursions();
  let open = false;
  let reading = 0;
  let taken = 0;
  let base = 0;
  let done = 0;
  let nextDone = work.times[0]!;
  let i = 0;
  while (i < hours.length) {
    const time = Math.min(hours.times[i]!, nextDone);
    if (hours.times[i] === time) {
      const value = hours.values[i++]!;
      if (value < reading) taken += reading - value;
      reading = value;
    }
    if (nextDone === time) {
      base = reading + taken;
      done++;
      nextDone = done < work.length ? work.times[done]! : Number.POSITIVE_INFINITY;
    }
    const now = reading + taken - base >= 18_000;
    if (now !== open) {
      open = now;
      due.turn(open, time);
    }
  }
  return [due];
}
