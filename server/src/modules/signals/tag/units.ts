import type { UnitUse } from '@twinward/contracts/system/unit';
import type { Db } from '../../../platform/database/database.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import type { UnitReference, UnitReplacement } from '../../system/unit/events.ts';
import { calculatedTags } from './extension.ts';
import { selectTagCountByUnit, updateTagUnits } from './store.ts';

const audit = new EntityAudit('tag');

/** Number of rows audited per statement. */
const rowsPerAudit = 1000;

/** Counts the tags in a unit. */
export async function countTagsInUnit(db: Db, { code }: UnitReference): Promise<UnitUse[]> {
  const count = await selectTagCountByUnit(db, code);
  return count === 0 ? [] : [{ usedBy: 'tags', count }];
}

/** Replaces the unit of all tags that use it by an equal unit. */
export async function replaceUnitOfTags(db: Db, { by, unit, replacement }: UnitReplacement): Promise<void> {
  const changed = await updateTagUnits(db, unit.code, replacement.code);
  for (let start = 0; start < changed.length; start += rowsPerAudit) {
    await audit.recordAll(db, by, 'update', changed.slice(start, start + rowsPerAudit), () => ({
      old: { unit: unit.code },
      new: { unit: replacement.code },
    }));
  }
  for (const { id, name, type } of changed) {
    if (type === 'calculated')
      await (await calculatedTags()).update(db, { id, name, isUnitChanged: true }, {}, by.userId);
  }
}
