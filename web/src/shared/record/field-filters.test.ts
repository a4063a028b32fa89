import { type FieldDefinition, fieldDefinition } from '@twinward/contracts/records/field';
import { expect, it } from 'vitest';
import { type FieldFilter, filtersFor, filterText, readFilter, writeFilter } from './field-filters.ts';

const field = (kind: string, more: object = {}): FieldDefinition =>
  fieldDefinition.parse({ kind, name: 'one', caption: 'One', ...more });
const asset = field('reference', { recordType: 'asset' });

it.each<[FieldDefinition, FieldFilter, string]>([
  [field('text'), { is: 'empty' }, '-'],
  [field('text'), { is: 'filled' }, '*'],
  [field('text'), { is: 'value', value: '- a..b *', caption: '' }, '=- a..b *'],
  [field('yes-no'), { is: 'value', value: 'false', caption: '' }, '=false'],
  [asset, { is: 'value', value: '12', caption: 'Pump (P 1)' }, '=12 Pump (P 1)'],
  [field('number'), { is: 'range', from: '-2.5', to: '' }, '~-2.5..'],
  [field('date'), { is: 'range', from: '', to: '2026-03-31' }, '~..2026-03-31'],
  [field('duration'), { is: 'range', from: 'P30D', to: 'P1Y' }, '~P30D..P1Y'],
])('writes and reads the filter of %o: %o', (of, filter, text) => {
  expect(writeFilter(filter)).toBe(text);
  expect(readFilter(of, text)).toEqual(filter);
});

it.each<[FieldDefinition, string]>([
  [field('text'), ''],
  [field('text'), '='],
  [field('text'), 'pump'],
  [field('yes-no'), '=maybe'],
  [asset, '=pump'],
  [field('number'), '~two..3'],
  [field('number'), '~..'],
  [field('number'), '=2'],
  [field('date'), '~soon..'],
  [field('duration'), '~30 days..'],
])('rejects an invalid filter of %o: %s', (of, text) => {
  expect(readFilter(of, text)).toBeNull();
});

it('sends durations in seconds, and ids as numbers', () => {
  expect(filtersFor(field('duration'), { is: 'range', from: 'PT2H', to: '' })).toEqual([
    { field: 'fields.one', operator: 'GreaterThanEqualTo', value: 7200 },
  ]);
  expect(filtersFor(asset, { is: 'value', value: '12', caption: 'Pump' })).toEqual([
    { field: 'fields.one', operator: 'EqualTo', value: 12 },
  ]);
});

it('describes filters', () => {
  const text = (of: FieldDefinition, filter: FieldFilter) => filterText(of, filter, 'UTC');
  expect(text(asset, { is: 'value', value: '12', caption: 'Pump' })).toBe('One: Pump');
  expect(text(asset, { is: 'value', value: '12', caption: '' })).toBe('One: #12');
  expect(text(field('number', { unit: 'mm' }), { is: 'range', from: '2', to: '' })).toBe('One from 2 mm');
  expect(text(field('duration'), { is: 'range', from: '', to: 'P30D' })).toBe('One to 30 days');
});
