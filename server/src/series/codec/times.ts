import type { ByteReader, ByteWriter } from './bytes.ts';

/*
 * Times ascend. They are stored as the first time, the smallest step, the greatest common divisor of the
 * steps' excesses over it (the unit), and those excesses in units. Regular times have no excess (unit 0):
 * eleven bytes for any number of them. Jitter of a sensor's clock costs one byte per point, a gap a few
 * bytes.
 */

/** Writes strictly ascending whole milliseconds from 0 on. */
export function encodeTimes(times: Float64Array, out: ByteWriter): void {
  let smallest = times.length < 2 ? 0 : times[1]! - times[0]!;
  let regular = true;
  for (let i = 2; i < times.length; i++) {
    const step = times[i]! - times[i - 1]!;
    if (step !== smallest) regular = false;
    if (step < smallest) smallest = step;
  }
  let unit = 0;
  for (let i = 1; i < times.length && !regular && unit !== 1; i++)
    unit = greatestCommonDivisor(times[i]! - times[i - 1]! - smallest, unit);
  out.varint(times[0] ?? 0);
  out.varint(smallest);
  out.varint(unit);
  if (unit === 0) return;
  for (let i = 1; i < times.length; i++) out.varint((times[i]! - times[i - 1]! - smallest) / unit);
}

/** Reads `count` times into `times`, starting at `offset`. */
export function decodeTimes(input: ByteReader, times: Float64Array, offset: number, count: number): void {
  let time = input.varint();
  const smallest = input.varint();
  const unit = input.varint();
  const end = offset + count;
  if (unit === 0) {
    for (let i = offset; i < end; i++) {
      times[i] = time;
      time += smallest;
    }
    return;
  }
  times[offset] = time;
  for (let i = offset + 1; i < end; i++) {
    time += smallest + unit * input.varint();
    times[i] = time;
  }
}

function greatestCommonDivisor(a: number, b: number): number {
  let larger = a;
  let smaller = b;
  while (smaller !== 0) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
