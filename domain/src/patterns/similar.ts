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
/** Stretches are compared at every so many rows at least, as a share of their length. */
const hops = 32;
/** Of the stretches that begin within such a share of a length, the best one is kept. */
const kept = 8;
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
  const search = new SimilarSearch(example, scalesOf(history));
  for (let row = 0; row < rowCount(history); row++) search.push(history.values, row * history.inputs);
  return search.best(count, excluded);
}

/** What standardises each input of a grid. */
export const scalesOf = ({ values, inputs }: Grid): Scale[] =>
  Array.from({ length: inputs }, (_, input) => toScale(new Moments().add(values, input, inputs)));

/**
 * A search of stretches like an example in a history of any length, a row at a time. It keeps the sums of the last rows,
 * and one figure for each eighth of the example's length.
 */
export class SimilarSearch {
  readonly #scales: readonly Scale[];
  readonly #length: number;
  readonly #parts: readonly Stretch[];
  /** By input and part: mean and standard deviation of the example. */
  readonly #means: Float64Array;
  readonly #deviations: Float64Array;
  readonly #sums: RunningSums;
  readonly #hop: number;
  readonly #bin: number;
  /** By bin: the distance of its best stretch, and where that begins. */
  readonly #distances: number[] = [];
  readonly #begins: number[] = [];
  #rows = 0;
  /** The last row with a missing value. */
  #missing = -1;

  /**
   * @param example at least one row, without missing values
   * @param scales what standardises each input
   */
  constructor(example: Grid, scales: readonly Scale[]) {
    const length = rowCount(example);
    this.#scales = scales;
    this.#length = length;
    this.#parts = partsOf(length);
    this.#hop = Math.max(1, Math.floor(length / hops));
    this.#bin = Math.max(1, Math.floor(length / kept));
    this.#sums = new RunningSums(scales.length, length);
    const sums = new RunningSums(scales.length, length);
    for (let row = 0; row < length; row++) sums.push(example.values, row * example.inputs, scales);
    const ofParts = scales.flatMap((_, input) =>
      this.#parts.map((part) => ({ ...sums.figures(input, 0, part) })),
    );
    this.#means = Float64Array.from(ofParts, ({ mean }) => mean);
    this.#deviations = Float64Array.from(ofParts, ({ deviation }) => deviation);
  }

  /** Adds the next row of the history: one value for each input, from `offset` on, NaN where one is missing. */
  push(values: Float64Array, offset: number): void {
    if (!this.#sums.push(values, offset, this.#scales)) this.#missing = this.#rows;
    this.#rows += 1;
    const from = this.#rows - this.#length;
    if (from < 0 || from % this.#hop !== 0 || this.#missing >= from) return;
    const distance = this.#distanceAt(from);
    const bin = Math.floor(from / this.#bin);
    if (distance >= (this.#distances[bin] ?? Number.POSITIVE_INFINITY)) return;
    this.#distances[bin] = distance;
    this.#begins[bin] = from;
  }

  #distanceAt(from: number): number {
    const parts = this.#parts;
    let sum = 0;
    for (let input = 0; input < this.#scales.length; input++) {
      for (let part = 0; part < parts.length; part++) {
        const { mean, deviation } = this.#sums.figures(input, from, parts[part]!);
        const at = input * parts.length + part;
        const a = mean - this.#means[at]!;
        const b = deviation - this.#deviations[at]!;
        sum += a * a + b * b;
      }
    }
    return Math.sqrt(sum / (parts.length * this.#scales.length));
  }

  /** The best stretches so far, which overlap neither each other nor the excluded ones. */
  best(count: number, excluded: readonly Stretch[] = []): SimilarStretch[] {
    const found = Object.keys(this.#distances).map((bin): SimilarStretch => {
      const from = this.#begins[Number(bin)]!;
      return { from, to: from + this.#length, distance: this.#distances[Number(bin)]! };
    });
    return takeApart(found, count, excluded);
  }
}

function partsOf(length: number): Stretch[] {
  const count = Math.min(mostParts, length);
  const at = (part: number) => Math.floor((part * length) / count);
  return Array.from({ length: count }, (_, part) => ({ from: at(part), to: at(part + 1) }));
}

/** The best stretches that overlap no better one. */
function takeApart(
  found: readonly SimilarStretch[],
  count: number,
  excluded: readonly Stretch[],
): SimilarStretch[] {
  const taken: SimilarStretch[] = [];
  const overlaps = (one: Stretch, other: Stretch) => one.from < other.to && other.from < one.to;
  for (const one of found.toSorted((a, b) => a.distance - b.distance || a.from - b.from)) {
    if (taken.length >= count) break;
    if (!excluded.some((other) => overlaps(one, other)) && !taken.some((other) => overlaps(one, other))) {
      taken.push(one);
    }
  }
  return taken;
}

/** Cumulated sums of the standardised values of the last rows; missing values count as 0. */
class RunningSums {
  readonly #inputs: number;
  readonly #size: number;
  readonly #sums: Float64Array;
  readonly #squares: Float64Array;
  readonly #figures = { mean: 0, deviation: 0 };
  #rows = 0;

  /** @param length how many rows back figures are asked for */
  constructor(inputs: number, length: number) {
    this.#inputs = inputs;
    this.#size = length + 1;
    this.#sums = new Float64Array(this.#size * inputs);
    this.#squares = new Float64Array(this.#size * inputs);
  }

  /** @returns whether no value is missing */
  push(values: Float64Array, offset: number, scales: readonly Scale[]): boolean {
    const size = this.#size;
    const before = this.#rows % size;
    const at = (this.#rows + 1) % size;
    let isComplete = true;
    for (let input = 0; input < this.#inputs; input++) {
      const { center, scale } = scales[input]!;
      let value = (values[offset + input]! - center) / scale;
      if (Number.isNaN(value)) {
        isComplete = false;
        value = 0;
      } else if (value > clip) value = clip;
      else if (value < -clip) value = -clip;
      const first = input * size;
      this.#sums[first + at] = this.#sums[first + before]! + value;
      this.#squares[first + at] = this.#squares[first + before]! + value * value;
    }
    this.#rows += 1;
    return isComplete;
  }

  /** Mean and standard deviation of an input over a part of the rows from `from` on. The object is used again. */
  figures(input: number, from: number, part: Stretch): { readonly mean: number; readonly deviation: number } {
    const size = this.#size;
    const begin = input * size + ((from + part.from) % size);
    const end = input * size + ((from + part.to) % size);
    const count = part.to - part.from;
    const mean = (this.#sums[end]! - this.#sums[begin]!) / count;
    const variance = (this.#squares[end]! - this.#squares[begin]!) / count - mean * mean;
    this.#figures.mean = mean;
    this.#figures.deviation = Math.sqrt(Math.max(0, variance));
    return this.#figures;
  }
}
