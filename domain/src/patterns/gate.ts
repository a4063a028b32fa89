import { Moments } from './moments.ts';

/** Prototypes of a class. Each coordinate is divided by its spread in the class. */
export interface Gate {
  /** Divisor by coordinate. */
  readonly spreads: Float64Array;
  /** By prototype and coordinate, quantised in units of `step`. */
  readonly prototypes: Int16Array;
  /** Maximum squared distance of the rows of the class from the nearest prototype, in steps. */
  readonly limit: number;
}

const mostPrototypes = 200;
/** Quantisation step of scaled coordinates. */
const step = 1 / 64;
/** Minimum spread in standard deviations of the input, for patterns that were constant in training. */
const leastSpread = 0.3;
const quantile = 0.99;
/** Rows are compared with prototypes of other time parts of the class, since rows adjacent in time are nearly equal. */
const parts = 5;
/** Minimum usual distance, from a fraction of the spread in each coordinate. */
const leastShare = 0.01 / step ** 2;

/**
 * Learns the gate of a class.
 * @param rows of `width` coordinates each, ordered by time
 * @param factor maximum distance of a row, as a multiple of the usual distance within the class
 */
export function learnGate(rows: Float32Array, width: number, factor: number): Gate {
  const count = rows.length / width;
  const spreads = Float64Array.from({ length: width }, (_, k) =>
    Math.max(leastSpread, new Moments().add(rows, k, width).deviation),
  );
  const kept = Math.min(mostPrototypes, count);
  const prototypes = new Int16Array(kept * width);
  for (let p = 0; p < kept; p++) {
    const row = Math.floor(((p + 0.5) * count) / kept);
    for (let k = 0; k < width; k++)
      prototypes[p * width + k] = quantised(rows[row * width + k]! / spreads[k]!);
  }
  const distances = new Float64Array(count);
  const scaled = new Float64Array(width);
  for (let i = 0; i < count; i++) {
    const part = Math.floor((parts * i) / count);
    const from = Math.ceil((kept * part) / parts) * width;
    const to = Math.ceil((kept * (part + 1)) / parts) * width;
    scaleRow(spreads, rows, i * width, scaled);
    distances[i] = Math.min(
      nearestDistance(prototypes, 0, from, scaled),
      nearestDistance(prototypes, to, prototypes.length, scaled),
    );
  }
  distances.sort();
  const usual = distances[Math.min(count - 1, Math.floor(quantile * count))]!;
  return { spreads, prototypes, limit: factor ** 2 * Math.max(usual, width * leastShare) };
}

const quantised = (value: number): number => Math.max(-32768, Math.min(32767, Math.round(value / step)));

/**
 * Finds a prototype within the limit of the gate.
 * @param features of the row, from `offset` on
 * @param places indices of the coordinates among the features of a row
 * @param scratch one value per coordinate, overwritten
 * @param first the prototype to try first; affects the duration of the search and which prototype is found
 * @returns the number of the prototype, or -1
 */
export function findWithin(
  gate: Gate,
  features: Float32Array,
  offset: number,
  places: Int32Array,
  scratch: Float64Array,
  first: number,
): number {
  const { spreads, prototypes, limit } = gate;
  const width = places.length;
  const begin = first * width;
  let sum = 0;
  // Scales and compares in one loop: nearly all rows are near this prototype, so the scaled row is rarely needed again.
  for (let k = 0; k < width; k++) {
    const scaled = features[offset + places[k]!]! / (spreads[k]! * step);
    const difference = scaled - prototypes[begin + k]!;
    scratch[k] = scaled;
    sum += difference * difference;
  }
  if (sum <= limit) return first;
  for (let from = 0; from < prototypes.length; from += width) {
    if (isNear(prototypes, from, scratch, limit)) return from / width;
  }
  return -1;
}

function isNear(prototypes: Int16Array, from: number, scaled: Float64Array, limit: number): boolean {
  let sum = 0;
  for (let k = 0; k < scaled.length && sum <= limit; k++) {
    const difference = scaled[k]! - prototypes[from + k]!;
    sum += difference * difference;
  }
  return sum <= limit;
}

function scaleRow(spreads: Float64Array, row: Float32Array, offset: number, scaled: Float64Array): void {
  for (let k = 0; k < spreads.length; k++) scaled[k] = row[offset + k]! / (spreads[k]! * step);
}

/** Returns the squared distance to the nearest prototype in a range. */
function nearestDistance(prototypes: Int16Array, from: number, to: number, scaled: Float64Array): number {
  const width = scaled.length;
  let nearest = Number.POSITIVE_INFINITY;
  for (let p = from; p < to; p += width) {
    let sum = 0;
    for (let k = 0; k < width && sum < nearest; k++) {
      const difference = scaled[k]! - prototypes[p + k]!;
      sum += difference * difference;
    }
    if (sum < nearest) nearest = sum;
  }
  return nearest;
}
