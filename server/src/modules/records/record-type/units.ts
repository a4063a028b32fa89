import type { UnitUse } from '@twinward/contracts/system/unit';
import type { Db } from '../../../platform/database/database.ts';
import { recordAudit } from '../../system/audit/service.ts';
import type { UnitReference, UnitReplacement } from '../../system/unit/events.ts';
import { listTypes } from './read.ts';
import { updateTypeRow } from './store.ts';

/** The fields of record types whose values are in a unit. */
export async function countFieldsInUnit(db: Db, { code }: UnitReference): Promise<UnitUse[]> {
  const fields = (await listTypes(db)).flatMap((type) => type.fields);
  const count = fields.filter((field) => 'unit' in field && field.unit === code).length;
  return count === 0 ? [] : [{ usedBy: 'fields of record types', count }];
}

/** Replaces the unit of fields by an equal one: their values stay as they are. */
export async function replaceUnitOfFields(db: Db, { by, unit, replacement }: UnitReplacement): Promise<void> {
  for (const { id, name, caption, fields } of await listTypes(db)) {
    const changed = fields.filter((field) => 'unit' in field && field.unit === unit.code);
    if (changed.length === 0) continue;
    const next = fields.map((field) =>
      changed.includes(field) ? { ...field, unit: replacement.code } : field,
    );
    await updateTypeRow(db, id, { fields: JSON.stringify(next) });
    await recordAudit(db, by, {
      action: 'update',
      entityType: 'record-type',
      entityId: name,
      entityName: caption,
      old: Object.fromEntries(changed.map((field) => [field.name, { unit: unit.code }])),
      new: Object.fromEntries(changed.map((field) => [field.name, { unit: replacement.code }])),
    });
  }
}
