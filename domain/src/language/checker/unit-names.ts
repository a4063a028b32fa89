import type { UnitContext } from '../context.ts';

/** The units of a name: that of the code, else those with the abbreviation, else those with the name. */
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

/** What follows the code of a unit in that of its differences: a difference of `Cel` is in `Cel{difference}`. */
const difference = '{difference}';

/** The unit of differences between values of a unit: itself for most, another where its zero is not zero. */
export function differenceUnit(unit: UnitContext, units: readonly UnitContext[]): UnitContext {
  return units.find(({ code }) => code === unit.code + difference) ?? unit;
}

/** The unit of points whose differences are in this unit; null for a unit of points. */
export function pointUnit({ code }: UnitContext, units: readonly UnitContext[]): UnitContext | null {
  if (!code.endsWith(difference)) return null;
  return units.find((unit) => unit.code === code.slice(0, -difference.length)) ?? null;
}

/** The codes of the units that a unit's differences are in, and that a difference is of. */
export const relatedCodes = (code: string): string[] =>
  code.endsWith(difference) ? [code.slice(0, -difference.length)] : [code + difference];

/** The names in quotes in a text: of units, thresholds and patterns. */
export const quotedNames = (text: string): string[] =>
  Array.from(text.matchAll(/"([^"\n]*)"/g), ([, name]) => name!);
