import { expect, it } from 'vitest';
import { isSameOrder, mergeOrder } from './order.ts';

it('compares the order of the common items of two lists', () => {
  expect(isSameOrder([1, 2, 3], [9, 1, 3, 8, 2])).toBe(false);
  expect(isSameOrder([1, 2, 3], [9, 1, 8, 2])).toBe(true);
});

it.each([
  ['takes that of the model', [1, 2, 3], [3, 2, 1], [1, 2, 3], [3, 2, 1]],
  ['keeps that of a twin that changed it', [1, 2, 3], [1, 2, 3], [2, 1, 3], [2, 1, 3]],
  ['puts what only the twin has after what it follows', [1, 2], [2, 1], [1, 9, 2, 8], [2, 8, 1, 9]],
  ['puts what only the model has after what it follows', [1, 2], [5, 1, 2, 6], [2, 1], [5, 2, 6, 1]],
])('%s', (_, base, model, twin, merged) => {
  expect(mergeOrder(base, model, twin)).toEqual(merged);
});
