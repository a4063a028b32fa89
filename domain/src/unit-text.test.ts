import { expect, it } from 'vitest';
import { unitText } from './unit-text.ts';

it.each([
  ['[degF]', '°F'],
  ['Cel', '°C'],
  ['[lb_av]/s', 'lb/s'],
  ['[lb_av]/s/[psi]', 'lb/s/psi'],
  ['/min', '1/min'],
  ['{rpm}', 'rpm'],
  ['m3/h', 'm3/h'],
  ['%', '%'],
  ['kW.h', 'kW.h'],
  ['1', null],
  ['', null],
  [null, null],
])('formats the unit %s as %s', (code, text) => {
  expect(unitText(code)).toBe(text);
});
