import type { UnitUse } from '@twinward/contracts/system/unit';
import { renameUnit, unitReferences } from '@twinward/domain/language';
import type { Db } from '../../../platform/database/database.ts';
import { countTagChange } from '../../signals/tag/service.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import type { UnitReference, UnitReplacement } from '../../system/unit/events.ts';
import { selectCalculationsNaming } from './store.ts';
import { updateLogic } from './update.ts';

const audit = new EntityAudit('tag');

/** Counts the calculated tags whose logic has numbers with the unit. */
export async function countCalculationsInUnit(db: Db, { names }: UnitReference): Promise<UnitUse[]> {
  const rows = (await selectCalculationsNaming(db, names)).filter(({ logic }) =>
    unitReferences(logic).some((name) => names.includes(name)),
  );
  return rows.length === 0 ? [] : [{ usedBy: 'calculations', count: rows.length }];
}

/** Replaces a unit in the logic of calculated tags by an equal one, and recalculates them. */
export async function replaceUnitInCalculations(
  db: Db,
  { by, unit, replacement }: UnitReplacement,
): Promise<void> {
  for (const { id, name, logic } of await selectCalculationsNaming(db, unit.names)) {
    const renamed = renameUnit(logic, unit.names, replacement.code);
    if (renamed === logic) continue;
    await updateLogic(db, { id, name }, { logic: renamed }, by.userId);
    await countTagChange(db, id);
    await audit.changed(db, by, { id, name }, { old: { logic }, new: { logic: renamed } });
  }
}
