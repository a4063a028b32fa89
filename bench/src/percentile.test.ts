import { expect, it } from 'vitest';
import { percentile } from './percentile.ts';

it('returns the smallest value that the given share does not exceed', () => {
  const values = Array.from({ length: 100 }, (_, i) => 100 - i);
  expect(percentile(values, 0.5)).toBe(50);
  expect(percentile(values, 0.95)).toBe(95);
  expect(percentile(values, 1)).toBe(100);
  expect(percentile([3, 1, 2], 0.5)).toBe(2);
  expect(percentile([], 0.5)).toBeNaN();
  expect(values[0]).toBe(100);
});
