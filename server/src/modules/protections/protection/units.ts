import type { UnitUse } from '@twinward/contracts/system/unit';
import { renameUnit, unitReferences } from '@twinward/domain/language';
import type { Db } from '../../../platform/database/database.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import type { UnitReference, UnitReplacement } from '../../system/unit/events.ts';
import { bumpVersions, updateThreshold } from '../definition/service.ts';
import { requestEvaluation } from '../evaluation/service.ts';
import { selectThresholdsNaming } from './store.ts';

const audit = new EntityAudit('protection');

/** Counts the thresholds whose logic has numbers with the unit. */
export async function countThresholdsInUnit(db: Db, { names }: UnitReference): Promise<UnitUse[]> {
  const rows = (await selectThresholdsNaming(db, names)).filter(({ logic }) =>
    unitReferences(logic).some((name) => names.includes(name)),
  );
  return rows.length === 0 ? [] : [{ usedBy: 'thresholds', count: rows.length }];
}

/** Replaces a unit in the logic of thresholds by an equal one. */
export async function replaceUnitInThresholds(
  db: Db,
  { by, unit, replacement }: UnitReplacement,
): Promise<void> {
  const changed = new Map<number, number>();
  for (const row of await selectThresholdsNaming(db, unit.names)) {
    const logic = renameUnit(row.logic, unit.names, replacement.code);
    if (logic === row.logic) continue;
    await updateThreshold(db, row.id, { logic });
    await audit.changed(
      db,
      by,
      { id: row.protection_id, name: row.protection_name },
      { old: { threshold: row.name, logic: row.logic }, new: { threshold: row.name, logic } },
    );
    changed.set(row.protection_id, row.twin_id);
  }
  const ids = [...changed.keys()];
  if (ids.length === 0) return;
  await bumpVersions(db, ids, 'thresholds-dirty');
  for (const id of ids) await requestEvaluation(db, id);
  await publish(db, { type: 'evaluated', twinIds: [...new Set(changed.values())], protectionIds: ids });
}
