import { type Grid, rowCount } from './grid.ts';
import { Moments, toScale } from './moments.ts';

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
  const length = rowCount(example);
  const rows = rowCount(history);
  if (length === 0 || length > rows) return [];
  const parts = partsOf(length);
  const inputs = Array.from({ length: history.inputs }, (_, input) => new InputSums(history, input));
  const wanted = Array.from({ length: history.inputs }, (_, input) => {
    const sums = new InputSums(example, input, inputs[input]!);
    return parts.map(({ from, to }) => ({ mean: sums.mean(from, to), deviation: sums.deviation(from, to) }));
  });
  const hop = Math.max(1, Math.floor(length / hops));
  const found: SimilarStretch[] = [];
  for (let from = 0; from + length <= rows; from += hop) {
    if (inputs.some((sums) => sums.isMissing(from, from + length))) continue;
    let sum = 0;
    for (const [input, sums] of inputs.entries()) {
      for (const [index, part] of parts.entries()) {
        const { mean, deviation } = wanted[input]![index]!;
        const a = sums.mean(from + part.from, from + part.to) - mean;
        const b = sums.deviation(from + part.from, from + part.to) - deviation;
        sum += a * a + b * b;
      }
    }
    found.push({ from, to: from + length, distance: Math.sqrt(sum / (parts.length * inputs.length)) });
  }
  return takeApart(found, count, excluded);
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
    if (![...excluded, ...taken].some((other) => overlaps(one, other))) taken.push(one);
  }
  return taken;
}

/** Cumulated sums of the standardised values of an input. */
class InputSums {
  readonly center: number;
  readonly scale: number;
  readonly #sums: Float64Array;
  readonly #squares: Float64Array;
  readonly #missing: Uint32Array;

  /** @param scaledBy the input whose mean and standard deviation are taken; else its own */
  constructor(grid: Grid, input: number, scaledBy?: InputSums) {
    const { values, inputs } = grid;
    const rows = rowCount(grid);
    const { center, scale } = scaledBy ?? toScale(new Moments().add(values, input, inputs));
    this.center = center;
    this.scale = scale;
    this.#sums = new Float64Array(rows + 1);
    this.#squares = new Float64Array(rows + 1);
    this.#missing = new Uint32Array(rows + 1);
    for (let row = 0; row < rows; row++) {
      const value = (values[row * inputs + input]! - center) / scale;
      const isMissing = Number.isNaN(value);
      this.#missing[row + 1] = this.#missing[row]! + (isMissing ? 1 : 0);
      this.#sums[row + 1] = this.#sums[row]! + (isMissing ? 0 : value);
      this.#squares[row + 1] = this.#squares[row]! + (isMissing ? 0 : value * value);
    }
  }

  isMissing(from: number, to: number): boolean {
    return this.#missing[to]! > this.#missing[from]!;
  }

  mean(from: number, to: number): number {
    return (this.#sums[to]! - this.#sums[from]!) / (to - from);
  }

  deviation(from: number, to: number): number {
    const mean = this.mean(from, to);
    return Math.sqrt(Math.max(0, (this.#squares[to]! - this.#squares[from]!) / (to - from) - mean * mean));
  }
}
