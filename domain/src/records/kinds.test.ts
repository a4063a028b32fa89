import type { FieldByKind } from '@twinward/contracts/records/field';
import { describe, expect, it } from 'vitest';
import { getKind } from './kinds.ts';

describe('a date field', () => {
  const day = { kind: 'date', minimum: '2024-01-01', maximum: '2024-12-31' } as FieldByKind<'date'>;
  const later = { message: 'Please choose a later date.' };

  it.each([
    ['2023-12-31', later],
    ['2024-01-01', { value: '2024-01-01' }],
    ['2024-12-31', { value: '2024-12-31' }],
    ['2025-01-01', later],
    ['2024-02-30', { message: 'Please enter a date.' }],
  ])('checks %s against both bounds, in a record and in a file', (value, checked) => {
    expect(getKind('date').check(value, day)).toEqual(checked);
    expect(getKind('date').read(`${value} 00:00:00`, day, new Map())).toEqual(checked);
  });

  it('has no bounds by default', () => {
    const open = { ...day, minimum: null, maximum: null };
    expect(getKind('date').check('1999-01-01', open)).toEqual({ value: '1999-01-01' });
  });
});
