import { indexAtOrAfter, type Points, Quality } from './points.ts';

/**
 * Points merged into spans of equal length, in columns, ascending; empty spans are omitted. Bad points do not count in
 * the figures, which are NaN if all points of a bucket are bad.
 */
export interface Buckets {
  /** Milliseconds per bucket. */
  width: number;
  /** Start of each bucket. */
  times: Float64Array;
  min: Float64Array;
  max: Float64Array;
  mean: Float64Array;
  first: Float64Array;
  last: Float64Array;
  /** Number of good and uncertain points. */
  count: Float64Array;
}

/** With this scale, the sum of the maximum number of points of a tag does not overflow. */
const smallScale = 2 ** -64;

/** The buckets of a range. */
export interface BucketGrid {
  from: number;
  to: number;
  /** Whole milliseconds. */
  width: number;
}

/** Divides from <= time < to into at most `most` buckets of whole milliseconds. */
export function divideRange(from: number, to: number, most: number): BucketGrid {
  return { from, to, width: Math.max(1, Math.ceil((to - from) / most)) };
}

/** Figures of chunks that lie within one bucket and whose points are not counted otherwise. */
export interface BucketSummary {
  bucket: number;
  t0: number;
  t1: number;
  valid: number;
  vmin: number | null;
  vmax: number | null;
  vsum: number | null;
  vfirst: number | null;
  vlast: number | null;
}

/** Collects points and summaries, in any order, into the buckets of a grid. */
export class BucketAccumulator {
  readonly #grid: BucketGrid;
  readonly #seen: Uint8Array;
  readonly #min: Float64Array;
  readonly #max: Float64Array;
  /** Multiplied by #scale. */
  readonly #sum: Float64Array;
  /** 1, or less where the sum would overflow. */
  readonly #scale: Float64Array;
  readonly #count: Float64Array;
  readonly #first: Float64Array;
  readonly #firstTime: Float64Array;
  readonly #last: Float64Array;
  readonly #lastTime: Float64Array;

  constructor(grid: BucketGrid) {
    this.#grid = grid;
    const length = Math.max(0, Math.ceil((grid.to - grid.from) / grid.width));
    const column = (value: number) => new Float64Array(length).fill(value);
    this.#seen = new Uint8Array(length);
    this.#min = column(Number.POSITIVE_INFINITY);
    this.#max = column(Number.NEGATIVE_INFINITY);
    this.#sum = column(0);
    this.#scale = column(1);
    this.#count = column(0);
    this.#first = column(Number.NaN);
    this.#firstTime = column(Number.POSITIVE_INFINITY);
    this.#last = column(Number.NaN);
    this.#lastTime = column(Number.NEGATIVE_INFINITY);
  }

  /** Adds the points within the grid. */
  addPoints({ times, values, qualities }: Points): void {
    const { from, to, width } = this.#grid;
    const end = indexAtOrAfter(times, to);
    let i = indexAtOrAfter(times, from);
    while (i < end) {
      const bucket = Math.floor((times[i]! - from) / width);
      const bucketEnd = from + (bucket + 1) * width;
      this.#seen[bucket] = 1;
      let min = this.#min[bucket]!;
      let max = this.#max[bucket]!;
      const start = i;
      let sum = 0;
      let count = 0;
      let first = -1;
      let last = -1;
      for (; i < end && times[i]! < bucketEnd; i++) {
        if (qualities !== null && qualities[i] === Quality.bad) continue;
        const value = values[i]!;
        if (value < min) min = value;
        if (value > max) max = value;
        sum += value;
        if (count++ === 0) first = i;
        last = i;
      }
      if (count === 0) continue;
      this.#updateFirst(bucket, times[first]!, values[first]!);
      this.#updateLast(bucket, times[last]!, values[last]!);
      this.#min[bucket] = min;
      this.#max[bucket] = max;
      if (Number.isFinite(sum)) this.#addSum(bucket, sum, 1);
      else
        for (let j = start; j < i; j++)
          if (qualities === null || qualities[j] !== Quality.bad)
            this.#addSum(bucket, values[j]! * smallScale, smallScale);
      this.#count[bucket]! += count;
    }
  }

  /** Adds the summaries of whole chunks. */
  addSummary(summary: BucketSummary): void {
    const { bucket } = summary;
    this.#seen[bucket] = 1;
    if (summary.valid === 0) return;
    this.#min[bucket] = Math.min(this.#min[bucket]!, summary.vmin!);
    this.#max[bucket] = Math.max(this.#max[bucket]!, summary.vmax!);
    this.#addSum(bucket, summary.vsum!, 1);
    this.#count[bucket]! += summary.valid;
    this.#updateFirst(bucket, summary.t0, summary.vfirst!);
    this.#updateLast(bucket, summary.t1, summary.vlast!);
  }

  /** Adds a finite sum, already multiplied by `scale`. */
  #addSum(bucket: number, sum: number, scale: number): void {
    const before = this.#scale[bucket]!;
    const common = Math.min(before, scale);
    const total = this.#sum[bucket]! * (common / before) + sum * (common / scale);
    if (Number.isFinite(total)) {
      this.#scale[bucket] = common;
      this.#sum[bucket] = total;
      return;
    }
    this.#sum[bucket] = this.#sum[bucket]! * smallScale + sum * smallScale;
    this.#scale[bucket] = smallScale;
  }

  #updateFirst(bucket: number, time: number, value: number): void {
    if (time >= this.#firstTime[bucket]!) return;
    this.#firstTime[bucket] = time;
    this.#first[bucket] = value;
  }

  #updateLast(bucket: number, time: number, value: number): void {
    if (time <= this.#lastTime[bucket]!) return;
    this.#lastTime[bucket] = time;
    this.#last[bucket] = value;
  }

  finish(): Buckets {
    const kept: number[] = [];
    for (const [bucket, seen] of this.#seen.entries()) if (seen) kept.push(bucket);
    const column = (pick: (bucket: number) => number) => Float64Array.from(kept, pick);
    const counted = (values: Float64Array) =>
      column((bucket) => (this.#count[bucket]! > 0 ? values[bucket]! : Number.NaN));
    const { from, width } = this.#grid;
    return {
      width,
      times: column((bucket) => from + bucket * width),
      min: counted(this.#min),
      max: counted(this.#max),
      mean: column((bucket) => this.#mean(bucket)),
      first: counted(this.#first),
      last: counted(this.#last),
      count: column((bucket) => this.#count[bucket]!),
    };
  }

  /** Clamped between minimum and maximum, because of rounding errors. */
  #mean(bucket: number): number {
    const count = this.#count[bucket]!;
    if (count === 0) return Number.NaN;
    const min = this.#min[bucket]!;
    const max = this.#max[bucket]!;
    const sum = this.#sum[bucket]!;
    return Math.min(max, Math.max(min, sum / count / this.#scale[bucket]!));
  }
}
