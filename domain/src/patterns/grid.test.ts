import { expect, it } from 'vitest';
import { medianInterval, proposeStep } from './grid.ts';

it('the step of a grid is the median interval of the slowest input', () => {
  expect(medianInterval(Float64Array.of(0, 1000, 2000, 62_000), 4)).toBe(1000);
  expect(medianInterval(Float64Array.of(5), 1)).toBeNull();
  expect(proposeStep([1000, 300_400])).toBe(300_000);
  expect(proposeStep([20])).toBe(1000);
});
