import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { latestTime, type Points, Quality } from '../points.ts';
import { decodeChunk, encodeChunk } from './chunk.ts';

function good(times: number[], values: number[]): Points {
  return { times: Float64Array.from(times), values: Float64Array.from(values), qualities: null };
}

/** Compares bit by bit: -0 differs from 0. */
function expectSame(actual: Points, expected: Points): void {
  expect([...actual.times]).toEqual([...expected.times]);
  expect(actual.values.length).toBe(expected.values.length);
  const different = expected.values.findIndex((value, i) => !Object.is(value, actual.values[i]));
  expect(different).toBe(-1);
  expect([...(actual.qualities ?? [])]).toEqual([...(expected.qualities ?? [])]);
}

/** Park and Miller's generator, with a fixed seed: numbers from 0 to 1. */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function roundTrip(points: Points): number {
  const chunk = encodeChunk(points);
  expectSame(decodeChunk(chunk, points.times.length), points);
  return chunk.length;
}

const times = fc.uniqueArray(fc.integer({ min: 0, max: latestTime }), { minLength: 1, maxLength: 60 });

const steps = fc
  .tuple(
    fc.integer({ min: 0, max: 2_000_000_000_000 }),
    fc.array(fc.constantFrom(1, 999, 1000, 1001, 60_000, 86_400_000), { maxLength: 60 }),
  )
  .map(([first, deltas]) => {
    let time = first;
    const following = deltas.map((delta) => {
      time += delta;
      return time;
    });
    return [first, ...following];
  });

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const decimal = fc
  .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 0, max: 12 }))
  .map(([integer, power]) => integer / 10 ** power);
const awkward = fc.constantFrom(
  0,
  -0,
  5e-324,
  -5e-324,
  Number.MAX_VALUE,
  2 ** 53 + 2,
  0.1 + 0.2,
  1e22,
  1e-15,
);

const points = fc
  .tuple(
    fc.oneof(times, steps),
    fc.constantFrom(finite, decimal, fc.oneof(decimal, awkward), fc.oneof(finite, decimal, awkward)),
    fc.boolean(),
  )
  .chain(([unordered, value, withQualities]) => {
    const ordered = Float64Array.from(unordered).sort();
    const length = { minLength: ordered.length, maxLength: ordered.length };
    const point = fc.record({
      value,
      quality: withQualities ? fc.integer({ min: 0, max: 3 }) : fc.constant(0),
    });
    return fc.array(point, length).map((drawn): Points => {
      const qualities = Uint8Array.from(drawn, ({ quality }) => Math.min(quality, Quality.bad));
      return {
        times: ordered,
        values: Float64Array.from(drawn, ({ value, quality }) => (quality === 3 ? Number.NaN : value)),
        qualities: qualities.some((quality) => quality > 0) ? qualities : null,
      };
    });
  });

describe('a chunk', () => {
  it('decodes every finite value, time and quality to the same bits', () => {
    fc.assert(
      fc.property(points, (drawn) => void roundTrip(drawn)),
      { numRuns: 1000 },
    );
  });

  it('keeps the limits of times and values', () => {
    roundTrip(good([0], [-0]));
    roundTrip(good([0, 1, latestTime], [Number.MAX_VALUE, 5e-324, -Number.MAX_VALUE]));
    roundTrip(good([latestTime], [2 ** 53]));
  });

  it('takes about one byte per point for a regular signal with two decimals', () => {
    let value = 7000;
    const random = createRandom();
    const values = Array.from({ length: 1000 }, () => {
      value += Math.round(random() * 20 - 10);
      return value / 100;
    });
    const size = roundTrip(
      good(
        values.map((_, i) => 1_700_000_000_000 + i * 1000),
        values,
      ),
    );
    expect(size).toBeLessThan(1000);
    expect(size).toBeGreaterThan(500);
  });

  it('takes a few bytes for a constant signal', () => {
    const values = new Array<number>(1000).fill(21.5);
    expect(
      roundTrip(
        good(
          values.map((_, i) => i * 300_000),
          values,
        ),
      ),
    ).toBeLessThan(40);
  });

  it('takes at most eight bytes per point for full-precision noise', () => {
    const random = createRandom();
    const values = Array.from({ length: 1000 }, () => random() + random() * 2 ** -31);
    expect(
      roundTrip(
        good(
          values.map((_, i) => i * 1000),
          values,
        ),
      ),
    ).toBeLessThanOrEqual(8000);
  });

  it('encodes a few other values among short decimals', () => {
    const values = Array.from({ length: 1000 }, (_, i) => (i % 50 === 7 ? Math.PI * i : i / 100));
    expect(
      roundTrip(
        good(
          values.map((_, i) => i * 1000),
          values,
        ),
      ),
    ).toBeLessThan(1000);
  });

  it('rejects an empty chunk, and more points than its reader expects', () => {
    expect(() => encodeChunk(good([], []))).toThrow('a chunk cannot hold 0 points');
    const many = new Float64Array(65_537).map((_, i) => i);
    expect(() => encodeChunk({ times: many, values: many, qualities: null })).toThrow(
      'a chunk cannot hold 65537 points',
    );
  });
});

describe('a corrupted chunk', () => {
  it('is rejected when any byte changes or is lost', () => {
    const count = 200;
    const values = Array.from({ length: count }, (_, i) => Math.sin(i) * (i % 3 === 0 ? 1 : 1e9));
    const chunk = encodeChunk(
      good(
        values.map((_, i) => i * 977),
        values,
      ),
    );
    const position = fc.nat(chunk.length - 1);
    fc.assert(
      fc.property(position, fc.integer({ min: 1, max: 255 }), (at, change) => {
        const broken = Buffer.from(chunk);
        broken[at]! ^= change;
        expect(() => decodeChunk(broken, count)).toThrow('chunk');
      }),
    );
    fc.assert(
      fc.property(position, (at) => void expect(() => decodeChunk(chunk.subarray(0, at), count)).toThrow()),
    );
  });

  it('returns an error or points, never an endless loop, even with a valid checksum', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 0, max: 3 }), (noise, flag) => {
        const contents = Buffer.from([flag, 50, ...noise]);
        const chunk = Buffer.alloc(5 + contents.length);
        chunk[0] = 1;
        chunk.writeUInt32LE(crc32(contents), 1);
        chunk.set(contents, 5);
        try {
          decodeChunk(chunk, 50);
        } catch (error) {
          expect((error as Error).name).toBe('CorruptChunkError');
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('reports the error', () => {
    const chunk = encodeChunk(good([1000, 2000], [1.5, 2.5]));
    expect(() => decodeChunk(chunk, 3)).toThrow('the chunk does not hold 3 points');
    expect(() => decodeChunk(chunk, 1)).toThrow('the chunk says that it holds 2 points');
    const newer = Buffer.from(chunk);
    newer[0] = 9;
    expect(() => decodeChunk(newer, 2)).toThrow('the chunk is of the unknown format 9');
    const damaged = Buffer.from(chunk);
    damaged[damaged.length - 1]! ^= 1;
    expect(() => decodeChunk(damaged, 2)).toThrow('the chunk does not match its checksum');
  });
});
