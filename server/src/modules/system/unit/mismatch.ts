import { conversionBetween } from '@twinward/domain/units/conversion';
import type { Db } from '../../../platform/database/database.ts';
import { selectCategories, selectUnits, toConvertible, type UnitRow } from './store.ts';

/** A tag's unit and an input's unit, as UCUM codes. */
export interface InputOfTag {
  tagName: string;
  tagUnit: string | null;
  inputUnit: string | null;
}

/** Maximum number of units suggested in a message. */
const mostSuggested = 4;

/** Returns why an input cannot read a tag in its unit, and in which units it can. */
export async function explainMismatch(db: Db, { tagName, tagUnit, inputUnit }: InputOfTag): Promise<string> {
  const units = await selectUnits(db);
  const measured = units.find(({ code }) => code === tagUnit);
  if (!measured) {
    return `The tag ${tagName} is in ${tagUnit}, which is not in the table of units and can't be converted. Please give ${tagUnit}.`;
  }
  const categories = new Map((await selectCategories(db)).map(({ id, name }) => [id, name.toLowerCase()]));
  const given = units.find(({ code }) => code === inputUnit);
  const wrong = given
    ? `${inputUnit} measures ${categories.get(given.category_id)}`
    : `${inputUnit} is not in the table of units`;
  const category = categories.get(measured.category_id)!;
  const others = offered(units).filter(({ category_id }) => category_id === measured.category_id);
  return `${wrong}, and the tag ${tagName} ${category}, in ${tagUnit}. Please give a unit of ${category}: ${formatList(others, measured)}.`;
}

/** Returns why an input cannot be a counter of a tag in its unit, and in which units it can. */
export async function explainCounter(db: Db, { tagName, tagUnit, inputUnit }: InputOfTag): Promise<string> {
  const units = await selectUnits(db);
  const measured = units.find(({ code }) => code === tagUnit)!;
  const sameZero = offered(units).filter(
    (unit) => conversionBetween(toConvertible(measured), toConvertible(unit))?.b === 0,
  );
  return `${inputUnit} has another zero point than ${tagUnit}, the unit of the tag ${tagName}: a counter can't be converted. Please give a unit with the same zero point: ${formatList(sameZero, measured)}.`;
}

const offered = (units: readonly UnitRow[]) => units.filter((unit) => !unit.is_deprecated);

/** Returns a list such as `Cel, K or [degF]`, with the tag's own unit first. */
function formatList(units: readonly UnitRow[], first: UnitRow): string {
  const codes = [first.code, ...units.flatMap(({ code }) => (code === first.code ? [] : [code]))];
  const shown = codes.slice(0, mostSuggested);
  return shown.length === 1 ? shown[0]! : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}
