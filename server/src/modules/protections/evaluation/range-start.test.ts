import { expect, it } from 'vitest';
import { RangeStart } from './range-start.ts';

const at = (time: number, pattern: number) => ({ time, pattern });

it('returns the change in effect at the start of a range first, even if it becomes known late', () => {
  const start = new RangeStart(10, at(10, 0));
  expect(start.add([at(7, 1)], false)).toEqual([]);
  expect(start.add([at(10, 2), at(12, 3)], false)).toEqual([at(10, 2), at(12, 3)]);
  expect(start.add([at(14, 4)], true)).toEqual([at(14, 4)]);
});

it('returns the change in effect at the start even if no other follows, and nothing if none is known', () => {
  expect(new RangeStart(10, at(10, 0)).add([], true)).toEqual([at(10, 0)]);
  const unknown = new RangeStart<{ time: number }>(10, undefined);
  expect(unknown.add([], false)).toEqual([]);
  expect(unknown.add([], true)).toEqual([]);
});
