import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ageTicks } from './age-axis.ts';

it.each([
  [3, 40, [2, 5, 10, 20, 50]],
  [1, 10, [1, 2, 5, 10]],
  [0.03, 700, [0.01, 0.1, 1, 10, 100, 1000]],
  [7, 7, [5, 10]],
])('labels ages from %d to %d', (least, greatest, ticks) => {
  expect(ageTicks(least, greatest)).toEqual(ticks);
});

it('covers all ages with at most 11 ascending labels', () => {
  const age = fc.integer({ min: 1, max: 1e15 }).map((value) => value / 1e6);
  fc.assert(
    fc.property(age, age, (one, other) => {
      const [least, greatest] = [Math.min(one, other), Math.max(one, other)];
      const ticks = ageTicks(least, greatest);
      expect(ticks[0]).toBeLessThanOrEqual(least);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(greatest);
      expect(ticks.length).toBeLessThanOrEqual(11);
      expect(ticks).toEqual([...new Set(ticks)].sort((a, b) => a - b));
    }),
  );
});
