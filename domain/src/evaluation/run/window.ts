import type { WindowNeeds } from '../compile/codegen/plan.ts';
import type { WindowState } from '../compile/runtime.ts';
import { type Column, suffixExtremes, suffixProducts, suffixSquares, suffixSums } from './suffixes.ts';

/**
 * The points of one input in (t - length, t], in amortized O(1), without ever subtracting expired values.
 *
 * Time is divided into blocks of the window's length. At any time the window is the end of the older block
 * and the start of the newer one (van Herk 1992, Gil and Werman 1993, for extremes; here for sums too). The
 * aggregates of the newer block are updated with each of its points; those of the older one are computed
 * backwards, once, when time enters the next block. So a result depends only on the points in the window: not
 * on earlier points, nor on the ends of batches, nor on the times at which the window was read before.
 *
 * Sums are of differences from an anchor in the window (the older block's last value, the newer one's first):
 * equal values give a deviation of exactly 0 at any magnitude, and the cancellation in sum(x^2) - sum(x)^2 /
 * n stays within a factor n of the rounding error.
 *
 * A window is updated when it is read at a time, with the number of points in the column up to then; neither
 * may decrease between calls. With too few points a result is not finite: 0 / 0, or the infinity that is the
 * extreme of no points.
 */
export class Window implements WindowState {
  readonly column: Column;
  readonly length: number;
  private readonly needs: WindowNeeds;
  /** End of the newer block, exclusive. */
  end = Number.NEGATIVE_INFINITY;

  /**
   * Indices into the column. The suffixes start at `olderStart`, the newer block's points at `newerStart`.
   */
  olderStart = 0;
  newerStart = 0;
  /** The first point of the older block that is still inside; `newerStart` if all have left. */
  head = 0;
  /** The first point that is not yet in the aggregates. */
  next = 0;

  /** Aggregates of the older block from each point to its end, followed by the neutral element. */
  suffixSums: Float64Array = new Float64Array(1);
  suffixSquares: Float64Array = new Float64Array(1);
  suffixMaxima: Float64Array = new Float64Array(1);
  suffixMinima: Float64Array = new Float64Array(1);
  suffixTimes: Float64Array = new Float64Array(1);
  suffixProducts: Float64Array = new Float64Array(1);
  olderAnchor = 0;

  anchor = 0;
  /** olderAnchor - anchor once the newer block has a point; before that, both are the older one. */
  anchorShift = 0;
  sum = 0;
  squares = 0;
  maximum = Number.NEGATIVE_INFINITY;
  minimum = Number.POSITIVE_INFINITY;
  /** Sum of times, and of times multiplied by values, from the start of the newer block. */
  timeSum = 0;
  product = 0;
  /** Time of the point before the latest step down, and up. */
  lastFall = Number.NEGATIVE_INFINITY;
  lastRise = Number.NEGATIVE_INFINITY;

  constructor(column: Column, length: number, needs: WindowNeeds) {
    this.column = column;
    this.length = length;
    this.needs = needs;
  }

  /** Shifts the indices after points were dropped at the start of the column. */
  shift(dropped: number): void {
    this.olderStart -= dropped;
    this.newerStart -= dropped;
    // A window that was not read for a while may be behind the column.
    this.head = Math.max(0, this.head - dropped);
    this.next = Math.max(0, this.next - dropped);
  }

  /** Finds the steps down and up that end in the points from `next` to `end`. */
  private findSteps(end: number): void {
    const { times, values } = this.column;
    for (let index = Math.max(1, this.next); index < end; index++) {
      const before = values[index - 1]!;
      if (values[index]! < before) this.lastFall = times[index - 1]!;
      else if (values[index]! > before) this.lastRise = times[index - 1]!;
    }
  }

  /** Makes the block of `time` the newer one; earlier points that are still inside become the older one. */
  enterBlock(time: number, count: number): void {
    const { times } = this.column;
    const begin = Math.floor(time / this.length) * this.length;
    const from = time - this.length;
    this.end = begin + this.length;
    let { head, next: newerStart } = this;
    while (newerStart < count && times[newerStart]! < begin) newerStart += 1;
    while (head < newerStart && times[head]! <= from) head += 1;
    this.newerStart = newerStart;
    this.head = head;
    this.olderStart = head;
    if (this.needs.steps) this.findSteps(this.newerStart);
    this.next = this.newerStart;
    this.aggregateOlder(begin);
    this.anchor = this.olderAnchor;
    this.anchorShift = 0;
    this.sum = 0;
    this.squares = 0;
    this.maximum = Number.NEGATIVE_INFINITY;
    this.minimum = Number.POSITIVE_INFINITY;
    this.timeSum = 0;
    this.product = 0;
  }

  /** Aggregates the older block backwards from its end, whose time is `boundary`. */
  private aggregateOlder(boundary: number): void {
    const { column, needs, olderStart: from, newerStart: to } = this;
    if (from < to) this.olderAnchor = column.values[to - 1]!;
    const anchor = this.olderAnchor;
    if (needs.sums) this.suffixSums = suffixSums(this.suffixSums, column.values, from, to, anchor);
    if (needs.squares)
      this.suffixSquares = suffixSquares(this.suffixSquares, column.values, from, to, anchor);
    if (needs.maximum) this.suffixMaxima = suffixExtremes(this.suffixMaxima, column.values, from, to, 1);
    if (needs.minimum) this.suffixMinima = suffixExtremes(this.suffixMinima, column.values, from, to, -1);
    if (!needs.fit) return;
    this.suffixTimes = suffixSums(this.suffixTimes, column.times, from, to, boundary);
    this.suffixProducts = suffixProducts(this.suffixProducts, column, from, to, boundary, anchor);
  }
}
