import { expect, it } from 'vitest';
import { isSameOrder, mergeOrder } from './order.ts';

it('compares the order of the common items of two lists', () => {
  expect(isSameOrder([1, 2, 3], [9, 1, 3, 8, 2])).toBe(false);
  expect(isSameOrder([1, 2, 3], [9, 1, 8, 2])).toBe(true);
});

it.each([
  ['takes the order of the model', [1, 2, 3], [3, 2, 1], [1, 2, 3], [3, 2, 1]],
  ['keeps the order of the twin if it was changed there', [1, 2, 3], [1, 2, 3], [2, 1, 3], [2, 1, 3]],
  ['keeps items of only the twin after their predecessor', [1, 2], [2, 1], [1, 9, 2, 8], [2, 8, 1, 9]],
  ['keeps items of only the model after their predecessor', [1, 2], [5, 1, 2, 6], [2, 1], [5, 2, 6, 1]],
])('%s', (_, base, model, twin, merged) => {
  expect(mergeOrder(base, model, twin)).toEqual(merged);
});
