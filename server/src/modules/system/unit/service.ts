import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { Unit, UnitCategory } from '@twinward/contracts/system/unit';
import { relatedCodes, type UnitContext } from '@twinward/domain/language';
import {
  type Conversion,
  type ConvertibleUnit,
  createConverter,
  inputConversion,
} from '@twinward/domain/units/conversion';
import type { Db } from '../../../platform/database/database.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { toCategory, toUnit } from './record.ts';
import {
  selectCategories,
  selectCategoryPage,
  selectUnitCode,
  selectUnitPage,
  selectUnits,
  selectUnitsByCode,
  selectUnitsNamed,
  toConvertible,
} from './store.ts';

export { createUnitCategory, deleteUnitCategory, updateUnitCategory } from './categories.ts';
export { explainCounter, explainMismatch, type InputOfTag } from './mismatch.ts';
export { unitIdExpression } from './store.ts';
export { createUnit, deleteUnit, updateUnit } from './write.ts';

/**
 * Returns the UCUM code of a record's unit: that of `uomId` if given, or else `unit`. A `uomId` of null clears a unit
 * that has an id, but keeps one without an id, so that a record can be sent back as it was read.
 * @throws AppError `invalid-request` for an unknown unit id.
 */
export async function resolveUnitCode(
  db: Db,
  { unit, uomId }: { unit: string | null; uomId?: number | null | undefined },
): Promise<string | null> {
  if (uomId === undefined) return unit;
  if (uomId === null) {
    const hasId = unit !== null && (await selectUnitsByCode(db, [unit])).length > 0;
    return hasId ? null : unit;
  }
  const code = await selectUnitCode(db, uomId);
  if (code === null) refuseProblems([{ path: 'uomId', message: `There is no unit ${uomId}.` }]);
  return code;
}

export async function listUnits(db: Db): Promise<Unit[]> {
  return (await selectUnits(db)).map(toUnit);
}

/**
 * Returns a function that finds the UCUM code for a text from people or other systems: the code itself, or else the
 * code of the only unit with this abbreviation or name, ignoring case; null if none exists.
 */
export async function createUnitFinder(db: Db): Promise<(text: string) => string | null> {
  const units = await selectUnits(db);
  const codes = new Set(units.map(({ code }) => code));
  const named = new Map<string, string | null>();
  for (const { code, abbreviation, name } of units)
    for (const text of new Set([abbreviation.toLowerCase(), name.toLowerCase()]))
      named.set(text, named.has(text) ? null : code);
  return (text) => (codes.has(text) ? text : (named.get(text.toLowerCase()) ?? null));
}

export async function listUnitPage(db: Db, request: ListRequest): Promise<Page<Unit>> {
  const { records, total } = await selectUnitPage(db, request);
  return { records: records.map(toUnit), total };
}

export async function listUnitCategoryPage(db: Db, request: ListRequest): Promise<Page<UnitCategory>> {
  const { records, total } = await selectCategoryPage(db, request);
  return { records: records.map(toCategory), total };
}

/** The unit of a tag and of an input that is mapped to it, as UCUM codes. */
export interface InputUnits {
  tagUnit: string | null;
  inputUnit: string | null;
}

/**
 * Returns the conversions from tags to their inputs, in the given order; null for units of different dimensions. Reads
 * the units only if two differ.
 */
export async function listInputConversions(
  db: Db,
  inputs: readonly InputUnits[],
): Promise<(Conversion | null)[]> {
  const codes = inputs.flatMap(({ tagUnit, inputUnit }) =>
    tagUnit && inputUnit && tagUnit !== inputUnit ? [tagUnit, inputUnit] : [],
  );
  const rows = await selectUnitsByCode(db, codes);
  const units = new Map(rows.map((row) => [row.code, toConvertible(row)]));
  return inputs.map(({ tagUnit, inputUnit }) => inputConversion(tagUnit, inputUnit, units));
}

/**
 * Selects the units that logic may need: units with one of the names as their code, abbreviation or name, and the units
 * of their differences.
 */
export async function listUnitsNamed(db: Db, names: readonly string[]): Promise<UnitContext[]> {
  if (names.length === 0) return [];
  const rows = await selectUnitsNamed(db, names);
  const related = rows.flatMap(({ code }) => relatedCodes(code));
  const known = new Map(rows.map((row) => [row.id, row]));
  for (const row of await selectUnitsByCode(db, related)) known.set(row.id, row);
  return Array.from(known.values(), (row) => ({
    ...toConvertible(row),
    code: row.code,
    abbreviation: row.abbreviation,
  }));
}

/** Converts a tag's value to the unit of an input. Returns null without a value, or if it cannot be converted. */
export function converted(value: number | null, conversion: Conversion | null): number | null {
  if (value === null || conversion === null) return null;
  const result = createConverter(conversion)(value);
  return Number.isFinite(result) ? result : null;
}

/** Returns all units for conversions, by UCUM code. */
export async function readUnits(db: Db): Promise<Map<string, ConvertibleUnit>> {
  return new Map((await selectUnits(db)).map((row) => [row.code, toConvertible(row)]));
}

export async function listUnitCategories(db: Db): Promise<UnitCategory[]> {
  return (await selectCategories(db)).map(toCategory);
}
