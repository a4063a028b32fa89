import { smallChunk } from './chunks.ts';

/** The fields of a chunk that planning needs. */
export interface ChunkBounds {
  t0: number;
  t1: number;
  n: number;
}

/** Chunks (by their first times) to be rewritten together with the new points at [start, end). */
interface MergeRun {
  chunks: number[];
  start: number;
  end: number;
}

/**
 * Decides which chunks new points are merged with. A chunk is rewritten when new points fall within it, or
 * when it is small and new points are adjacent to it; all others stay.
 *
 * @param bounds ascending: the chunks that overlap the range of the new points, and the neighbour on either
 * side
 * @param times of the new points, ascending
 */
export function planMerge(bounds: readonly ChunkBounds[], times: Float64Array): MergeRun[] {
  const runs: MergeRun[] = [];
  let run: MergeRun = { chunks: [], start: 0, end: 0 };
  const close = (nextStart: number) => {
    if (run.end > run.start) runs.push(run);
    run = { chunks: [], start: nextStart, end: nextStart };
  };
  for (const { t0, t1, n } of bounds) {
    while (run.end < times.length && times[run.end]! < t0) run.end++;
    const touched = run.end < times.length && times[run.end]! <= t1;
    if (!touched && n >= smallChunk) {
      close(run.end);
      continue;
    }
    run.chunks.push(t0);
    while (run.end < times.length && times[run.end]! <= t1) run.end++;
  }
  run.end = times.length;
  close(times.length);
  return runs;
}
