/** Reliability of a value. Bad points are stored and shown, and never count in a summary. */
export const Quality = { good: 0, uncertain: 1, bad: 2 } as const;

/**
 * The valid range of a point's time: 1970-01-01T00:00:00.000Z to 2100-12-31T23:59:59.999Z, in epoch
 * milliseconds.
 */
export const earliestTime = 0;
export const latestTime = 4_133_980_799_999;

/** Points of one tag in columns, ascending by time; each time occurs once. */
export interface Points {
  /** Whole epoch milliseconds. */
  times: Float64Array;
  /** NaN for a bad point without a value, otherwise finite. */
  values: Float64Array;
  /** A `Quality` for each point, or null when all are good. */
  qualities: Uint8Array | null;
}

/** Unordered points; a time may occur more than once (the last one wins). */
export interface RawPoints {
  times: ArrayLike<number>;
  /** Null or NaN only where the quality is bad. */
  values: ArrayLike<number | null>;
  /** By default all are good. */
  qualities?: ArrayLike<number> | null | undefined;
}

/** The outcomes of the points of one request. */
export interface WriteCounts {
  /** New times. */
  stored: number;
  /** Existing times with another value or quality. */
  replaced: number;
  /** Existing times with the same value and quality. */
  duplicate: number;
}

export const noPoints: Points = {
  times: new Float64Array(0),
  values: new Float64Array(0),
  qualities: null,
};

/** Returns the first index whose time is at or after `time`, or the number of points if none exists. */
export function indexAtOrAfter(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A view of the points at `[start, end)`: it shares their memory. */
export function slicePoints(points: Points, start: number, end: number): Points {
  return {
    times: points.times.subarray(start, end),
    values: points.values.subarray(start, end),
    qualities: points.qualities?.subarray(start, end) ?? null,
  };
}

/** A view of the points with from <= time < to. */
export function clipPoints(points: Points, from: number, to: number): Points {
  const start = indexAtOrAfter(points.times, from);
  const end = indexAtOrAfter(points.times, to);
  return start === 0 && end === points.times.length ? points : slicePoints(points, start, end);
}

/** Ordered points, and the superseded ones. */
interface OrderedPoints {
  points: Points;
  replaced: number;
  duplicate: number;
  /** Points counted as replaced, ascending by time; a time may occur more than once. Null if there are none. */
  superseded: Points | null;
}

/**
 * Validates and orders points. A time that occurs twice keeps its last value; earlier ones count as replaced,
 * or as duplicate if they equal the one that follows.
 *
 * @throws RangeError naming the first point that cannot be stored
 */
export function orderPoints(raw: RawPoints): OrderedPoints {
  const length = raw.times.length;
  if (raw.values.length !== length || (raw.qualities && raw.qualities.length !== length))
    throw new RangeError(`${length} times came with ${raw.values.length} values`);
  const times = new Float64Array(length);
  const values = new Float64Array(length);
  let qualities: Uint8Array | null = null;
  let ascending = true;
  let previous = -1;
  for (let i = 0; i < length; i++) {
    const time = raw.times[i]!;
    const value = raw.values[i] ?? Number.NaN;
    const quality = raw.qualities ? raw.qualities[i]! : Quality.good;
    checkPoint(i, time, value, quality);
    times[i] = time;
    values[i] = value;
    if (quality !== Quality.good) {
      qualities ??= new Uint8Array(length);
      qualities[i] = quality;
    }
    if (time <= previous) ascending = false;
    previous = time;
  }
  const points = { times, values, qualities };
  return ascending ? { points, replaced: 0, duplicate: 0, superseded: null } : sortPoints(points);
}

function checkPoint(index: number, time: number, value: number, quality: number): void {
  if (!Number.isInteger(time) || time < earliestTime || time > latestTime)
    throw new RangeError(`point ${index}: the time ${time} is not a whole millisecond from 1970 to 2100`);
  if (quality !== Quality.good && quality !== Quality.uncertain && quality !== Quality.bad)
    throw new RangeError(`point ${index}: the quality ${quality} is not 0, 1 or 2`);
  if (!Number.isFinite(value) && !(Number.isNaN(value) && quality === Quality.bad))
    throw new RangeError(`point ${index}: only a bad point may lack a finite value`);
}

function sortPoints(points: Points): OrderedPoints {
  const { times, values, qualities } = points;
  const order = Uint32Array.from(times, (_, index) => index);
  order.sort((a, b) => times[a]! - times[b]! || a - b);
  let kept = 0;
  let duplicate = 0;
  const superseded: number[] = [];
  let previous = -1;
  const sorted: Points = {
    times: new Float64Array(times.length),
    values: new Float64Array(times.length),
    qualities: qualities && new Uint8Array(times.length),
  };
  for (const index of order) {
    if (kept > 0 && sorted.times[kept - 1] === times[index]) {
      if (samePoint(sorted, kept - 1, points, index)) duplicate++;
      else superseded.push(previous);
      kept--;
    }
    sorted.times[kept] = times[index]!;
    sorted.values[kept] = values[index]!;
    if (sorted.qualities) sorted.qualities[kept] = qualities![index]!;
    kept++;
    previous = index;
  }
  return {
    points: slicePoints(sorted, 0, kept),
    replaced: superseded.length,
    duplicate,
    superseded: superseded.length > 0 ? pickPoints(points, superseded) : null,
  };
}

/** Whether both have the same value and quality; -0 differs from 0. */
export function samePoint(a: Points, i: number, b: Points, j: number): boolean {
  return Object.is(a.values[i], b.values[j]) && (a.qualities?.[i] ?? 0) === (b.qualities?.[j] ?? 0);
}

/** The result of a merge. */
interface MergedPoints extends WriteCounts {
  points: Points;
  /** The earliest time at which the result differs from the older points; null if nowhere. */
  changedFrom: number | null;
}

/** The result of merging points into an empty series. */
export function asNew(points: Points): MergedPoints {
  const changedFrom = points.times[0] ?? null;
  return { points, stored: points.times.length, replaced: 0, duplicate: 0, changedFrom };
}

/** Merges `newer` into `older`; at equal times the newer point wins. */
export function mergePoints(older: Points, newer: Points): MergedPoints {
  const capacity = older.times.length + newer.times.length;
  const times = new Float64Array(capacity);
  const values = new Float64Array(capacity);
  const qualities = older.qualities || newer.qualities ? new Uint8Array(capacity) : null;
  let stored = 0;
  let replaced = 0;
  let duplicate = 0;
  let changedFrom: number | null = null;
  let i = 0;
  let j = 0;
  let length = 0;
  while (i < older.times.length || j < newer.times.length) {
    const olderTime = i < older.times.length ? older.times[i]! : Number.POSITIVE_INFINITY;
    const newerTime = j < newer.times.length ? newer.times[j]! : Number.POSITIVE_INFINITY;
    const fromNewer = newerTime <= olderTime;
    if (fromNewer) {
      const changed = newerTime !== olderTime || !samePoint(older, i, newer, j);
      if (changed) changedFrom ??= newerTime;
      if (newerTime !== olderTime) stored++;
      else if (changed) replaced++;
      else duplicate++;
    }
    const source = fromNewer ? newer : older;
    const index = fromNewer ? j : i;
    times[length] = source.times[index]!;
    values[length] = source.values[index]!;
    if (qualities) qualities[length] = source.qualities?.[index] ?? 0;
    if (olderTime <= newerTime) i++;
    if (fromNewer) j++;
    length++;
  }
  const points = slicePoints({ times, values, qualities }, 0, length);
  return { points, stored, replaced, duplicate, changedFrom };
}

/** The times at which both series have the same value and quality. */
export function equalTimes(a: Points, b: Points): number[] {
  const equal: number[] = [];
  let j = 0;
  for (let i = 0; i < a.times.length && j < b.times.length; i++) {
    while (j < b.times.length && b.times[j]! < a.times[i]!) j++;
    if (j < b.times.length && b.times[j] === a.times[i] && samePoint(a, i, b, j)) equal.push(a.times[i]!);
  }
  return equal;
}

/** The points for whose time `keep` is true. */
export function filterPoints(points: Points, keep: (time: number) => boolean): Points {
  const indexes: number[] = [];
  for (let i = 0; i < points.times.length; i++) if (keep(points.times[i]!)) indexes.push(i);
  return indexes.length === points.times.length ? points : pickPoints(points, indexes);
}

function pickPoints({ times, values, qualities }: Points, indexes: readonly number[]): Points {
  return {
    times: Float64Array.from(indexes, (i) => times[i]!),
    values: Float64Array.from(indexes, (i) => values[i]!),
    qualities: qualities && Uint8Array.from(indexes, (i) => qualities[i]!),
  };
}
