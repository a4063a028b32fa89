import { type PointBlock, Quality } from './types.ts';

/** Index of the first point after a time; the block's length when there is none. */
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
