import { expect, test } from 'vitest';
import { planMerge } from './plan-merge.ts';

const large = (t0: number, t1: number) => ({ t0, t1, n: 1000 });
const small = (t0: number, t1: number) => ({ t0, t1, n: 499 });
const plan = (bounds: Parameters<typeof planMerge>[0], ...times: number[]) =>
  planMerge(bounds, Float64Array.from(times));

test('points away from all large chunks become new chunks', () => {
  expect(plan([], 1, 2)).toEqual([{ chunks: [], start: 0, end: 2 }]);
  expect(plan([large(10, 20), large(40, 50)], 9, 21, 39, 51)).toEqual([
    { chunks: [], start: 0, end: 1 },
    { chunks: [], start: 1, end: 3 },
    { chunks: [], start: 3, end: 4 },
  ]);
});

test('a point within a chunk, or at either end of it, rewrites it with the adjacent points', () => {
  for (const time of [10, 15, 20])
    expect(plan([large(10, 20), large(40, 50)], 5, time, 30)).toEqual([{ chunks: [10], start: 0, end: 3 }]);
});

test('a small chunk grows by adjacent points', () => {
  expect(plan([small(10, 20)], 21, 22)).toEqual([{ chunks: [10], start: 0, end: 2 }]);
  expect(plan([large(0, 5), small(10, 20)], 7)).toEqual([{ chunks: [10], start: 0, end: 1 }]);
  expect(plan([small(0, 5), small(10, 20), large(30, 40)], 7)).toEqual([
    { chunks: [0, 10], start: 0, end: 1 },
  ]);
});

test('chunks without adjacent points stay', () => {
  expect(plan([large(0, 5), small(10, 20), large(30, 40), large(50, 60)], 55)).toEqual([
    { chunks: [50], start: 0, end: 1 },
  ]);
});
