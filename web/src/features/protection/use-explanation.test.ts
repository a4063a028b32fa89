import { expect, it } from 'vitest';
import { highestLevel } from './use-explanation.ts';

const thresholds = [{ level: 250 }, { level: 900 }, { level: 900 }, { level: null }];
const open = (...which: number[]) =>
  thresholds.map((_, index) => ({ value: null, open: which.includes(index), parts: [] }));

it('returns the highest level of open excursions, the first among equal ones, or the default', () => {
  expect(highestLevel(thresholds, open(0), 10)).toEqual({ level: 250, driving: 0 });
  expect(highestLevel(thresholds, open(0, 1, 2), 10)).toEqual({ level: 900, driving: 1 });
  expect(highestLevel(thresholds, open(2), 10)).toEqual({ level: 900, driving: 2 });
  expect(highestLevel(thresholds, open(3), 10)).toEqual({ level: 10, driving: null });
});
