import { expect, it } from 'vitest';
import { liveUntilAfter, nextWindow, overlap, toWindow } from './progress.ts';

it('counts a delivery as stored up to its latest point', () => {
  expect(liveUntilAfter(null, 1_000, 900)).toBe(900);
  expect(liveUntilAfter(950, 1_000, 900)).toBe(950);
});

it('counts a point with a future time only up to its receipt', () => {
  expect(liveUntilAfter(0, 1_000, 5_000)).toBe(1_000);
});

it('reads a range in windows without gaps, the first with an overlap', () => {
  const range = { from: 1_000_000, to: 1_000_000 + 250_000 };
  expect(toWindow(range, range.from, 100_000)).toEqual({ from: range.from - overlap, to: 1_100_000 });
  expect(toWindow(range, 1_100_000, 100_000)).toEqual({ from: 1_100_000, to: 1_200_000 });
  expect(toWindow(range, 1_200_000, 100_000)).toEqual({ from: 1_200_000, to: 1_250_000 });
});

it.each([
  [3_600_000, 0, 7_200_000],
  [3_600_000, 100_000, 3_600_000],
  [3_600_000, 300_000, 1_800_000],
  [60_000, 300_000, 60_000],
  [7 * 86_400_000, 0, 7 * 86_400_000],
])('after a window of %i ms with %i points, the next window has %i ms', (length, points, next) => {
  expect(nextWindow(length, points)).toBe(next);
});
