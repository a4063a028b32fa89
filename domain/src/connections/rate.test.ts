import { expect, it } from 'vitest';
import { Rate } from './rate.ts';

it('averages the points of the last minute per second', () => {
  const rate = new Rate();
  rate.add(1_000_000, 60);
  rate.add(1_010_500, 60);
  expect(rate.at(1_059_999)).toBe(2);
  expect(rate.at(1_060_000)).toBe(1);
  expect(rate.at(1_070_000)).toBe(0);
  rate.add(9_000_000, 6);
  expect(rate.at(9_000_000)).toBe(0.1);
});
