import { rowCount } from './grid.ts';
import { noMatch } from './model.ts';
import { Moments, toScale } from './moments.ts';
import type { TrainingRange } from './training-rows.ts';

/** A model of the expected value of each input, given the others. Learned on rows of normal operation. */
export interface ExpectedValues {
  /** Mean by input, in the training rows. */
  readonly centers: Float64Array;
  readonly scales: Float64Array;
  /** By input and other input: the weight of the other's standardised value. 0 for the input itself. */
  readonly weights: Float64Array;
  /** By input: the band of standardised deviations that contains about 95 % of normal rows. */
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** Ridge parameter: keeps the weights of correlated inputs small and stable. */
const ridge = 0.05;
/** Number of time parts for cross-validation: deviations in a part are measured by a model of the other parts. */
const parts = 5;
const quantile = 0.025;
/** Standardised values are clipped to this. */
const clip = 20;

/**
 * Learns expected values: a ridge regression of each input on all others, from the inverse of their covariance.
 * Source: C. R. Rao, Linear Statistical Inference and its Applications (1973), 4g.
 * @param rows of normal operation, at least ten, ordered by time, with `inputs` values each, none missing
 */
export function learnExpected(rows: Float64Array, inputs: number): ExpectedValues {
  const count = rows.length / inputs;
  const ofInputs = Array.from({ length: inputs }, (_, k) => toScale(new Moments().add(rows, k, inputs)));
  const centers = Float64Array.from(ofInputs, ({ center }) => center);
  const scales = Float64Array.from(ofInputs, ({ scale }) => scale);
  const byPart = Array.from({ length: parts }, (_, part) => {
    const from = Math.floor((count * part) / parts) * inputs;
    const to = Math.floor((count * (part + 1)) / parts) * inputs;
    const others = new Float64Array(rows.length - (to - from));
    others.set(rows.subarray(0, from));
    others.set(rows.subarray(to), from);
    const weights = regress(others, centers, scales);
    return computeDeviations({ centers, scales, weights }, rows.subarray(from, to));
  });
  const low = new Float64Array(inputs);
  const high = new Float64Array(inputs);
  for (let k = 0; k < inputs; k++)
    [low[k], high[k]] = computeBand(byPart.map((deviations) => deviations[k]!));
  return { centers, scales, weights: regress(rows, centers, scales), low, high };
}

/**
 * Returns the band of deviations. It is slightly wider than the band of all parts, since normal operation changes
 * slowly and there are few parts.
 */
function computeBand(parts: readonly Float64Array[]): [low: number, high: number] {
  const quantiles = (deviations: readonly number[] | Float64Array) => {
    const sorted = Float64Array.from(deviations).sort();
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
    return [at(quantile), at(1 - quantile)] as const;
  };
  const [low, high] = quantiles(parts.flatMap((part) => [...part]));
  const each = parts.map(quantiles);
  const lowest = Math.min(...each.map(([one]) => one));
  const highest = Math.max(...each.map(([, one]) => one));
  return [(2 * low + lowest) / 3, (2 * high + highest) / 3];
}

/** The weights of a ridge regression of each input on all others. */
function regress(rows: Float64Array, centers: Float64Array, scales: Float64Array): Float64Array {
  const inputs = centers.length;
  const count = rows.length / inputs;
  const covariance = new Float64Array(inputs * inputs);
  const row = new Float64Array(inputs);
  for (let i = 0; i < rows.length; i += inputs) {
    for (let k = 0; k < inputs; k++) row[k] = (rows[i + k]! - centers[k]!) / scales[k]!;
    for (let j = 0; j < inputs; j++) {
      for (let k = 0; k < inputs; k++) covariance[j * inputs + k]! += (row[j]! * row[k]!) / count;
    }
  }
  for (let k = 0; k < inputs; k++) covariance[k * inputs + k]! += ridge;
  const precision = invert(covariance, inputs);
  const weights = new Float64Array(inputs * inputs);
  for (let j = 0; j < inputs; j++) {
    for (let k = 0; k < inputs; k++) {
      if (j !== k) weights[j * inputs + k] = -precision[j * inputs + k]! / precision[j * inputs + j]!;
    }
  }
  return weights;
}

/** The inverse of a symmetric positive definite matrix (Gauss-Jordan; no pivots are needed). */
function invert(matrix: Float64Array, size: number): Float64Array {
  const left = Float64Array.from(matrix);
  const right = new Float64Array(size * size);
  for (let k = 0; k < size; k++) right[k * size + k] = 1;
  for (let pivot = 0; pivot < size; pivot++) {
    const divisor = left[pivot * size + pivot]!;
    for (let k = 0; k < size; k++) {
      left[pivot * size + k]! /= divisor;
      right[pivot * size + k]! /= divisor;
    }
    for (let row = 0; row < size; row++) {
      const factor = left[row * size + pivot]!;
      if (row === pivot || factor === 0) continue;
      for (let k = 0; k < size; k++) {
        left[row * size + k]! -= factor * left[pivot * size + k]!;
        right[row * size + k]! -= factor * right[pivot * size + k]!;
      }
    }
  }
  return right;
}

function computeDeviations(
  { centers, scales, weights }: Pick<ExpectedValues, 'centers' | 'scales' | 'weights'>,
  rows: Float64Array,
): Float64Array[] {
  const inputs = centers.length;
  const deviations = Array.from(centers, () => new Float64Array(rows.length / inputs));
  const row = new Float64Array(inputs);
  for (let i = 0; i < rows.length; i += inputs) {
    for (let k = 0; k < inputs; k++) row[k] = (rows[i + k]! - centers[k]!) / scales[k]!;
    for (let j = 0; j < inputs; j++) deviations[j]![i / inputs] = row[j]! - weigh(weights, j, row);
  }
  return deviations;
}

function weigh(weights: Float64Array, input: number, row: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < row.length; k++) sum += weights[input * row.length + k]! * row[k]!;
  return sum;
}

/** The expected value of an input, and the deviation from it. */
export interface Expectation {
  /** In the input's unit. */
  expected: number;
  /** The band that contains about 95 % of normal values, in the input's unit. */
  low: number;
  high: number;
  /** Value minus expected, in standard deviations of the input in normal operation. */
  deviation: number;
  /** Position of the deviation relative to the band, in half widths: above 1 is outside. */
  excess: number;
}

/**
 * Returns the expectation of each input of a row. While an input is outside of its band, the one with the largest
 * excess is replaced by its expected value and the others are calculated again, so that a drifting input does not
 * affect the others.
 * @param row one value per input, none missing
 */
export function expectRow(learned: ExpectedValues, row: readonly number[] | Float64Array): Expectation[] {
  const { centers, scales, weights, low, high } = learned;
  const inputs = centers.length;
  const values = Float64Array.from(row, (value, k) =>
    Math.max(-clip, Math.min(clip, (value - centers[k]!) / scales[k]!)),
  );
  const trusted = Float64Array.from(values);
  const expected = new Float64Array(inputs);
  const excesses = new Float64Array(inputs);
  const replaced = new Set<number>();
  const most = Math.floor(inputs / 3);
  // Of two correlated inputs, prefers the one that is far from its own mean.
  const strange = (k: number) => excesses[k]! + Math.abs(values[k]!);
  for (;;) {
    let worst = -1;
    for (let k = 0; k < inputs; k++) {
      expected[k] = weigh(weights, k, trusted);
      excesses[k] = excess(values[k]! - expected[k]!, low[k]!, high[k]!);
      if (excesses[k]! > 1 && !replaced.has(k) && (worst < 0 || strange(k) > strange(worst))) worst = k;
    }
    if (worst < 0 || replaced.size >= most) break;
    replaced.add(worst);
    trusted[worst] = expected[worst]!;
  }
  return Array.from(values, (value, k) => ({
    expected: centers[k]! + scales[k]! * expected[k]!,
    low: centers[k]! + scales[k]! * (expected[k]! + low[k]!),
    high: centers[k]! + scales[k]! * (expected[k]! + high[k]!),
    deviation: value - expected[k]!,
    excess: excesses[k]!,
  }));
}

function excess(deviation: number, low: number, high: number): number {
  const middle = (low + high) / 2;
  const half = Math.max((high - low) / 2, 1e-9);
  return Math.abs(deviation - middle) / half;
}

/** Minimum number of training rows. */
const leastNormalRows = 50;
/** Maximum number of training rows. More are thinned evenly. */
const mostNormalRows = 100_000;

/**
 * Learns expected values on the complete rows of 'No match' ranges, without their leads.
 * @returns null with fewer than 50 complete rows, or fewer than two inputs
 */
export function learnFromRanges(ranges: readonly TrainingRange[], inputs: number): ExpectedValues | null {
  if (inputs < 2) return null;
  const rows: Float64Array[] = [];
  for (const { label, grid, lead } of ranges) {
    if (label !== noMatch) continue;
    for (let row = lead; row < rowCount(grid); row++) {
      const values = grid.values.subarray(row * inputs, (row + 1) * inputs);
      if (!values.includes(Number.NaN)) rows.push(values);
    }
  }
  if (rows.length < leastNormalRows) return null;
  const count = Math.min(rows.length, mostNormalRows);
  const learned = new Float64Array(count * inputs);
  for (let i = 0; i < count; i++) learned.set(rows[Math.floor((i * rows.length) / count)]!, i * inputs);
  return learnExpected(learned, inputs);
}
