import { expect, it } from 'vitest';
import { flag, number, readFrom, text, time, toIso } from './remote-fields.ts';

it('describes the fields of records', () => {
  expect([text, time, number, flag].map((field) => field('a', 'A').kind)).toEqual([
    'text',
    'time',
    'number',
    'boolean',
  ]);
  expect(text('site', 'Site')).toEqual({ name: 'site', label: 'Site', kind: 'text' });
});

it('writes times in UTC', () => {
  expect(toIso(0)).toBe('1970-01-01T00:00:00.000Z');
  expect(toIso(null)).toBeNull();
});

it('reads work from the start of the extraction, and assets from the beginning', () => {
  expect(readFrom('work', null, 5)).toBe(5);
  expect(readFrom('work', 3, 5)).toBe(5);
  expect(readFrom('work', 7, 5)).toBe(7);
  expect(readFrom('work', 7, null)).toBe(7);
  expect(readFrom('asset', null, 5)).toBeNull();
  expect(readFrom('asset', 3, 5)).toBe(3);
});
