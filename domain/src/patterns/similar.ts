import { type Grid, rowCount } from './grid.ts';
import { Moments, type Scale, toScale } from './moments.ts';

/** A stretch of a grid, in rows: from is included, to is not. */
export interface Stretch {
  from: number;
  to: number;
}

export interface SimilarStretch extends Stretch {
  /** 0 for an equal stretch: root mean square of the differences, in standard deviations of the inputs. */
  distance: number;
}

/** A stretch is compared by the means and standard deviations of so many parts of equal length. */
const mostParts = 8;
/** A search compares about so many values; in a longer history it skips rows, but never more than 1 / hops of a stretch. */
const mostValues = 40_000_000;
const hops = 32;
/** Of at most so many stretches the distance is kept; in a longer history, that of the best one of some neighbours. */
const mostKept = 5_000_000;
/** Standardised values are clipped here, so that one wrong value doesn't hide all others. */
const clip = 20;

/**
 * Finds the stretches of a history that are most like a given one, best first, of the same length. Stretches are compared
 * by level and spread of their parts over all inputs, so that noise and oscillations need not agree in phase. Stretches
 * with a missing value are left out.
 * @param history what is searched
 * @param example the rows of the given stretch; the same inputs
 * @param count how many; they overlap neither each other nor the excluded ones
 */
export function findSimilar(
  history: Grid,
  example: Grid,
  count: number,
  excluded: readonly Stretch[] = [],
): SimilarStretch[] {
  if (rowCount(example) === 0) return [];
  const rows = rowCount(history);
  const search = new SimilarSearch(example, scalesOf(history), rows);
  for (let row = 0; row < rows; row++) search.push(history.values, row * history.inputs);
  return search.best(count, excluded);
}

/** What standardises each input of a grid. */
export const scalesOf = ({ values, inputs }: Grid): Scale[] =>
  Array.from({ length: inputs }, (_, input) => toScale(new Moments().add(values, input, inputs)));

/**
 * A search of stretches like an example in a history of any length, a row at a time. It keeps the sums of the last rows,
 * and a distance for each row, or for each few rows of a very long history.
 */
export class SimilarSearch {
  readonly #length: number;
  /** Rows between two stretches that are compared, and the rows of which the best stretch is kept. */
  readonly #hop: number;
  readonly #bin: number;
  readonly #sums: RunningSums;
  /** Of the example, and of the stretch that is compared. */
  readonly #wanted: Float64Array;
  readonly #figures: Float64Array;
  /** By bin: the distance of its best stretch, infinite without one, and where that begins. */
  readonly #distances: Float64Array;
  readonly #begins: Int32Array;
  #rows = 0;
  /** The last row with a missing value. */
  #missing = -1;

  /**
   * @param example at least one row, without missing values
   * @param scales what standardises each input
   * @param rows how many rows the history has, at most
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

  /** Adds the next row of the history: one value for each input, from `offset` on, NaN where one is missing. */
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

  /** The best stretches so far, which overlap neither each other nor the excluded ones. */
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
  /** Rows that are kept, one of them before the first of a stretch. */
  readonly #size: number;
  /** Where the parts of a stretch begin, and its end; in rows of the stretch. */
  readonly #bounds: Int32Array;
  /** By row and input, side by side: the sum of the values, and that of their squares. */
  readonly #sums: Float64Array;
  #rows = 0;

  /** @param length rows of a stretch */
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

  /** @returns whether no value is missing */
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
