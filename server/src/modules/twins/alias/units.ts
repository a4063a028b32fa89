import type { UnitUse } from '@twinward/contracts/system/unit';
import type { Db } from '../../../platform/database/database.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import type { UnitReference, UnitReplacement } from '../../system/unit/events.ts';
import { aliasChanged } from './events.ts';
import {
  auditFields,
  selectAliasCountByUnit,
  selectAliasesByUnit,
  updateOldUnits,
  updateUnit,
} from './store.ts';

const audit = new EntityAudit('tag-alias');

/** Counts the inputs that are read in a unit. */
export async function countInputsInUnit(db: Db, { code }: UnitReference): Promise<UnitUse[]> {
  const count = await selectAliasCountByUnit(db, code);
  return count === 0 ? [] : [{ usedBy: 'inputs', count }];
}

/** Replaces the unit of all inputs that use it by an equal unit. Logic that reads them is re-evaluated. */
export async function replaceUnitOfInputs(db: Db, { by, unit, replacement }: UnitReplacement): Promise<void> {
  for (const row of await selectAliasesByUnit(db, unit.code)) {
    await updateUnit(db, row.id, replacement.code);
    const before = auditFields(row);
    const now = { ...before, unit: replacement.code };
    await aliasChanged.emit(db, { by, before, now, limits: null });
    await audit.changed(db, by, row, { old: { unit: unit.code }, new: { unit: replacement.code } });
  }
  await updateOldUnits(db, unit.code, replacement.code);
}
