import type { Unit } from '@twinward/contracts/system/unit';
import { expect, it } from 'vitest';
import { conversionText } from './conversion-text.ts';

const unit = (code: string, abbreviation: string, categoryId: number, factor: number, offset = 0): Unit => ({
  id: 1,
  categoryId,
  code,
  abbreviation,
  name: code,
  description: '',
  isStandard: true,
  isDeprecated: false,
  version: 1,
  factor,
  offset,
});
const units = new Map(
  [
    unit('kPa', 'kPa', 1, 1000),
    unit('bar', 'bar', 1, 100_000),
    unit('[psi]', 'psi', 1, 6894.757293168361),
    unit('Cel', '°C', 2, 1, 273.15),
    unit('K', 'K', 2, 1),
    unit('[degF]', '°F', 2, 5 / 9, 459.67),
  ].map((each) => [each.code, each]),
);

it.each([
  ['kPa', 'bar', 'kPa → bar, × 0.01'],
  ['bar', '[psi]', 'bar → psi, × 14.5038'],
  ['Cel', '[degF]', '°C → °F, × 1.8 + 32'],
  ['[degF]', 'Cel', '°F → °C, × 0.555556 − 17.7778'],
  ['Cel', 'K', '°C → K, + 273.15'],
  ['kPa', 'kPa', null],
  ['kPa', null, null],
  [null, 'bar', null],
  ['rags', 'rags', null],
])('formats the conversion from %s to %s as %s', (from, to, text) => {
  expect(conversionText(from, to, units)).toEqual({ isReadable: true, text });
});

it.each([
  ['kPa', 'Cel', 'kPa can’t be read in °C'],
  ['rags', 'bar', 'rags can’t be read in bar'],
])('formats a message that %s cannot be converted to %s', (from, to, text) => {
  expect(conversionText(from, to, units)).toEqual({ isReadable: false, text });
});
