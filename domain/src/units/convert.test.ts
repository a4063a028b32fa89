import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ConvertibleUnit, convert, converter, UnitMismatchError } from './convert.ts';

const temperature = (name: string, factor: number, offset: number): ConvertibleUnit => ({
  name,
  categoryId: 1,
  factor,
  offset,
});
const kelvin = temperature('kelvin', 1, 0);
const celsius = temperature('degree Celsius', 1, 273.15);
const fahrenheit = temperature('degree Fahrenheit', 5 / 9, 459.67);
const rankine = temperature('degree Rankine', 5 / 9, 0);

const pressure = (name: string, factor: number): ConvertibleUnit => ({
  name,
  categoryId: 2,
  factor,
  offset: 0,
});
const kilopascal = pressure('kilopascal', 1000);
const bar = pressure('bar', 100_000);
const psi = pressure('pound-force per square inch', 6894.757293168361);

describe('temperatures', () => {
  it.each([
    [0, celsius, fahrenheit, 32],
    [100, celsius, fahrenheit, 212],
    [32, fahrenheit, celsius, 0],
    [212, fahrenheit, celsius, 100],
    [-40, fahrenheit, celsius, -40],
    [98.6, fahrenheit, celsius, 37],
    [0, kelvin, celsius, -273.15],
    [-273.15, celsius, kelvin, 0],
    [0, rankine, fahrenheit, -459.67],
    [491.67, rankine, celsius, 0],
    [518.67, rankine, fahrenheit, 59],
    [1400.6, rankine, celsius, 504.96111111111],
  ])('%d $1.name is $2.name %d', (value, from, to, expected) => {
    expect(convert(value, from, to)).toBe(expected);
  });
});

describe('units that differ only by a factor', () => {
  it.each([
    [1, bar, kilopascal, 100],
    [14.5, bar, kilopascal, 1450],
    [0.1, bar, kilopascal, 10],
    [1, psi, kilopascal, 6.89475729316836],
    [1, bar, psi, 14.5037737730209],
    [0, bar, psi, 0],
    [-2.5, bar, kilopascal, -250],
  ])('%d $1.name is $2.name %d', (value, from, to, expected) => {
    expect(convert(value, from, to)).toBe(expected);
  });
});

it('returns a value in its own unit unchanged', () => {
  expect(convert(0.1 + 0.2, bar, bar)).toBe(0.1 + 0.2);
  expect(convert(0.1 + 0.2, celsius, { ...celsius })).toBe(0.1 + 0.2);
});

it('rejects units of different quantities', () => {
  expect(() => converter(celsius, kilopascal)).toThrow(new UnitMismatchError(celsius, kilopascal));
  expect(() => convert(1, celsius, kilopascal)).toThrow(
    "A value in degree Celsius can't be given in kilopascal: they measure different things.",
  );
});

it('converts to another unit and back with an accuracy of fourteen digits', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e9, max: 1e9, noNaN: true }),
      fc.constantFrom(kelvin, celsius, fahrenheit, rankine),
      fc.constantFrom(kelvin, celsius, fahrenheit, rankine),
      (value, from, to) => {
        const back = convert(convert(value, from, to), to, from);
        expect(Math.abs(back - value)).toBeLessThanOrEqual(1e-12 * Math.max(Math.abs(value), 1000));
      },
    ),
  );
});

it('preserves NaN and infinities', () => {
  expect(convert(Number.NaN, celsius, fahrenheit)).toBeNaN();
  expect(convert(Number.POSITIVE_INFINITY, bar, psi)).toBe(Number.POSITIVE_INFINITY);
});
