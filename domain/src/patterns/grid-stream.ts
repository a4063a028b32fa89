/** Called with each row: the time of its grid point, and one value for each input, NaN where one is missing. */
type OnRow = (time: number, values: Float64Array) => void;

/**
 * Samples the last values of inputs at the points of a grid that is anchored at 1970-01-01 UTC, as points arrive. A row
 * is emitted once it is settled: each input has a point at or after it, or is stale at the time up to which all points
 * are known. Rows therefore depend only on the points, not on how they are split into blocks.
 */
export class GridStream {
  readonly #inputs: readonly HeldInput[];
  readonly #step: number;
  readonly #row: Float64Array;
  /** The last emitted grid point. */
  #given: number | null;

  /**
   * @param holds by input: for how many milliseconds a value is valid; afterwards it is missing
   * @param step in milliseconds
   * @param given the last grid point that was emitted earlier; null for a new stream
   */
  constructor(holds: readonly number[], step: number, given: number | null = null) {
    this.#inputs = holds.map((hold) => new HeldInput(hold));
    this.#step = step;
    this.#row = new Float64Array(holds.length);
    this.#given = given;
  }

  get given(): number | null {
    return this.#given;
  }

  /** Adds a point of an input, later than the previous one. A bad value (NaN) is an arrival but is not sampled. */
  push(input: number, time: number, value: number): void {
    this.#inputs[input]!.push(time, value);
  }

  /** Emits the settled rows. All points up to `until` must have been added. `onRow` must not keep its array. */
  settle(until: number, onRow: OnRow): void {
    const inputs = this.#inputs;
    const step = this.#step;
    if (this.#given === null) {
      const first = Math.min(...inputs.map(({ next }) => next));
      if (first === Number.POSITIVE_INFINITY) return;
      this.#given = Math.ceil(first / step) * step - step;
    }
    const settled = Math.min(...inputs.map((input) => input.settledUpTo(until)));
    let time = this.#given + step;
    while (time <= settled) {
      const skipped = this.#fill(time);
      if (skipped === null) onRow(time, this.#row);
      // If an input is missing until its next point, no row before that point is complete.
      const next = skipped === null ? time + step : Math.ceil(Math.min(skipped, settled + 1) / step) * step;
      this.#given = Math.max(time, next - step);
      time = this.#given + step;
    }
    for (const input of inputs) input.forgetPassed();
  }

  /** Fills the row of a time. @returns null if it is complete, else the time before which no row can be complete. */
  #fill(time: number): number | null {
    let next: number | null = null;
    for (let input = 0; input < this.#inputs.length; input++) {
      const held = this.#inputs[input]!;
      const value = held.at(time);
      if (Number.isNaN(value)) next = Math.max(next ?? time, held.next);
      this.#row[input] = value;
    }
    return next;
  }
}

/** The pending points of an input, and the last passed one. */
class HeldInput {
  readonly #hold: number;
  #times: number[] = [];
  #values: number[] = [];
  #passed = 0;
  #newest = Number.NEGATIVE_INFINITY;
  #lastTime = Number.NEGATIVE_INFINITY;
  #lastValue = Number.NaN;

  constructor(hold: number) {
    this.#hold = hold;
  }

  /** Time of the first pending point. Infinity without one. */
  get next(): number {
    return this.#times[this.#passed] ?? Number.POSITIVE_INFINITY;
  }

  push(time: number, value: number): void {
    this.#newest = time;
    if (Number.isNaN(value)) return;
    this.#times.push(time);
    this.#values.push(value);
  }

  /** Returns the time up to which the input is known. All points up to `until` must have been added. */
  settledUpTo(until: number): number {
    return until > this.#newest + this.#hold ? until : Math.min(until, this.#newest);
  }

  /** Returns the valid value at a time, or NaN. Times must not decrease between calls. */
  at(time: number): number {
    while (this.#passed < this.#times.length && this.#times[this.#passed]! <= time) {
      this.#lastTime = this.#times[this.#passed]!;
      this.#lastValue = this.#values[this.#passed]!;
      this.#passed += 1;
    }
    return time - this.#lastTime <= this.#hold ? this.#lastValue : Number.NaN;
  }

  forgetPassed(): void {
    this.#times = this.#times.slice(this.#passed);
    this.#values = this.#values.slice(this.#passed);
    this.#passed = 0;
  }
}
