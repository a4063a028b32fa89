/** A unit, with its conversion to the base unit of its category: (value + offset) x factor. */
export interface ConvertibleUnit {
  readonly name: string;
  readonly categoryId: number;
  readonly factor: number;
  readonly offset: number;
}

/** A linear conversion between two units: y = a x + b, with a > 0. */
export interface Conversion {
  readonly a: number;
  readonly b: number;
}

/** The conversion that changes nothing. */
export const identity: Conversion = { a: 1, b: 0 };

export const isIdentity = ({ a, b }: Conversion): boolean => a === 1 && b === 0;

/** The conversion from one unit to another; null for units of different categories. */
export function conversionBetween(from: ConvertibleUnit, to: ConvertibleUnit): Conversion | null {
  if (from.categoryId !== to.categoryId) return null;
  if (from.factor === to.factor && from.offset === to.offset) return identity;
  return { a: from.factor / to.factor, b: (from.offset * from.factor) / to.factor - to.offset };
}

/**
 * The conversion from the points of a tag to the values of an input that is mapped to it. It is the identity if either
 * side has no unit, and between equal units. Unknown units can only be converted to themselves.
 *
 * @param units the known units, by UCUM code
 * @returns null if the units are not convertible
 */
export function inputConversion(
  tagUnit: string | null,
  inputUnit: string | null,
  units: ReadonlyMap<string, ConvertibleUnit>,
): Conversion | null {
  if (!tagUnit || !inputUnit || tagUnit === inputUnit) return identity;
  const from = units.get(tagUnit);
  const to = units.get(inputUnit);
  return from && to ? conversionBetween(from, to) : null;
}

/** Significant decimal digits that a double preserves. */
const exactDigits = 15;

/** Powers of ten from 1e-9 to 1e22, each the nearest double; those from 1 on are exact. */
const powers = Array.from({ length: 32 }, (_, index) => Number(`1e${index - 9}`));
const powerOfTen = (exponent: number) => powers[exponent + 9]!;

/** Adding and subtracting it rounds a number below 2^51 to an integer. */
const roundsToInteger = 1.5 * 2 ** 52;

/**
 * Converts a column of values. The last digits, which rounding errors make uncertain, are rounded away: 57 kPa is 0.57 bar,
 * and 212 °F is 100 °C. Each result is the double nearest to a decimal number of at most 15 digits; with b other than 0, of
 * 14 digits of the larger of a x and b, because a difference is no more exact than its operands.
 * @returns whether a value became too large for a number
 */
export function convertInPlace(values: Float64Array, conversion: Conversion): boolean {
  if (isIdentity(conversion)) return false;
  const { a, b } = conversion;
  const digits = b === 0 ? exactDigits : exactDigits - 1;
  let isInfinite = false;
  let index = 0;
  while (index < values.length) {
    const product = a * values[index]!;
    const exponent = findExponent(Math.max(Math.abs(product), Math.abs(b)));
    const decimals = digits - 1 - exponent;
    if (decimals >= 0 && decimals <= 22) {
      const decade = {
        low: powerOfTen(exponent),
        high: powerOfTen(exponent + 1),
        scale: powerOfTen(decimals),
      };
      index = b === 0 ? scaleRun(values, index, a, decade) : shiftRun(values, index, conversion, decade);
    } else {
      values[index] = rarelyRounded(product + b, digits);
      isInfinite ||= Math.abs(values[index]!) === Number.POSITIVE_INFINITY;
      index += 1;
    }
  }
  return isInfinite;
}

/** Absolute values in [low, high), which are rounded to multiples of 1 / scale. */
interface Decade {
  low: number;
  high: number;
  scale: number;
}

/*
 * Most values of a column have the size of the value before: the loops below convert values while their sizes stay in the
 * decade, and return the index of the first one outside.
 */

/** For b = 0. */
function scaleRun(values: Float64Array, from: number, a: number, { low, high, scale }: Decade): number {
  let index = from;
  for (; index < values.length; index++) {
    const product = a * values[index]!;
    const size = Math.abs(product);
    if (!(size >= low && size < high)) break;
    values[index] = (product * scale + roundsToInteger - roundsToInteger) / scale;
  }
  return index;
}

function shiftRun(
  values: Float64Array,
  from: number,
  { a, b }: Conversion,
  { low, high, scale }: Decade,
): number {
  const least = Math.abs(b);
  let index = from;
  for (; index < values.length; index++) {
    const product = a * values[index]!;
    const size = Math.max(Math.abs(product), least);
    if (!(size >= low && size < high)) break;
    values[index] = ((product + b) * scale + roundsToInteger - roundsToInteger) / scale;
  }
  return index;
}

/** Converts as `convertInPlace` does, into a new column. */
export function convertColumn(values: Float64Array, conversion: Conversion): Float64Array {
  const converted = values.slice();
  convertInPlace(converted, conversion);
  return converted;
}

/** Converts one value as `convertInPlace` does. */
export function createConverter(conversion: Conversion): (value: number) => number {
  if (isIdentity(conversion)) return (value) => value;
  return (value) => convertColumn(Float64Array.of(value), conversion)[0]!;
}

/** Handles zero, non-finite values, and sizes beyond the table of powers. */
function rarelyRounded(value: number, digits: number): number {
  // Converts -0 to 0.
  if (value === 0) return 0;
  return Number.isFinite(value) ? Number(value.toPrecision(digits)) : value;
}

/** The largest exponent whose power of ten is not above a size from 1e-8 to 1e15; outside for any other size. */
function findExponent(size: number): number {
  const exponent = Math.floor(Math.log10(size));
  if (!(exponent >= -8 && exponent <= 15)) return exponent;
  if (powerOfTen(exponent) > size) return exponent - 1;
  return powerOfTen(exponent + 1) <= size ? exponent + 1 : exponent;
}
