import { expect, it } from 'vitest';
import { readUniqueIds, uniqueIdFilter } from './unique-ids.ts';

it('reads the cells of a column or a row without duplicates', () => {
  expect(readUniqueIds('P-1\r\nP-2\r\n\r\n  P-3 \t P-1')).toEqual(['P-1', 'P-2', 'P-3']);
  expect(readUniqueIds('P 1, P 2;P 3')).toEqual(['P 1', 'P 2', 'P 3']);
  expect(readUniqueIds(' \n,')).toEqual([]);
});

it('splits filters into parts of a thousand', () => {
  expect(uniqueIdFilter(['P-1', 'P-2'])).toEqual({
    field: 'UniqueId',
    operator: 'In',
    value: ['P-1', 'P-2'],
  });
  const many = Array.from({ length: 2500 }, (_, i) => `P-${i}`);
  const filter = uniqueIdFilter(many);
  if (!('filters' in filter)) throw new Error('It is no group.');
  expect(filter.operator).toBe('GroupOr');
  expect(filter.filters.flatMap((one) => ('value' in one ? one.value : []))).toEqual(many);
});
