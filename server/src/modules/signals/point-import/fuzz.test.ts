import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
import { makeWorkbook, toDays } from '../../../testing/workbooks.ts';
import type { Bytes } from '../../system/file/service.ts';
import { parsePoints } from './parse.ts';

const text = 'tag;time;value;quality\nA;2014-02-07 14:55;1,5;good\n"B";07.02.2014 14:56;;bad\n'.repeat(20);
const rows = Array.from({ length: 50 }, (_, i) => [
  `Tag ${i % 3}`,
  { t: 'n' as const, v: toDays(1_391_784_900_000 + i), z: 'yyyy-mm-dd hh:mm:ss.000' },
  i / 3,
]);
const files: Buffer[] = [
  Buffer.from(text),
  gzipSync(text),
  makeWorkbook({ Points: [['tag', 'time', 'value'], ...rows] }),
];

async function* inPieces(bytes: Uint8Array, size: number): Bytes {
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
}

/** Parses to the end; throws unless parsing succeeds or fails with an error that describes the file's problem. */
async function parse(bytes: Uint8Array, pieceSize: number): Promise<void> {
  const options = { fileName: 'f', timeZone: 'Europe/Berlin', dateOrder: 'ymd', singleTag: false } as const;
  try {
    for await (const batch of parsePoints(() => inPieces(bytes, pieceSize), {
      ...options,
      findTags: async (names) => new Set(names),
    }))
      for (const { times, values } of batch.points) expect(times.length).toBe(values.length);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const pieceSize = fc.integer({ min: 1, max: 5000 });

test('a file with random changes or cuts is parsed, or rejected with a reason', async () => {
  const changes = fc.array(fc.tuple(place, fc.integer({ min: 0, max: 255 })), { maxLength: 4 });
  const check = async (file: number, edits: [number, number][], end: number, size: number) => {
    const bytes = Buffer.from(files[file]!);
    for (const [at, value] of edits) bytes[Math.floor(at * bytes.length)] = value;
    await parse(bytes.subarray(0, end < 0.5 ? Math.floor(end * 2 * bytes.length) : bytes.length), size);
  };
  await fc.assert(fc.asyncProperty(fc.integer({ min: 0, max: 2 }), changes, place, pieceSize, check), {
    numRuns: 400,
  });
});

test('random bytes and text are parsed or rejected with a reason', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), pieceSize, (bytes, size) => parse(bytes, size)),
    { numRuns: 200 },
  );
  const cell = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('"', '""', ';', ',', '\t', '\r', '1e5'),
  );
  const rows = fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(rows, pieceSize, (lines, size) =>
      parse(Buffer.from(`tag,time,value\n${lines.map((cells) => cells.join(',')).join('\n')}`), size),
    ),
    { numRuns: 200 },
  );
});
