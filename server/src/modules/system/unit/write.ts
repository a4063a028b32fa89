import type { NewUnit, Unit, UnitChange, UnitUse } from '@twinward/contracts/system/unit';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found, outdated } from '../../../platform/errors.ts';
import { type Problem, refuseProblems } from '../../../platform/rules.ts';
import { EntityAudit } from '../audit/service.ts';
import { replaceInChoices } from './display.ts';
import { unitReplaced } from './events.ts';
import { toUnit } from './record.ts';
import {
  deleteUnitRow,
  insertUnit,
  lockCategory,
  lockUnits,
  selectUnit,
  selectUnits,
  type UnitRow,
  updateUnitRow,
} from './store.ts';
import { describeUses, listUses, referenceTo } from './uses.ts';

/** Counts the records that use a unit, by type. @throws AppError `not-found`. */
export async function getUnitUses(db: Db, id: number): Promise<UnitUse[]> {
  return listUses(db, found(await selectUnit(db, id), 'Unit'));
}

/**
 * @throws AppError `invalid-request` for a name in use, an unknown category, or a first unit of a category with a
 *   conversion.
 */
export function createUnit(actor: Actor, unit: NewUnit): Promise<Unit> {
  return withTransaction(actor.tenant.db, async (db) => {
    await lockUnits(db);
    const isBase = await checkFields(db, unit, null);
    const id = await insertUnit(db, { ...toColumns(unit), is_base: isBase });
    return audited(db, actor, id);
  });
}

/**
 * Updates a unit at the given version.
 * @throws AppError `not-found`; `conflict` at another version, and for fixed fields; `invalid-request`.
 */
export function updateUnit(actor: Actor, id: number, { version, ...unit }: UnitChange): Promise<Unit> {
  return withTransaction(actor.tenant.db, async (db) => {
    await lockUnits(db);
    const before = await selectVersion(db, id, version);
    const changed = fixedFields.filter(([field]) => toUnit(before)[field] !== unit[field]);
    if (before.is_standard) {
      const locked = [...changed.map(([, label]) => label), ...namedChanges(before, unit)];
      if (locked.length > 0) {
        throw new AppError(
          'conflict',
          `The unit comes with the product: its ${locked.join(', ')} can’t be changed.`,
        );
      }
    } else if (changed.length > 0) {
      const uses = await listUses(db, before);
      if (uses.length > 0) {
        const labels = changed.map(([, label]) => label).join(', ');
        throw new AppError(
          'conflict',
          `${before.code} is used by ${describeUses(uses)}: its ${labels} can’t be changed.`,
        );
      }
      if (before.is_base) await assertMayLeaveBase(db, before, unit);
    }
    if (!before.is_standard) await checkFields(db, unit, before);
    await updateUnitRow(db, id, toColumns(unit));
    return audited(db, actor, id, before);
  });
}

/** @throws AppError `not-found`; `conflict` for a built-in unit, a unit in use, or the base of others. */
export async function deleteUnit(actor: Actor, id: number): Promise<void> {
  await withTransaction(actor.tenant.db, async (db) => {
    await lockUnits(db);
    const unit = found(await selectUnit(db, id), 'Unit');
    if (unit.is_standard) throw new AppError('conflict', 'The product’s own units can’t be deleted.');
    const others = (await selectUnits(db)).filter((one) => one.category_id === unit.category_id);
    if (unit.is_base && others.length > 1) {
      throw new AppError('conflict', `${unit.code} is the base of the other units of its category.`);
    }
    const uses = await listUses(db, unit);
    if (uses.length > 0) {
      throw new AppError(
        'conflict',
        `${unit.code} is used by ${describeUses(uses)}: deprecate or replace it.`,
      );
    }
    await replaceInChoices(db, id, null);
    await deleteUnitRow(db, id);
    await audit.deleted(db, actor, unit);
  });
}

/**
 * Replaces a unit by another with the same conversion wherever it is used, and deprecates it.
 * @throws AppError `not-found`; `conflict` at another version, and for a unit with a different conversion.
 */
export function replaceUnit(
  actor: Actor,
  id: number,
  { by, version }: { by: number; version: number },
): Promise<Unit> {
  return withTransaction(actor.tenant.db, async (db) => {
    await lockUnits(db);
    const before = await selectVersion(db, id, version);
    const replacement = await selectUnit(db, by);
    if (
      !replacement ||
      by === id ||
      replacement.category_id !== before.category_id ||
      replacement.is_deprecated
    ) {
      refuseProblems([{ path: 'by', message: 'Please choose another unit of the category.' }]);
    }
    const { code, factor, shift } = replacement!;
    if (factor !== before.factor || shift !== before.shift) {
      throw new AppError(
        'conflict',
        `${code} has another factor or offset than ${before.code}: stored points would get another meaning. Please choose a unit that is equal, or change the unit of each tag.`,
      );
    }
    await unitReplaced.emit(db, {
      by: actor,
      unit: await referenceTo(db, before),
      replacement: await referenceTo(db, replacement!),
    });
    await replaceInChoices(db, id, by);
    await updateUnitRow(db, id, { is_deprecated: true });
    return audited(db, actor, id, before);
  });
}

async function selectVersion(db: Db, id: number, version: number): Promise<UnitRow> {
  const unit = found(await selectUnit(db, id), 'Unit');
  if (unit.version !== version) throw outdated(`The unit ${unit.code}`, version, toUnit(unit));
  return unit;
}

/** The fields that records depend on. */
const fixedFields = [
  ['categoryId', 'category'],
  ['code', 'code'],
  ['factor', 'factor'],
  ['offset', 'offset'],
] as const;

function namedChanges(before: UnitRow, { name, abbreviation }: NewUnit): string[] {
  return [
    ...(name === before.name ? [] : ['name']),
    ...(abbreviation === before.abbreviation ? [] : ['abbreviation']),
  ];
}

async function assertMayLeaveBase(db: Db, before: UnitRow, unit: NewUnit): Promise<void> {
  const others = (await selectUnits(db)).filter((one) => one.category_id === before.category_id);
  if (unit.categoryId !== before.category_id && others.length > 1) {
    throw new AppError('conflict', `${before.code} is the base of the other units of its category.`);
  }
}

/**
 * Checks the fields of a user-defined unit.
 * @returns whether it is the base of its category.
 * @throws AppError `invalid-request`.
 */
async function checkFields(db: Db, unit: NewUnit, before: UnitRow | null): Promise<boolean> {
  const category = await lockCategory(db, unit.categoryId);
  if (!category)
    refuseProblems([{ path: 'categoryId', message: `There is no category ${unit.categoryId}.` }]);
  const others = (await selectUnits(db)).filter(({ id }) => id !== before?.id);
  const isBase = !others.some((one) => one.category_id === unit.categoryId);
  const taken = new Set(others.flatMap(({ code, name, abbreviation }) => [code, name, abbreviation]));
  const problems: Problem[] = (['code', 'name', 'abbreviation'] as const).flatMap((path) =>
    taken.has(unit[path])
      ? [{ path, message: 'Another unit has this name: please enter a unique value.' }]
      : [],
  );
  if (isBase && (unit.factor !== 1 || unit.offset !== 0)) {
    const path = unit.factor === 1 ? 'offset' : 'factor';
    problems.push({ path, message: 'The first unit of a category is its base: factor 1, offset 0.' });
  }
  refuseProblems(problems);
  return isBase;
}

const toColumns = (unit: NewUnit) => ({
  category_id: unit.categoryId,
  code: unit.code,
  name: unit.name,
  abbreviation: unit.abbreviation,
  description: unit.description,
  factor: unit.factor,
  shift: unit.offset,
  is_deprecated: unit.isDeprecated,
});

async function audited(db: Db, actor: Actor, id: number, before?: UnitRow): Promise<Unit> {
  const unit = (await selectUnit(db, id))!;
  await audit.saved(db, actor, before, unit);
  return toUnit(unit);
}

const audit = new EntityAudit('unit', (row: UnitRow) => {
  const { id, version: _, isStandard: __, ...facts } = toUnit(row);
  return { id, name: row.code, facts };
});
