import { type ConvertibleUnit, conversionBetween, createConverter } from './conversion.ts';

export type { ConvertibleUnit } from './conversion.ts';

/** Two units that measure different things. */
export class UnitMismatchError extends RangeError {
  constructor(from: ConvertibleUnit, to: ConvertibleUnit) {
    super(`A value in ${from.name} can't be given in ${to.name}: they measure different things.`);
    this.name = 'UnitMismatchError';
  }
}

/**
 * Converts values of one unit to those of another, rounded as `createConverter` says.
 * @throws UnitMismatchError for units of two categories.
 */
export function converter(from: ConvertibleUnit, to: ConvertibleUnit): (value: number) => number {
  const conversion = conversionBetween(from, to);
  if (conversion === null) throw new UnitMismatchError(from, to);
  return createConverter(conversion);
}

/** A value in one unit, in another. @throws UnitMismatchError for units of two categories. */
export function convert(value: number, from: ConvertibleUnit, to: ConvertibleUnit): number {
  return converter(from, to)(value);
}
