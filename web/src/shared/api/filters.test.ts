import { expect, it } from 'vitest';
import { compares, contains, equals } from './filters.ts';

it('creates a filter of a field and a value, with its data type', () => {
  expect(equals('State', 'active')).toEqual([
    { field: 'State', operator: 'EqualTo', value: 'active', dataType: 'C' },
  ]);
  expect(equals('Active', false)).toEqual([
    { field: 'Active', operator: 'EqualTo', value: false, dataType: 'B' },
  ]);
  expect(compares('Count', 'GreaterThan', 0)).toEqual([
    { field: 'Count', operator: 'GreaterThan', value: 0, dataType: 'N' },
  ]);
});

it('creates a filter for a text in one field or in several', () => {
  const name = { field: 'Name', operator: 'Contains', value: 'pump', dataType: 'C' };
  expect(contains('Name', 'pump')).toEqual([name]);
  expect(contains(['Name', 'Caption'], 'pump')).toEqual([
    { operator: 'GroupOr', filters: [name, { ...name, field: 'Caption' }] },
  ]);
});

it('omits filters without a value', () => {
  expect([
    ...equals('State', undefined),
    ...contains('Name', undefined),
    ...contains(['Name'], undefined),
  ]).toEqual([]);
});
