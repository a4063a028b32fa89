import type { WindowNeeds } from '../compile/codegen/plan.ts';
import type { WindowState } from '../compile/runtime.ts';

const START_CAPACITY = 64;

/**
 * The points of one input in (t - length, t], in O(1) amortised, never by subtracting what left.
 *
 * Time is cut into blocks of the window's length. At any time the window is the end of the older block and the
 * beginning of the newer one (van Herk 1992, Gil and Werman 1993, for extremes; here for sums too). The newer
 * block's aggregates run forward as points come; the older one's are computed backward, once, when time enters
 * the next block. So an answer depends on the window's own points alone: not on what came before, nor on where a
 * batch ended.
 *
 * Sums are of differences to an anchor that is itself in the window (the older block's last value, the newer
 * one's first): equal values give a deviation of exactly 0 at any size, and the cancellation in
 * sum(x^2) - sum(x)^2 / n stays within a factor n of the rounding error.
 *
 * The generated code keeps these fields in local variables; the methods are for what is rare.
 */
export class Window implements WindowState {
  readonly length: number;
  readonly needs: WindowNeeds;
  /** Index of the newer block: it covers [block * length, end). */
  private block = Number.NEGATIVE_INFINITY;
  end = Number.NEGATIVE_INFINITY;

  /** Ends with Infinity, so that a search for the first point inside needs no bound. */
  olderTimes: Float64Array = Float64Array.of(Number.POSITIVE_INFINITY);
  olderValues: Float64Array = new Float64Array(1);
  olderCount = 0;
  /** The first point of the older block that is still inside. */
  head = 0;
  olderAnchor = 0;
  /** Aggregates of the older block from each point to its end. */
  suffixSums: Float64Array = new Float64Array(1);
  suffixSquares: Float64Array = new Float64Array(1);
  suffixMaxima: Float64Array = Float64Array.of(Number.NEGATIVE_INFINITY);
  suffixMinima: Float64Array = Float64Array.of(Number.POSITIVE_INFINITY);
  suffixTimes: Float64Array = new Float64Array(1);
  suffixProducts: Float64Array = new Float64Array(1);

  newerTimes: Float64Array = new Float64Array(START_CAPACITY);
  newerValues: Float64Array = new Float64Array(START_CAPACITY);
  newerCount = 0;
  anchor = 0;
  /** olderAnchor - anchor, once the newer block has a point; before, both are the older one. */
  shift = 0;
  sum = 0;
  squares = 0;
  maximum = Number.NEGATIVE_INFINITY;
  minimum = Number.POSITIVE_INFINITY;
  /** Sum of times, and of times by values, from the newer block's beginning. */
  timeSum = 0;
  product = 0;
  /** Time of the point before the latest step down, and up. */
  lastFall = Number.NEGATIVE_INFINITY;
  lastRise = Number.NEGATIVE_INFINITY;

  constructor(length: number, needs: WindowNeeds) {
    this.length = length;
    this.needs = needs;
  }

  /** Room for more points in the newer block; the last place is kept for the sentinel. */
  grow(): void {
    const times = new Float64Array(this.newerTimes.length * 2);
    const values = new Float64Array(times.length);
    times.set(this.newerTimes);
    values.set(this.newerValues);
    this.newerTimes = times;
    this.newerValues = values;
  }

  /** Time has come to t >= end: makes t's block the newer one. */
  turn(time: number): void {
    const block = Math.floor(time / this.length);
    const adjacent = block - 1 === this.block;
    this.block = block;
    this.end = (block + 1) * this.length;
    if (adjacent) this.age(this.end - this.length);
    else this.olderCount = 0;
    this.closeOlder();
    this.head = 0;
    this.newerCount = 0;
    this.anchor = this.olderAnchor;
    this.shift = 0;
    this.sum = 0;
    this.squares = 0;
    this.maximum = Number.NEGATIVE_INFINITY;
    this.minimum = Number.POSITIVE_INFINITY;
    this.timeSum = 0;
    this.product = 0;
  }

  /** The newer block becomes the older one; `boundary` is where it ends. */
  private age(boundary: number): void {
    const { olderTimes, olderValues } = this;
    this.olderTimes = this.newerTimes;
    this.olderValues = this.newerValues;
    this.olderCount = this.newerCount;
    const large = olderTimes.length >= START_CAPACITY;
    this.newerTimes = large ? olderTimes : new Float64Array(START_CAPACITY);
    this.newerValues = large ? olderValues : new Float64Array(START_CAPACITY);
    if (this.olderCount > 0) this.olderAnchor = this.olderValues[this.olderCount - 1]!;
    if (this.needs.sums) this.sumBackward();
    if (this.needs.maximum) this.suffixMaxima = this.extremeBackward(this.suffixMaxima, 1);
    if (this.needs.minimum) this.suffixMinima = this.extremeBackward(this.suffixMinima, -1);
    if (this.needs.fit) this.fitBackward(boundary);
  }

  /** Writes the neutral elements behind the older block's last point. */
  private closeOlder(): void {
    const count = this.olderCount;
    this.olderTimes[count] = Number.POSITIVE_INFINITY;
    this.suffixSums[count] = 0;
    this.suffixSquares[count] = 0;
    this.suffixMaxima[count] = Number.NEGATIVE_INFINITY;
    this.suffixMinima[count] = Number.POSITIVE_INFINITY;
    this.suffixTimes[count] = 0;
    this.suffixProducts[count] = 0;
  }

  private sumBackward(): void {
    const { olderValues: values, olderAnchor: anchor, olderCount: count } = this;
    this.suffixSums = withRoom(this.suffixSums, values.length);
    if (this.needs.squares) this.suffixSquares = withRoom(this.suffixSquares, values.length);
    const { suffixSums, suffixSquares } = this;
    const squared = this.needs.squares;
    let sum = 0;
    let squares = 0;
    for (let index = count - 1; index >= 0; index--) {
      const difference = values[index]! - anchor;
      sum += difference;
      suffixSums[index] = sum;
      if (squared) {
        squares += difference * difference;
        suffixSquares[index] = squares;
      }
    }
  }

  private extremeBackward(suffix: Float64Array, sign: 1 | -1): Float64Array {
    const { olderValues: values } = this;
    const extremes = withRoom(suffix, values.length);
    let extreme = -sign * Number.POSITIVE_INFINITY;
    for (let index = this.olderCount - 1; index >= 0; index--) {
      const value = values[index]!;
      if (sign * value > sign * extreme) extreme = value;
      extremes[index] = extreme;
    }
    return extremes;
  }

  private fitBackward(boundary: number): void {
    const { olderTimes: times, olderValues: values, olderAnchor: anchor } = this;
    this.suffixTimes = withRoom(this.suffixTimes, values.length);
    this.suffixProducts = withRoom(this.suffixProducts, values.length);
    let timeSum = 0;
    let product = 0;
    for (let index = this.olderCount - 1; index >= 0; index--) {
      const time = times[index]! - boundary;
      timeSum += time;
      product += time * (values[index]! - anchor);
      this.suffixTimes[index] = timeSum;
      this.suffixProducts[index] = product;
    }
  }
}

function withRoom(array: Float64Array, length: number): Float64Array {
  return array.length >= length ? array : new Float64Array(length);
}
