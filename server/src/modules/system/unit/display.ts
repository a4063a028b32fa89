import { type DisplayUnits, defaultDisplayUnits, displayUnits } from '@twinward/contracts/system/unit';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import {
  getSystemSetting,
  getUserSetting,
  mapSettings,
  type Setting,
  updateSystemSetting,
  writeUserSetting,
} from '../setting/service.ts';
import { selectUnits } from './store.ts';

/** A setting of each user, and of the tenant. */
const setting: Setting<DisplayUnits> = {
  name: 'display-units',
  schema: displayUnits,
  initial: defaultDisplayUnits,
};

export function getDisplayUnits(db: Db, userId: number): Promise<DisplayUnits> {
  return getUserSetting(db, userId, setting);
}

/** @throws AppError `invalid-request` naming each category whose unit is not of that category. */
export async function updateDisplayUnits(db: Db, userId: number, units: DisplayUnits): Promise<DisplayUnits> {
  await assertOfCategories(db, units);
  return writeUserSetting(db, userId, setting, units);
}

/** Returns the units in which values are shown to users who have not chosen any. */
export function getTenantDisplayUnits(db: Db): Promise<DisplayUnits> {
  return getSystemSetting(db, setting);
}

/** @throws AppError `invalid-request` naming each category whose unit is not of that category. */
export async function updateTenantDisplayUnits(actor: Actor, units: DisplayUnits): Promise<DisplayUnits> {
  await assertOfCategories(actor.tenant.db, units);
  return updateSystemSetting(actor, setting, units);
}

async function assertOfCategories(db: Db, { units }: DisplayUnits): Promise<void> {
  const categoryByUnit = new Map((await selectUnits(db)).map((unit) => [unit.id, unit.category_id]));
  refuseProblems(
    Object.entries(units)
      .filter(([categoryId, unitId]) => unitId !== null && categoryByUnit.get(unitId) !== Number(categoryId))
      .map(([categoryId]) => ({
        path: `units.${categoryId}`,
        message: 'Please choose a unit of the category.',
      })),
  );
}

/** Removes a unit from all users' and the tenant's choices, or replaces it. */
export async function replaceInChoices(db: Db, unitId: number, replacement: number | null): Promise<void> {
  await mapSettings(db, setting, ({ units }) => {
    const entries = Object.entries(units);
    if (!entries.some(([, chosen]) => chosen === unitId)) return null;
    const kept = entries.flatMap(([category, chosen]): [string, number | null][] => {
      if (chosen !== unitId) return [[category, chosen]];
      return replacement === null ? [] : [[category, replacement]];
    });
    return { units: Object.fromEntries(kept) };
  });
}
