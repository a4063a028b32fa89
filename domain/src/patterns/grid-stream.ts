/** Called with each row: the time of its grid point, and one value for each input, NaN where one is missing. */
export type OnRow = (time: number, values: Float64Array) => void;

/**
 * Holds the last values of inputs to the points of a grid that is anchored at 1970-01-01 UTC, as points arrive. A row is
 * given once it is settled: each input has a point at or after it, or is stale at the time up to which all points are
 * known. So rows depend on the points alone, in whatever pieces they come.
 */
export class GridStream {
  readonly #inputs: readonly HeldInput[];
  readonly #step: number;
  readonly #row: Float64Array;
  /** The last grid point that was given. */
  #given: number | null;

  /**
   * @param holds for how many milliseconds a value of each input holds; afterwards it is missing
   * @param step in milliseconds
   * @param given the last grid point that was given before; null for a new stream
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

  /** Adds a point of an input, later than the one before. A bad one, NaN, is an arrival, and leaves the value that is held. */
  push(input: number, time: number, value: number): void {
    this.#inputs[input]!.push(time, value);
  }

  /** Gives the rows that are settled, where all points up to `until` were added. The values are used again. */
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
      // Where an input is missing until its next point, so is every row until then.
      const next = skipped === null ? time + step : Math.ceil(Math.min(skipped, settled + 1) / step) * step;
      this.#given = Math.max(time, next - step);
      time = this.#given + step;
    }
    for (const input of inputs) input.forgetPassed();
  }

  /** Fills the row of a time. @returns null if it is complete; else the time before which no row can be complete. */
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

/** The points of an input that are not passed yet, and the last one that is. */
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

  /** Time of the first point that is not passed; infinite without one. */
  get next(): number {
    return this.#times[this.#passed] ?? Number.POSITIVE_INFINITY;
  }

  push(time: number, value: number): void {
    this.#newest = time;
    if (Number.isNaN(value)) return;
    this.#times.push(time);
    this.#values.push(value);
  }

  /** Up to when it is known, where all points up to `until` were added. */
  settledUpTo(until: number): number {
    return until > this.#newest + this.#hold ? until : Math.min(until, this.#newest);
  }

  /** The value that is held at a time; NaN without one. Times must not decrease from call to call. */
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
