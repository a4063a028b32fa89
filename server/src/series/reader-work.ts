import {
  BucketAccumulator,
  type BucketGrid,
  type BucketSummary,
  type Buckets,
} from './bucket-accumulator.ts';
import { assemblePoints, type Parts, unpackChunks } from './parts.ts';
import { clipPoints, mergePoints, type Points } from './points.ts';

/** Work of a read that may be long: done where it is asked for, or in a thread. */
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

/** Adds chunk by chunk, so that a long range needs little memory, with the hot points that fall among them. */
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
