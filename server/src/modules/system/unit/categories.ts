import type { NewUnitCategory, UnitCategory, UnitCategoryChange } from '@twinward/contracts/system/unit';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found, orNameTaken, outdated } from '../../../platform/errors.ts';
import { EntityAudit } from '../audit/service.ts';
import { toCategory } from './record.ts';
import {
  type CategoryRow,
  deleteCategoryRow,
  insertCategory,
  lockCategory,
  selectUnits,
  updateCategoryRow,
} from './store.ts';

const nameTaken = 'A category with that name already exists.';

/** @throws AppError `conflict` if the name is in use. */
export function createUnitCategory(actor: Actor, category: NewUnitCategory): Promise<UnitCategory> {
  return withTransaction(actor.tenant.db, async (db) => {
    const id = await orNameTaken(insertCategory(db, category), nameTaken);
    return audited(db, actor, id);
  });
}

/**
 * @throws AppError `not-found`; `conflict` at another version, for a name in use, and for the name of a built-in
 *   category.
 */
export function updateUnitCategory(
  actor: Actor,
  id: number,
  { version, name, description }: UnitCategoryChange,
): Promise<UnitCategory> {
  return withTransaction(actor.tenant.db, async (db) => {
    const before = found(await lockCategory(db, id), 'Category');
    if (before.version !== version)
      throw outdated(`The category ${before.name}`, version, toCategory(before));
    if (before.is_standard && name !== before.name) {
      throw new AppError('conflict', 'The names of the product’s own categories can’t be changed.');
    }
    await orNameTaken(updateCategoryRow(db, id, { name, description }), nameTaken);
    return audited(db, actor, id, before);
  });
}

/** @throws AppError `not-found`; `conflict` for a built-in category, or one with units. */
export async function deleteUnitCategory(actor: Actor, id: number): Promise<void> {
  await withTransaction(actor.tenant.db, async (db) => {
    const before = found(await lockCategory(db, id), 'Category');
    if (before.is_standard) throw new AppError('conflict', 'The product’s own categories can’t be deleted.');
    const count = (await selectUnits(db)).filter((unit) => unit.category_id === id).length;
    if (count > 0) throw new AppError('conflict', `${before.name} has ${count} units: delete them first.`);
    await deleteCategoryRow(db, id);
    await audit.deleted(db, actor, before);
  });
}

async function audited(db: Db, actor: Actor, id: number, before?: CategoryRow): Promise<UnitCategory> {
  const category = (await lockCategory(db, id))!;
  await audit.saved(db, actor, before, category);
  return toCategory(category);
}

const audit = new EntityAudit('unit-category', ({ id, name, description }: CategoryRow) => ({
  id,
  name,
  facts: { name, description },
}));
