import {
  BucketAccumulator,
  type BucketGrid,
  type BucketSummary,
  type Buckets,
} from './bucket-accumulator.ts';
import { assemblePoints, type Parts, unpackChunks } from './parts.ts';
import { clipPoints, mergePoints, type Points } from './points.ts';

/** CPU work of a read that may be long: runs in the caller's thread or in another. */
export type ReaderWork =
  | { kind: 'points'; parts: Parts; from: number; to: number }
  | { kind: 'buckets'; parts: Parts; grid: BucketGrid; summaries: BucketSummary[] };

export type ReaderResult<Work extends ReaderWork> = Work extends { kind: 'points' } ? Points : Buckets;

export function doReaderWork(work: ReaderWork): Points | Buckets {
  if (work.kind === 'points') return assemblePoints(work.parts, work.from, work.to);
  const { parts, grid, summaries } = work;
  const accumulator = new BucketAccumulator(grid);
  for (const summary of summaries) accumulator.addSummary(summary);
  addParts(accumulator, parts);
  return accumulator.finish();
}

/** Adds one chunk at a time to bound the memory, with the hot points in its range. */
function addParts(accumulator: BucketAccumulator, { chunks, hot }: Parts): void {
  let rest = hot;
  for (const points of unpackChunks(chunks)) {
    const first = points.times[0]!;
    const last = points.times.at(-1)!;
    const within = clipPoints(rest, first, last + 1);
    accumulator.addPoints(clipPoints(rest, 0, first));
    accumulator.addPoints(within.times.length > 0 ? mergePoints(points, within).points : points);
    rest = clipPoints(rest, last + 1, Number.POSITIVE_INFINITY);
  }
  accumulator.addPoints(rest);
}
