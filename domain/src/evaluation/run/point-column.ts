import type { WindowNeeds } from '../compile/codegen/plan.ts';
import { firstAfter, type PointBlock } from '../model/points.ts';
import { Window } from './window.ts';

const LEAST_CAPACITY = 64;

/**
 * The points of one input that its windows still need, ascending by time: those within its longest window,
 * and unprocessed ones. All windows over the input hold indices into this column.
 *
 * The arrays are replaced when the column grows, never while the generated loop runs.
 */
export class PointColumn {
  /** Ends with Infinity, so that a search for a later point needs no bounds check. */
  times: Float64Array = Float64Array.of(Number.POSITIVE_INFINITY);
  values: Float64Array = new Float64Array(1);
  length = 0;
  private longest = 0;
  private readonly windows: Window[] = [];

  /** Adds a window over this column; `length` in milliseconds. */
  createWindow(length: number, needs: WindowNeeds): Window {
    const window = new Window(this, length, needs);
    this.windows.push(window);
    this.longest = Math.max(this.longest, length);
    return window;
  }

  /**
   * Appends the points [from, to) of a block.
   *
   * @param processed number of processed points in the column: old ones may be dropped
   * @returns number of points dropped at the start, by which all indices into the column shift
   */
  append(block: PointBlock, from: number, to: number, processed: number): number {
    const dropped = this.length + to - from < this.times.length ? 0 : this.makeRoom(to - from, processed);
    this.times.set(block.times.subarray(from, to), this.length);
    this.values.set(block.values.subarray(from, to), this.length);
    this.length += to - from;
    this.times[this.length] = Number.POSITIVE_INFINITY;
    return dropped;
  }

  /**
   * Drops points that have left the longest window. At least half of each array is free afterwards: amortized
   * O(1) per point.
   */
  private makeRoom(added: number, processed: number): number {
    const { times, values, length } = this;
    const dropped =
      processed === 0 ? 0 : firstAfter({ times, values, length }, times[processed - 1]! - this.longest);
    const needed = length - dropped + added + 1;
    if (2 * needed > times.length) {
      const capacity = Math.max(LEAST_CAPACITY, 2 * needed);
      this.times = new Float64Array(capacity);
      this.values = new Float64Array(capacity);
    }
    this.times.set(times.subarray(dropped, length));
    this.values.set(values.subarray(dropped, length));
    this.length = length - dropped;
    for (const window of this.windows) window.shift(dropped);
    return dropped;
  }
}
