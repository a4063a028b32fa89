import { expect, it } from 'vitest';
import { comparedRange } from './version-comparison.tsx';

const second = 1000;
const extent = { from: 0, to: 300_000 * second };

it('compares the visible range up to the limit of a call, and reports if it was truncated', () => {
  const minutes = 60 * second;
  const whole = { ...extent, isCut: false };
  expect(comparedRange(extent, { from: -5, to: extent.to + 5 }, minutes)).toEqual(whole);
  expect(comparedRange(extent, { from: 10, to: 20 }, second)).toEqual({ from: 10, to: 20, isCut: false });
  expect(comparedRange(extent, { from: -10, to: -5 }, minutes)).toEqual(whole);
  expect(comparedRange(extent, extent, second)).toEqual({
    from: 101_000 * second,
    to: extent.to,
    isCut: true,
  });
});
