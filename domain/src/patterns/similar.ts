import { type Grid, rowCount } from './grid.ts';
import { Moments, type Scale, toScale } from './moments.ts';

/** A range of rows of a grid: from <= row < to. */
export interface Stretch {
  from: number;
  to: number;
}

interface SimilarStretch extends Stretch {
  /** Root mean square of the differences, in standard deviations of the inputs. 0 for an equal stretch. */
  distance: number;
}

/** Maximum number of equal parts of a stretch, whose means and standard deviations are compared. */
const mostParts = 8;
/** Approximate number of compared values. In a longer history rows are skipped, at most 1 / hops of a stretch. */
const mostValues = 40_000_000;
const hops = 32;
/** Maximum number of kept distances. In a longer history, only the best of some neighbouring stretches is kept. */
const mostKept = 5_000_000;
/** Standardised values are clipped to this, so that one wrong value doesn't dominate. */
const clip = 20;

/**
 * Finds the stretches of a history that are most similar to an example of the same length, best first. Compares the
 * level and spread of their parts over all inputs, so that noise and oscillations need not agree in phase. Skips
 * stretches with a missing value.
 * @param example the rows of the given stretch; the same inputs
 * @param count maximum number; they overlap neither each other nor the excluded stretches
 */
export function findSimilar(
  history: Grid,
  example: Grid,
  count: number,
  excluded: readonly Stretch[] = [],
): SimilarStretch[] {
  if (rowCount(example) === 0) return [];
  const rows = rowCount(history);
  const search = new SimilarSearch(example, computeScales(history), rows);
  for (let row = 0; row < rows; row++) search.push(history.values, row * history.inputs);
  return search.best(count, excluded);
}

/** Returns the scales that standardise the inputs of a grid. */
export const computeScales = ({ values, inputs }: Grid): Scale[] =>
  Array.from({ length: inputs }, (_, input) => toScale(new Moments().add(values, input, inputs)));

/**
 * Searches a history of any length, row by row, for stretches similar to an example. Keeps the sums of the last rows,
 * and a distance per row, or per few rows of a very long history.
 */
export class SimilarSearch {
  readonly #length: number;
  /** Number of rows between compared stretches, and number of rows per bin. */
  readonly #hop: number;
  readonly #bin: number;
  readonly #sums: RunningSums;
  /** Figures of the example, and of the compared stretch. */
  readonly #wanted: Float64Array;
  readonly #figures: Float64Array;
  /** By bin: distance of its best stretch (infinity without one), and first row of that stretch. */
  readonly #distances: Float64Array;
  readonly #begins: Int32Array;
  #rows = 0;
  /** The last row with a missing value. */
  #missing = -1;

  /**
   * @param example at least one row, without missing values
   * @param scales scale of each input
   * @param rows maximum number of rows of the history
   */
  constructor(example: Grid, scales: readonly Scale[], rows: number) {
    const length = rowCount(example);
    this.#length = length;
    this.#hop = Math.min(
      Math.ceil((rows * scales.length) / mostValues) || 1,
      Math.max(1, Math.floor(length / hops)),
    );
    this.#bin = Math.max(this.#hop, Math.ceil(rows / mostKept));
    this.#sums = new RunningSums(scales, length);
    this.#wanted = new Float64Array(this.#sums.width);
    this.#figures = new Float64Array(this.#sums.width);
    const ofExample = new RunningSums(scales, length);
    for (let row = 0; row < length; row++) ofExample.push(example.values, row * example.inputs);
    ofExample.read(0, this.#wanted);
    const bins = Math.ceil(rows / this.#bin);
    this.#distances = new Float64Array(bins).fill(Number.POSITIVE_INFINITY);
    this.#begins = new Int32Array(bins);
  }

  /** Adds the next row of the history: a value per input, from `offset` on, NaN if missing. */
  push(values: Float64Array, offset: number): void {
    if (!this.#sums.push(values, offset)) this.#missing = this.#rows;
    this.#rows += 1;
    const from = this.#rows - this.#length;
    if (from < 0 || from % this.#hop !== 0 || this.#missing >= from) return;
    const distance = this.#distanceAt(from);
    const bin = Math.floor(from / this.#bin);
    if (!(distance < this.#distances[bin]!)) return;
    this.#distances[bin] = distance;
    this.#begins[bin] = from;
  }

  #distanceAt(from: number): number {
    const wanted = this.#wanted;
    const figures = this.#figures;
    this.#sums.read(from, figures);
    let sum = 0;
    for (let i = 0; i < figures.length; i++) {
      const difference = figures[i]! - wanted[i]!;
      sum += difference * difference;
    }
    return Math.sqrt((2 * sum) / figures.length);
  }

  /** Returns the best stretches so far. They overlap neither each other nor the excluded ones. */
  best(count: number, excluded: readonly Stretch[] = []): SimilarStretch[] {
    const left = this.#distances.slice();
    for (const one of excluded) this.#dropOverlapping(left, one);
    const found: SimilarStretch[] = [];
    while (found.length < count) {
      let bin = 0;
      for (let i = 1; i < left.length; i++) if (left[i]! < left[bin]!) bin = i;
      const distance = left[bin] ?? Number.POSITIVE_INFINITY;
      if (distance === Number.POSITIVE_INFINITY) break;
      const from = this.#begins[bin]!;
      const one = { from, to: from + this.#length, distance };
      found.push(one);
      this.#dropOverlapping(left, one);
    }
    return found;
  }

  #dropOverlapping(distances: Float64Array, { from, to }: Stretch): void {
    const first = Math.max(0, Math.floor((from - this.#length) / this.#bin));
    const last = Math.min(distances.length - 1, Math.floor(to / this.#bin));
    for (let bin = first; bin <= last; bin++) {
      const begin = this.#begins[bin]!;
      if (begin < to && from < begin + this.#length) distances[bin] = Number.POSITIVE_INFINITY;
    }
  }
}

/** Cumulated sums of the standardised values of the last rows; missing values count as 0. */
class RunningSums {
  readonly #scales: readonly Scale[];
  /** Number of kept rows, including the one before a stretch. */
  readonly #size: number;
  /** Start of each part, and end of the stretch, as row offsets. */
  readonly #bounds: Int32Array;
  /** By row and input, interleaved: the sum of the values, and the sum of their squares. */
  readonly #sums: Float64Array;
  #rows = 0;

  /** @param length number of rows of a stretch */
  constructor(scales: readonly Scale[], length: number) {
    const parts = Math.min(mostParts, length);
    this.#scales = scales;
    this.#size = length + 1;
    this.#bounds = Int32Array.from({ length: parts + 1 }, (_, part) => Math.floor((part * length) / parts));
    this.#sums = new Float64Array(2 * this.#size * scales.length);
  }

  /** The number of figures of a stretch. */
  get width(): number {
    return 2 * (this.#bounds.length - 1) * this.#scales.length;
  }

  /** Adds a row. @returns whether no value is missing */
  push(values: Float64Array, offset: number): boolean {
    const scales = this.#scales;
    const sums = this.#sums;
    const width = 2 * scales.length;
    let before = (this.#rows % this.#size) * width;
    this.#rows += 1;
    let at = (this.#rows % this.#size) * width;
    let isComplete = true;
    for (let input = 0; input < scales.length; input++, before += 2, at += 2) {
      const { center, scale } = scales[input]!;
      let value = (values[offset + input]! - center) / scale;
      if (Number.isNaN(value)) {
        isComplete = false;
        value = 0;
      } else if (value > clip) value = clip;
      else if (value < -clip) value = -clip;
      sums[at] = sums[before]! + value;
      sums[at + 1] = sums[before + 1]! + value * value;
    }
    return isComplete;
  }

  /** Writes mean and standard deviation of each part and input of the stretch that begins at a row. */
  read(from: number, figures: Float64Array): void {
    const sums = this.#sums;
    const bounds = this.#bounds;
    const width = 2 * this.#scales.length;
    let end = (from % this.#size) * width;
    for (let part = 1, i = 0; part < bounds.length; part++) {
      const count = bounds[part]! - bounds[part - 1]!;
      let begin = end;
      end = ((from + bounds[part]!) % this.#size) * width;
      for (let at = end; at < end + width; at += 2, begin += 2, i += 2) {
        const mean = (sums[at]! - sums[begin]!) / count;
        const variance = (sums[at + 1]! - sums[begin + 1]!) / count - mean * mean;
        figures[i] = mean;
        figures[i + 1] = Math.sqrt(Math.max(0, variance));
      }
    }
  }
}
