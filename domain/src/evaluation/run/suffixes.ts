/** Aggregates from each of the points [from, to) to the last of them, with the neutral element behind it. */

/** Times and values of points, by index. */
export interface Column {
  readonly times: Float64Array;
  readonly values: Float64Array;
}

/** Sums of differences to an anchor. As those below it fills the array given, or a larger one, and returns it. */
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

/** Sums of the squares of differences to an anchor. */
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

/** Sums of the products of times and values, as differences to a time and an anchor. */
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

/** An array for the suffixes of `count` points and the neutral element behind them. */
function withRoom(array: Float64Array, count: number): Float64Array {
  return array.length > count ? array : new Float64Array(Math.max(64, 2 * (count + 1)));
}
