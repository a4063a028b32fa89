/** Aggregates from each of the points [from, to) to the last one, followed by the neutral element. */

/** Times and values of points, by index. */
export interface Column {
  readonly times: Float64Array;
  readonly values: Float64Array;
}

/**
 * Sums of differences from an anchor. Like the functions below, it fills the given array, or a larger one,
 * and returns it.
 */
export function suffixSums(
  array: Float64Array,
  values: Float64Array,
  from: number,
  to: number,
  anchor: number,
): Float64Array {
  const suffix = withRoom(array, to - from);
  let sum = 0;
  suffix[to - from] = 0;
  for (let index = to - 1; index >= from; index--) {
    sum += values[index]! - anchor;
    suffix[index - from] = sum;
  }
  return suffix;
}

/** Sums of squared differences from an anchor. */
export function suffixSquares(
  array: Float64Array,
  values: Float64Array,
  from: number,
  to: number,
  anchor: number,
): Float64Array {
  const suffix = withRoom(array, to - from);
  let squares = 0;
  suffix[to - from] = 0;
  for (let index = to - 1; index >= from; index--) {
    const difference = values[index]! - anchor;
    squares += difference * difference;
    suffix[index - from] = squares;
  }
  return suffix;
}

/** Maxima for sign 1, minima for -1. */
export function suffixExtremes(
  array: Float64Array,
  values: Float64Array,
  from: number,
  to: number,
  sign: 1 | -1,
): Float64Array {
  const suffix = withRoom(array, to - from);
  let extreme = -sign * Number.POSITIVE_INFINITY;
  suffix[to - from] = extreme;
  for (let index = to - 1; index >= from; index--) {
    const value = values[index]!;
    if (sign * value > sign * extreme) extreme = value;
    suffix[index - from] = extreme;
  }
  return suffix;
}

/** Sums of products of times and values, as differences from a time and an anchor. */
export function suffixProducts(
  array: Float64Array,
  { times, values }: Column,
  from: number,
  to: number,
  time: number,
  anchor: number,
): Float64Array {
  const suffix = withRoom(array, to - from);
  let product = 0;
  suffix[to - from] = 0;
  for (let index = to - 1; index >= from; index--) {
    product += (times[index]! - time) * (values[index]! - anchor);
    suffix[index - from] = product;
  }
  return suffix;
}

/** Returns an array with room for `count` suffixes and the neutral element. */
function withRoom(array: Float64Array, count: number): Float64Array {
  return array.length > count ? array : new Float64Array(Math.max(64, 2 * (count + 1)));
}
