import { type Conversion, convertInPlace, isIdentity } from '../../units/conversion.ts';

/** Quality of a point: bad points have no value, uncertain ones are used. */
export const Quality = { good: 0, uncertain: 1, bad: 2 } as const;

/**
 * Points of one input in columns. Times are whole milliseconds since 1970, strictly ascending; values are
 * finite (a bad point's value is ignored). Only the first `length` entries are valid. Without `qualities` all
 * points are good. For an input of type work, the times are completions and the values are ignored.
 */
export interface PointBlock {
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly qualities?: Uint8Array | undefined;
  readonly length: number;
}

/** Blocks by alias; a missing alias has no points. */
export type Blocks = ReadonlyMap<string, PointBlock>;

/**
 * The key of the classifier's results in a protection's `Blocks`: the values are indexes into
 * `ProtectionDefinition.patterns`. Aliases can't contain a bracket, so the key is free.
 */
export const PATTERN_ANSWERS = ']patterns';

/** Returns the index of the first point after a time, or the block's length if no point is later. */
export function firstAfter({ times, length }: PointBlock, time: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether an input has a point exactly at a time. */
export function hasPointAt(block: PointBlock | undefined, time: number): boolean {
  return block !== undefined && block.times[firstAfter(block, time) - 1] === time;
}

/** The points in (after, upTo], as a view. */
export function pointsBetween(block: PointBlock, after: number, upTo: number): PointBlock {
  const from = firstAfter(block, after);
  const to = firstAfter(block, upTo);
  return {
    times: block.times.subarray(from, to),
    values: block.values.subarray(from, to),
    qualities: block.qualities?.subarray(from, to),
    length: to - from,
  };
}

/** Joins two blocks, of which the second begins after the end of the first. */
export function joinBlocks(first: PointBlock, second: PointBlock): PointBlock {
  if (first.length === 0) return second;
  if (second.length === 0) return first;
  const length = first.length + second.length;
  const times = new Float64Array(length);
  const values = new Float64Array(length);
  for (const [block, at] of [
    [first, 0],
    [second, first.length],
  ] as const) {
    times.set(block.times.subarray(0, block.length), at);
    values.set(block.values.subarray(0, block.length), at);
  }
  if (!first.qualities && !second.qualities) return { times, values, length };
  const qualities = new Uint8Array(length);
  if (first.qualities) qualities.set(first.qualities.subarray(0, first.length));
  if (second.qualities) qualities.set(second.qualities.subarray(0, second.length), first.length);
  return { times, values, qualities, length };
}

/** Points that have a value. */
export function withoutBad(block: PointBlock): PointBlock {
  const { qualities, length } = block;
  if (!qualities) return block;
  let kept = 0;
  for (let index = 0; index < length; index++) if (qualities[index] !== Quality.bad) kept += 1;
  if (kept === length) return block;
  const times = new Float64Array(kept);
  const values = new Float64Array(kept);
  let next = 0;
  for (let index = 0; index < length; index++) {
    if (qualities[index] === Quality.bad) continue;
    times[next] = block.times[index]!;
    values[next] = block.values[index]!;
    next += 1;
  }
  return { times, values, length: kept };
}

/** Converts the points of a tag to values of an input. A value that becomes too large for a number is bad. */
export function convertBlock(block: PointBlock, conversion: Conversion): PointBlock {
  if (isIdentity(conversion)) return block;
  return convertOwnBlock({ ...block, values: block.values.slice(0, block.length) }, conversion);
}

/** Like `convertBlock`, but overwrites the block's values: only for points with no other reader. */
export function convertOwnBlock(block: PointBlock, conversion: Conversion): PointBlock {
  if (isIdentity(conversion)) return block;
  const { times, length } = block;
  const values = block.values.subarray(0, length);
  if (!convertInPlace(values, conversion)) return { times, values, qualities: block.qualities, length };
  const qualities = block.qualities?.slice(0, length) ?? new Uint8Array(length);
  for (let index = 0; index < length; index++) {
    if (Math.abs(values[index]!) !== Number.POSITIVE_INFINITY) continue;
    qualities[index] = Quality.bad;
    values[index] = Number.NaN;
  }
  return { times, values, qualities, length };
}
