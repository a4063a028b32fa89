import { describe, expect, it } from 'vitest';
import {
  date,
  dateAfter,
  dateBefore,
  dateTime,
  exactLength,
  minimumLength,
  minimumNumber,
  negative,
  numberBetween,
  numeric,
  positive,
  required,
  unique,
} from './field-rules.ts';
import { brokenFields, type Rule } from './rule.ts';

const aNumber = 'Please enter a number.';
const between = 'Please enter a number between 1 and 10.';
const atLeast = 'Please enter a number greater than or equal to -2.';
const later = 'Please choose a later date.';
const aDate = 'Please enter a date.';
const aTime = 'Please enter a date & time.';

const table: [name: string, rule: Rule<never>, value: unknown, message: string | null][] = [
  ['required', required, 'a', null],
  ['required', required, 0, null],
  ['required', required, false, null],
  ['required', required, ' ', 'Required.'],
  ['required', required, null, 'Required.'],
  ['required', required, [], 'Required.'],
  ['minimumLength', minimumLength(8), 'abcde', '3 characters under minimal length of 8.'],
  ['minimumLength', minimumLength(8), 'abcdefgh', null],
  ['exactLength', exactLength(3), 'abcd', 'Please enter a string with a length of 3.'],
  ['exactLength', exactLength(3), 'abc', null],
  ['numeric', numeric, '1,234.5', null],
  ['numeric', numeric, '.5', null],
  ['numeric', numeric, '0x10', aNumber],
  ['numeric', numeric, '1-2', aNumber],
  ['numeric', numeric, Number.NaN, aNumber],
  ['numberBetween', numberBetween(1, 10), 10, null],
  ['numberBetween', numberBetween(1, 10), '1', null],
  ['numberBetween', numberBetween(1, 10), 11, between],
  ['numberBetween', numberBetween(1, 10), 'many', between],
  ['minimumNumber', minimumNumber(-2), -2, null],
  ['minimumNumber', minimumNumber(-2), -3, atLeast],
  ['negative', negative, 0, null],
  ['negative', negative, 1, 'Please enter a negative number.'],
  ['positive', positive, 0, null],
  ['positive', positive, -1, 'Please enter a positive number.'],
  ['dateAfter', dateAfter('2024-03-02'), '2024-03-03', null],
  ['dateAfter', dateAfter('2024-03-02T01:00:00Z'), '2024-03-02T23:00:00Z', later],
  ['dateAfter', dateAfter(null), '2024-03-02', null],
  ['dateBefore', dateBefore(new Date('2024-03-02T12:00:00Z')), '2024-03-01', null],
  ['dateBefore', dateBefore(new Date('2024-03-02T12:00:00Z')), new Date('2024-03-02T00:00:00Z'), later],
  ['date', date, '2024-02-29', null],
  ['date', date, '2023-02-29', aDate],
  ['date', date, '2024-13-01', aDate],
  ['date', date, '2024-2-9', aDate],
  ['date', date, 'tomorrow', aDate],
  ['dateTime', dateTime, '2024-02-29T23:59:00Z', null],
  ['dateTime', dateTime, '2024-02-29T23:59:00.5+02:00', null],
  ['dateTime', dateTime, '2024-02-30T10:00:00Z', aTime],
  ['dateTime', dateTime, '2024-02-29T25:00:00Z', aTime],
  ['dateTime', dateTime, '2024-02-29T10:00:00', aTime],
  ['dateTime', dateTime, '2024-02-29', aTime],
  ['unique', unique(['Pump']), 'Fan', null],
  ['unique', unique(['Pump']), 'PUMP', 'Please enter a unique value.'],
  ['unique', unique(['Pump'], 'There is a Pump.'), 'Pump', 'There is a Pump.'],
];

describe('field rules', () => {
  it.each(table)('%s %#', (_name, rule, value, message) => expect(rule(value as never)).toBe(message));

  it.each([...new Map(table.map(([name, rule]) => [name, rule]))].filter(([name]) => name !== 'required'))(
    '%s accepts an empty value',
    (_name, rule) => {
      for (const empty of ['', null, undefined]) expect(rule(empty as never)).toBeNull();
    },
  );
});

describe('brokenFields', () => {
  it('returns the first message of each field', () => {
    const values = { name: '', count: 'many', note: 'short' };
    const rules = { name: [required, exactLength(3)], count: [numeric], note: [exactLength(3)] };
    expect(brokenFields(values, rules)).toEqual([
      { path: 'name', message: 'Required.' },
      { path: 'count', message: aNumber },
      { path: 'note', message: 'Please enter a string with a length of 3.' },
    ]);
  });
});
