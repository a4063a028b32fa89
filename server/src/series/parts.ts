import type { ChunkRow } from './chunks.ts';
import { createTarget, decodeChunkInto, finishTarget } from './codec/chunk.ts';
import { clipPoints, mergePoints, type Points, slicePoints } from './points.ts';

/** Concatenated chunks of one tag, ascending; they are transferred to another thread without a copy. */
interface PackedChunks {
  data: Uint8Array<ArrayBuffer>;
  /** End of each chunk in `data`. */
  ends: Uint32Array;
  /** Number of points in each chunk. */
  counts: Uint32Array;
}

/** The parts of a range of a tag: encoded chunks, and hot points, which take precedence. */
export interface Parts {
  chunks: PackedChunks;
  hot: Points;
}

export function packChunks(rows: readonly ChunkRow[]): PackedChunks {
  const ordered = [...rows].sort((a, b) => a.t0 - b.t0);
  const data = new Uint8Array(ordered.reduce((sum, row) => sum + row.data.length, 0));
  const ends = new Uint32Array(ordered.length);
  let end = 0;
  for (const [i, row] of ordered.entries()) {
    data.set(row.data, end);
    end += row.data.length;
    ends[i] = end;
  }
  return { data, ends, counts: Uint32Array.from(ordered, (row) => row.n) };
}

export function countPacked(chunks: PackedChunks): number {
  return chunks.counts.reduce((sum, count) => sum + count, 0);
}

/** Yields the points of each chunk. They share memory: each is valid until the next one is requested. */
export function* unpackChunks({ data, ends, counts }: PackedChunks): Generator<Points> {
  const target = createTarget(counts.reduce((most, count) => Math.max(most, count), 0));
  let start = 0;
  for (const end of ends) {
    target.qualities.fill(0);
    const count = decodeChunkInto(data.subarray(start, end), target, 0);
    yield slicePoints(finishTarget(target), 0, count);
    start = end;
  }
}

/** The points with from <= time < to. */
export function assemblePoints({ chunks, hot }: Parts, from: number, to: number): Points {
  const target = createTarget(countPacked(chunks));
  let offset = 0;
  let start = 0;
  for (const end of chunks.ends) {
    offset += decodeChunkInto(chunks.data.subarray(start, end), target, offset);
    start = end;
  }
  const encoded = finishTarget(target);
  const merged = hot.times.length > 0 ? mergePoints(encoded, hot).points : encoded;
  return clipPoints(merged, from, to);
}
