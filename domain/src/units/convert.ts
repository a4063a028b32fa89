/** A unit, with how its values become those of its category's base unit: (value + offset) x factor. */
export interface ConvertibleUnit {
  readonly name: string;
  readonly categoryId: number;
  readonly factor: number;
  readonly offset: number;
}

/** Two units that measure different things. */
export class UnitMismatchError extends RangeError {
  constructor(from: ConvertibleUnit, to: ConvertibleUnit) {
    super(`A value in ${from.name} can't be given in ${to.name}: they measure different things.`);
    this.name = 'UnitMismatchError';
  }
}

/** Digits that a double keeps of any decimal number. */
const exactDigits = 15;

/**
 * What makes values of one unit those of another. The last digits, which the steps between leave uncertain,
 * are rounded away, so that 212 °F is 100 °C and 0.1 m is 100 mm.
 * @throws UnitMismatchError for units of two categories.
 */
export function converter(from: ConvertibleUnit, to: ConvertibleUnit): (value: number) => number {
  if (from.categoryId !== to.categoryId) throw new UnitMismatchError(from, to);
  if (from.factor === to.factor && from.offset === to.offset) return (value) => value;
  if (from.offset === 0 && to.offset === 0) {
    return (value) => Number(((value * from.factor) / to.factor).toPrecision(exactDigits));
  }
  return (value) => {
    const absolute = ((value + from.offset) * from.factor) / to.factor;
    return roundedAsOf(absolute - to.offset, Math.max(Math.abs(absolute), Math.abs(to.offset)));
  };
}

/** A value in one unit, in another. @throws UnitMismatchError for units of two categories. */
export function convert(value: number, from: ConvertibleUnit, to: ConvertibleUnit): number {
  return converter(from, to)(value);
}

/** A difference is no more exact than what it was taken of: rounded to the last digit that the larger keeps. */
function roundedAsOf(difference: number, size: number): number {
  if (!Number.isFinite(difference) || difference === 0) return difference;
  const digits = exactDigits - 1 - Math.ceil(Math.log10(size));
  if (digits < 0) return Number(difference.toPrecision(exactDigits));
  // Adding zero makes a negative zero an ordinary one.
  return Number(difference.toFixed(Math.min(100, digits))) + 0;
}
