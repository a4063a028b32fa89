import {
  type BucketColumns,
  type DataPoint,
  type PointColumns,
  qualities,
} from '@twinward/contracts/signals/data-point';
import { type Buckets, type Points, Quality, type TagInput } from '../../../series/index.ts';

/** Converts points of a request to columns for the store. */
export function toTagInput(tagId: number, points: readonly DataPoint[]): TagInput {
  return {
    tagId,
    times: points.map((point) => point.time),
    values: points.map((point) => point.value),
    qualities: points.map((point) => qualities.indexOf(point.quality)),
  };
}

/** Replaces NaN and infinity by null, since JSON has neither. JSON has no negative zero either: -0 is written as 0. */
function nullable(values: Float64Array): (number | null)[] {
  return Array.from(values, (value) => (Number.isFinite(value) ? value : null));
}

export function toPointColumns({ times, values, qualities: codes }: Points): PointColumns {
  const columns = { times: Array.from(times), values: nullable(values) };
  if (!codes?.some((code) => code !== Quality.good)) return columns;
  return { ...columns, qualities: Array.from(codes, (code) => qualities[code]!) };
}

export function toBucketColumns(buckets: Buckets): BucketColumns {
  return {
    width: buckets.width,
    times: Array.from(buckets.times),
    min: nullable(buckets.min),
    max: nullable(buckets.max),
    mean: nullable(buckets.mean),
    first: nullable(buckets.first),
    last: nullable(buckets.last),
    count: Array.from(buckets.count),
  };
}
