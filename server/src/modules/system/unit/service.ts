import {
  type DisplayUnits,
  defaultDisplayUnits,
  displayUnits,
  type Unit,
  type UnitCategory,
} from '@twinward/contracts/system/unit';
import { relatedCodes, type UnitContext } from '@twinward/domain/language';
import {
  type Conversion,
  type ConvertibleUnit,
  createConverter,
  inputConversion,
} from '@twinward/domain/units/conversion';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { getUserSetting, type Setting, writeUserSetting } from '../setting/service.ts';
import {
  convertibleOf,
  selectCategories,
  selectUnitCode,
  selectUnits,
  selectUnitsByCode,
  selectUnitsNamed,
} from './store.ts';

export { explainCounter, explainMismatch, type InputOfTag } from './mismatch.ts';

/** SQL for the id of the unit with the UCUM code of a column; null if there is none. */
export const unitIdOf = (code: string) =>
  sql<number | null>`(select unit.id from unit where unit.code = ${sql.ref(code)})`;

/**
 * The UCUM code of a record's unit: that of `uomId` if given, else `unit`.
 * @throws AppError `invalid-request` for an unknown unit id.
 */
export async function resolveUnitCode(
  db: Db,
  { unit, uomId }: { unit: string | null; uomId?: number | null | undefined },
): Promise<string | null> {
  if (uomId === undefined) return unit;
  if (uomId === null) return null;
  const code = await selectUnitCode(db, uomId);
  if (code === null) refuseProblems([{ path: 'uomId', message: `There is no unit ${uomId}.` }]);
  return code;
}

export async function listUnits(db: Db): Promise<Unit[]> {
  return (await selectUnits(db)).map((row) => ({
    id: row.id,
    categoryId: row.category_id,
    code: row.code,
    name: row.name,
    abbreviation: row.abbreviation,
    description: row.description,
    isStandard: row.is_standard,
    factor: row.factor,
    offset: row.shift,
  }));
}

/** The unit of a tag and that of an input which is mapped to it, by UCUM code. */
export interface InputUnits {
  tagUnit: string | null;
  inputUnit: string | null;
}

/**
 * How the points of tags become the values of inputs, in the order given; null for units of different things. Reads
 * the units only where two differ.
 */
export async function listInputConversions(
  db: Db,
  inputs: readonly InputUnits[],
): Promise<(Conversion | null)[]> {
  const codes = inputs.flatMap(({ tagUnit, inputUnit }) =>
    tagUnit && inputUnit && tagUnit !== inputUnit ? [tagUnit, inputUnit] : [],
  );
  const rows = await selectUnitsByCode(db, codes);
  const units = new Map(rows.map((row) => [row.code, convertibleOf(row)]));
  return inputs.map(({ tagUnit, inputUnit }) => inputConversion(tagUnit, inputUnit, units));
}

/**
 * The units of which logic may need to know: those with one of these as their code, abbreviation or name, and those of
 * their differences.
 */
export async function listUnitsNamed(db: Db, names: readonly string[]): Promise<UnitContext[]> {
  if (names.length === 0) return [];
  const rows = await selectUnitsNamed(db, names);
  const related = rows.flatMap(({ code }) => relatedCodes(code));
  const known = new Map(rows.map((row) => [row.id, row]));
  for (const row of await selectUnitsByCode(db, related)) known.set(row.id, row);
  return Array.from(known.values(), (row) => ({
    ...convertibleOf(row),
    code: row.code,
    abbreviation: row.abbreviation,
  }));
}

/** A tag's value as an input's; null if there is none, or it can't be converted. */
export function converted(value: number | null, conversion: Conversion | null): number | null {
  if (value === null || conversion === null) return null;
  const result = createConverter(conversion)(value);
  return Number.isFinite(result) ? result : null;
}

/** All units as conversions need them, by UCUM code. */
export async function readUnits(db: Db): Promise<Map<string, ConvertibleUnit>> {
  return new Map((await selectUnits(db)).map((row) => [row.code, convertibleOf(row)]));
}

export async function listUnitCategories(db: Db): Promise<UnitCategory[]> {
  return (await selectCategories(db)).map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    isStandard: row.is_standard,
    baseUnitId: row.base_unit_id,
  }));
}

const choice: Setting<DisplayUnits> = {
  name: 'display-units',
  schema: displayUnits,
  initial: defaultDisplayUnits,
};

export function getDisplayUnits(db: Db, userId: number): Promise<DisplayUnits> {
  return getUserSetting(db, userId, choice);
}

/** @throws AppError `invalid-request` naming each category whose unit is not of that category. */
export async function chooseDisplayUnits(db: Db, userId: number, units: DisplayUnits): Promise<DisplayUnits> {
  const categoryOf = new Map((await selectUnits(db)).map((unit) => [unit.id, unit.category_id]));
  refuseProblems(
    Object.entries(units.units)
      .filter(([categoryId, unitId]) => categoryOf.get(unitId) !== Number(categoryId))
      .map(([categoryId]) => ({
        path: `units.${categoryId}`,
        message: 'Please choose a unit of the category.',
      })),
  );
  return writeUserSetting(db, userId, choice, units);
}
