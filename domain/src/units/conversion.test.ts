import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Conversion,
  type ConvertibleUnit,
  conversionBetween,
  convertColumn,
  createConverter,
  identity,
  inputConversion,
} from './conversion.ts';

const unit = (name: string, categoryId: number, factor: number, offset = 0): ConvertibleUnit => ({
  name,
  categoryId,
  factor,
  offset,
});
const units = new Map<string, ConvertibleUnit>([
  ['kPa', unit('kilopascal', 1, 1000)],
  ['bar', unit('bar', 1, 100_000)],
  ['[psi]', unit('pound-force per square inch', 1, 6894.757293168362)],
  ['K', unit('kelvin', 2, 1)],
  ['Cel', unit('degree Celsius', 2, 1, 273.15)],
  ['[degF]', unit('degree Fahrenheit', 2, 0.5555555555555556, 459.67)],
  ['K{difference}', unit('kelvin difference', 3, 1)],
]);

describe('the conversion between the unit of a tag and that of an input', () => {
  it.each([
    ['kPa', 'bar', { a: 0.01, b: 0 }],
    ['Cel', 'K', { a: 1, b: 273.15 }],
    ['K', 'Cel', { a: 1, b: -273.15 }],
    ['bar', 'bar', identity],
    ['kPa', null, identity],
    [null, 'kPa', identity],
    [null, null, identity],
    ['', 'kPa', identity],
    ['pulses', 'pulses', identity],
  ])('converts %s to %s', (from, to, expected) => {
    expect(inputConversion(from, to, units)).toEqual(expected);
  });

  it.each([
    ['kPa', 'Cel'],
    ['K', 'K{difference}'],
    ['pulses', 'counts'],
    ['pulses', 'bar'],
    ['bar', 'pulses'],
  ])('is rejected for %s and %s', (from, to) => {
    expect(inputConversion(from, to, units)).toBeNull();
  });
});

const between = (from: string, to: string): Conversion =>
  conversionBetween(units.get(from)!, units.get(to)!)!;

describe('a converted column', () => {
  it('contains the double nearest to each decimal number', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 }), (digits, places) => {
        const [toBar, toKilopascal] = [
          createConverter(between('kPa', 'bar')),
          createConverter(between('bar', 'kPa')),
        ];
        const value = Number(`${digits}e-${places}`);
        expect(toBar(value)).toBe(Number(`${digits}e-${places + 2}`));
        expect(toKilopascal(value)).toBe(Number(`${digits}e${2 - places}`));
      }),
    );
  });

  it('contains whole degrees without a fraction', () => {
    const toFahrenheit = createConverter(between('Cel', '[degF]'));
    const toCelsius = createConverter(between('[degF]', 'Cel'));
    for (let fifths = -60; fifths < 200; fifths++) {
      expect(toFahrenheit(fifths * 5)).toBe(fifths * 9 + 32);
      expect(toCelsius(fifths * 9 + 32)).toBe(fifths * 5);
    }
  });

  it('contains each value converted independently of the others', () => {
    const size = fc.double({ min: -12, max: 20, noNaN: true });
    const value = fc.tuple(size, fc.boolean()).map(([log, negative]) => (negative ? -1 : 1) * 10 ** log);
    fc.assert(
      fc.property(
        fc.array(fc.oneof(value, fc.double())),
        fc.constantFrom('kPa [psi]', '[psi] bar', 'Cel [degF]', '[degF] K'),
        (values, pair) => {
          const [from, to] = pair.split(' ') as [string, string];
          const conversion = between(from, to);
          const alone = values.map((one) => createConverter(conversion)(one));
          expect([...convertColumn(Float64Array.from(values), conversion)]).toEqual(alone);
        },
      ),
    );
  });

  it('preserves the order of values', () => {
    const values = fc.array(fc.double({ min: -1e12, max: 1e12, noNaN: true }), { minLength: 2 });
    fc.assert(
      fc.property(values, fc.constantFrom('kPa [psi]', 'Cel [degF]', '[degF] Cel'), (some, pair) => {
        const [from, to] = pair.split(' ') as [string, string];
        const sorted = Float64Array.from(some).sort();
        const converted = convertColumn(sorted, between(from, to));
        for (let index = 1; index < converted.length; index++) {
          expect(converted[index - 1]!).toBeLessThanOrEqual(converted[index]!);
        }
      }),
    );
  });

  it('agrees with a x + b to fourteen digits', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e30, max: 1e30, noNaN: true }), (value) => {
        for (const conversion of [between('[psi]', 'kPa'), between('[degF]', 'Cel')]) {
          const { a, b } = conversion;
          const size = Math.max(Math.abs(a * value), Math.abs(b));
          expect(Math.abs(createConverter(conversion)(value) - (a * value + b))).toBeLessThanOrEqual(
            1e-13 * size,
          );
        }
      }),
    );
  });

  it('preserves NaN and infinities', () => {
    const infinite = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const conversion of [between('kPa', 'bar'), between('Cel', '[degF]')]) {
      expect([...convertColumn(Float64Array.from(infinite), conversion)]).toEqual(infinite);
    }
  });
});
