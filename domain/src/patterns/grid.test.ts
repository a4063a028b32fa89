import { expect, it } from 'vitest';
import { medianInterval, proposeStep, sampleOnGrid } from './grid.ts';

const points = (samples: [time: number, value: number][], hold: number) => ({
  times: Float64Array.from(samples, ([time]) => time),
  values: Float64Array.from(samples, ([, value]) => value),
  length: samples.length,
  hold,
});

it('uses the last value at each point of the grid, as long as it is valid', () => {
  const slow = points(
    [
      [500, 1],
      [2000, 2],
      [2500, Number.NaN],
    ],
    1500,
  );
  const quick = points(
    [
      [0, 7],
      [3900, 8],
    ],
    10_000,
  );
  const grid = sampleOnGrid([slow, quick], 1, 6000, 1000);
  expect(grid.start).toBe(1000);
  expect([...grid.values]).toEqual([1, 7, 2, 7, Number.NaN, 7, Number.NaN, 8, Number.NaN, 8]);
});

it('is anchored at 1970, and empty without a grid point in the range', () => {
  const one = points([[0, 7]], 10_000);
  expect(sampleOnGrid([one], -3500, -500, 1000)).toMatchObject({ start: -3000, values: { length: 3 } });
  expect(sampleOnGrid([one], 1001, 1999, 1000).values).toHaveLength(0);
  expect(sampleOnGrid([one], 5000, 1000, 1000).values).toHaveLength(0);
});

it('has the median interval of the slowest input as its step', () => {
  expect(medianInterval(Float64Array.of(0, 1000, 2000, 62_000), 4)).toBe(1000);
  expect(medianInterval(Float64Array.of(5), 1)).toBeNull();
  expect(proposeStep([1000, 300_400])).toBe(300_000);
  expect(proposeStep([20])).toBe(1000);
});
