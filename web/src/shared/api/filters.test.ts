import { expect, it } from 'vitest';
import { compares, contains, equals } from './filters.ts';

it('compares a field with a value, and tells its type', () => {
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

it('finds a text in one field or in several', () => {
  const name = { field: 'Name', operator: 'Contains', value: 'pump', dataType: 'C' };
  expect(contains('Name', 'pump')).toEqual([name]);
  expect(contains(['Name', 'Caption'], 'pump')).toEqual([
    { operator: 'GroupOr', filters: [name, { ...name, field: 'Caption' }] },
  ]);
});

it('leaves out filters without a value', () => {
  expect([
    ...equals('State', undefined),
    ...contains('Name', undefined),
    ...contains(['Name'], undefined),
  ]).toEqual([]);
});
