import type { UnitContext } from '../context.ts';

/** Returns the units for a name: the unit with this code, else those with this abbreviation, else with this name. */
export function findUnits(name: string, units: readonly UnitContext[]): readonly UnitContext[] {
  for (const field of ['code', 'abbreviation', 'name'] as const) {
    const found = units.filter((unit) => unit[field] === name);
    if (found.length > 0) return found;
  }
  return [];
}

/** All names of units. */
export function unitNames(units: readonly UnitContext[]): string[] {
  return units.flatMap(({ code, abbreviation, name }) => [code, abbreviation, name]);
}

/** Suffix of the code of a unit of differences: differences of `Cel` are in `Cel{difference}`. */
const difference = '{difference}';

/** Returns the unit of differences between values of a unit. It is the same unit unless the unit has an offset. */
export function differenceUnit(unit: UnitContext, units: readonly UnitContext[]): UnitContext {
  return units.find(({ code }) => code === unit.code + difference) ?? unit;
}

/** Returns the unit of points for a unit of differences. Null for any other unit. */
export function pointUnit({ code }: UnitContext, units: readonly UnitContext[]): UnitContext | null {
  if (!code.endsWith(difference)) return null;
  return units.find((unit) => unit.code === code.slice(0, -difference.length)) ?? null;
}

/** Returns the code of a unit's differences and, for a unit of differences, the code of its points. */
export const relatedCodes = (code: string): string[] =>
  code.endsWith(difference) ? [code.slice(0, -difference.length)] : [code + difference];

/** Returns the quoted names in a text: units, thresholds and patterns. */
export const quotedNames = (text: string): string[] =>
  Array.from(text.matchAll(/"([^"\n]*)"/g), ([, name]) => name!);
