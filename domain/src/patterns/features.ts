/** The calculation of features from the rows of a grid. Part of a model. */
export interface FeatureLayout {
  /** By input: standardised value = (value - center) / scale. */
  readonly centers: Float64Array;
  readonly scales: Float64Array;
  /** Window lengths in steps of the grid, ascending. */
  readonly windows: readonly number[];
}

/** Standardised values are clipped to this, in standard deviations. */
const clip = 20;
/** Standardised values are rounded to multiples of 1 / unit, so that sums are exact in any order. */
const unit = 2 ** 15;

/** Features of an input: its value; mean, standard deviation and slope per window; extremes of the longest window. */
export const featuresPerInput = (windows: readonly number[]): number => 3 + 3 * windows.length;

export const featureCount = ({ centers, windows }: FeatureLayout): number =>
  centers.length * featuresPerInput(windows);

/** Positions of the mean and the standard deviation of the longest window among an input's features. */
export function longestWindowFeatures(windows: readonly number[]): { mean: number; deviation: number } {
  const mean = 1 + 3 * (windows.length - 1);
  return { mean, deviation: mean + 1 };
}

/**
 * Computes the features of consecutive rows of a grid. The features of a row depend only on the rows of its longest
 * window, bit for bit, and not on the start of the stream.
 */
export class FeatureStream {
  readonly #layout: FeatureLayout;
  readonly #inputs: RollingInput[];
  #rows = 0;

  constructor(layout: FeatureLayout) {
    this.#layout = layout;
    this.#inputs = Array.from(layout.centers, () => new RollingInput(layout.windows));
  }

  /** Discards all rows. Required before a row that does not follow the last one. */
  reset(): void {
    this.#rows = 0;
    for (const input of this.#inputs) input.reset();
  }

  /**
   * Adds the next row.
   * @param values one per input, from `offset` on; a row with a missing value must not be added: call `reset`
   * @returns whether the longest window is full, so that `read` may be called
   */
  push(values: Float64Array, offset: number): boolean {
    const { centers, scales, windows } = this.#layout;
    this.#rows += 1;
    for (let i = 0; i < centers.length; i++) {
      const standardised = (values[offset + i]! - centers[i]!) / scales[i]!;
      this.#inputs[i]!.push(Math.round(Math.max(-clip, Math.min(clip, standardised)) * unit));
    }
    return this.#rows >= windows.at(-1)!;
  }

  /** Writes the features of the last row into `target` from `offset` on. */
  read(target: Float32Array, offset: number): void {
    let at = offset;
    for (const input of this.#inputs) at = input.read(target, at);
  }
}

/** The windows of one input, with sums that are updated with each row. Values are integers. */
class RollingInput {
  readonly #windows: readonly number[];
  readonly #length: number;
  readonly #values: Float64Array;
  readonly #sums: Float64Array;
  readonly #squares: Float64Array;
  /** Sums of k * value, with k = 0 for the oldest row of the window. */
  readonly #products: Float64Array;
  readonly #lowest: MonotonicQueue;
  readonly #highest: MonotonicQueue;
  #count = 0;

  constructor(windows: readonly number[]) {
    this.#windows = windows;
    this.#length = windows.at(-1)!;
    this.#values = new Float64Array(this.#length);
    this.#sums = new Float64Array(windows.length);
    this.#squares = new Float64Array(windows.length);
    this.#products = new Float64Array(windows.length);
    this.#lowest = new MonotonicQueue(this.#length, 1);
    this.#highest = new MonotonicQueue(this.#length, -1);
  }

  reset(): void {
    this.#count = 0;
    this.#sums.fill(0);
    this.#squares.fill(0);
    this.#products.fill(0);
    this.#lowest.reset();
    this.#highest.reset();
  }

  push(value: number): void {
    const count = this.#count;
    for (let w = 0; w < this.#windows.length; w++) {
      const n = this.#windows[w]!;
      if (count < n) this.#products[w] = this.#products[w]! + count * value;
      else {
        const old = this.#values[(count - n) % this.#length]!;
        this.#sums[w] = this.#sums[w]! - old;
        this.#squares[w] = this.#squares[w]! - old * old;
        this.#products[w] = this.#products[w]! - this.#sums[w]! + (n - 1) * value;
      }
      this.#sums[w] = this.#sums[w]! + value;
      this.#squares[w] = this.#squares[w]! + value * value;
    }
    this.#lowest.push(count, value);
    this.#highest.push(count, value);
    this.#values[count % this.#length] = value;
    this.#count = count + 1;
  }

  /** Writes the features of the input. Returns the offset after them. */
  read(target: Float32Array, offset: number): number {
    let at = offset;
    target[at++] = this.#values[(this.#count - 1) % this.#length]! / unit;
    for (let w = 0; w < this.#windows.length; w++) {
      const n = this.#windows[w]!;
      const mean = this.#sums[w]! / n;
      const variance = this.#squares[w]! / n - mean * mean;
      target[at++] = mean / unit;
      target[at++] = Math.sqrt(Math.max(0, variance)) / unit;
      // The least-squares slope, as the change over the window.
      const slope = n < 2 ? 0 : (12 * this.#products[w]! - 6 * (n - 1) * this.#sums[w]!) / (n * n * n - n);
      target[at++] = (slope * n) / unit;
    }
    target[at++] = this.#lowest.first / unit;
    target[at++] = this.#highest.first / unit;
    return at;
  }
}

/** The minimum (sign 1) or maximum (sign -1) of the last rows. */
class MonotonicQueue {
  readonly #length: number;
  readonly #sign: number;
  readonly #values: Float64Array;
  readonly #positions: Float64Array;
  #begin = 0;
  #end = 0;

  constructor(length: number, sign: 1 | -1) {
    this.#length = length;
    this.#sign = sign;
    this.#values = new Float64Array(length + 1);
    this.#positions = new Float64Array(length + 1);
  }

  reset(): void {
    this.#begin = 0;
    this.#end = 0;
  }

  push(position: number, value: number): void {
    const size = this.#length + 1;
    if (this.#begin < this.#end && this.#positions[this.#begin % size]! <= position - this.#length) {
      this.#begin += 1;
    }
    while (
      this.#begin < this.#end &&
      this.#values[(this.#end - 1) % size]! * this.#sign >= value * this.#sign
    ) {
      this.#end -= 1;
    }
    this.#values[this.#end % size] = value;
    this.#positions[this.#end % size] = position;
    this.#end += 1;
  }

  get first(): number {
    return this.#values[this.#begin % (this.#length + 1)]!;
  }
}
