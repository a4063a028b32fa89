import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { cutIntoChunks } from './chunks.ts';
import { encodeChunk } from './codec/chunk.ts';
import { packChunks } from './parts.ts';
import { noPoints, type Points } from './points.ts';
import { doReaderWork, type ReaderWork } from './reader-work.ts';
import { runReaderWork } from './readers.ts';

const count = 400_000;
const points: Points = {
  times: Float64Array.from({ length: count }, (_, i) => i * 250),
  values: Float64Array.from({ length: count }, (_, i) => Math.round(Math.sin(i / 1000) * 1e4) / 100),
  qualities: Uint8Array.from({ length: count }, (_, i) => (i % 1000 === 3 ? 2 : 0)),
};
const rows = cutIntoChunks(points).map((piece) => ({
  t0: piece.times[0]!,
  n: piece.times.length,
  data: encodeChunk(piece),
}));
const late: Points = {
  times: Float64Array.of(1, 250, 9e8),
  values: Float64Array.of(7, 8, 9),
  qualities: null,
};

function works(): ReaderWork[] {
  const parts = () => ({ chunks: packChunks(rows), hot: late });
  const grid = { from: 100, to: 90_000_000, width: 123_456 };
  return [
    { kind: 'points', parts: { chunks: packChunks(rows), hot: noPoints }, from: 0, to: 1e9 },
    { kind: 'points', parts: parts(), from: 200, to: 90_000_000 },
    { kind: 'buckets', parts: parts(), grid, summaries: [] },
  ];
}

/** Hashes columns: a test runner takes seconds to compare millions of elements. */
function fingerprint(result: object): [string, string][] {
  return Object.entries(result).map(([name, column]) => {
    const bytes = ArrayBuffer.isView(column)
      ? new Uint8Array(column.buffer, column.byteOffset, column.byteLength)
      : String(column);
    return [name, createHash('sha256').update(bytes).digest('hex')];
  });
}

test('a thread returns the same result as the caller, for several concurrent reads', async () => {
  const here = works().map((work) => fingerprint(doReaderWork(work)));
  const inThread = works();
  const results = await Promise.all(inThread.map((work) => runReaderWork(work)));
  expect(results.map(fingerprint)).toEqual(here);
  // Transferred, not copied, which shows that a thread did the work.
  for (const { parts } of inThread) expect(parts.chunks.data.byteLength).toBe(0);
  expect(fingerprint(results[0]!)).toEqual(fingerprint(points));
});

test('errors of a thread reach the caller, and the thread continues', async () => {
  const [work] = works();
  work!.parts.chunks.data[50]! ^= 1;
  await expect(runReaderWork(work!)).rejects.toThrow('the chunk does not match its checksum');
  const [next] = works();
  expect(((await runReaderWork(next!)) as Points).times.length).toBe(count);
});
