import type { FieldDefinition } from '@twinward/contracts/records/field';
import type { UnitUse } from '@twinward/contracts/system/unit';
import { renameUnit, unitReferences } from '@twinward/domain/language';
import type { Db } from '../../../platform/database/database.ts';
import type { UnitReference, UnitReplacement } from '../../system/unit/events.ts';
import { listTypes } from './read.ts';
import { replaceInFields } from './replace.ts';

/** Counts the fields of record types that have the unit, or whose expression contains it. */
export async function countFieldsInUnit(db: Db, unit: UnitReference): Promise<UnitUse[]> {
  const fields = (await listTypes(db)).flatMap((type) => type.fields);
  const count = fields.filter((field) => isInUnit(field, unit)).length;
  return count === 0 ? [] : [{ usedBy: 'fields of record types', count }];
}

function isInUnit(field: FieldDefinition, unit: UnitReference): boolean {
  if ('unit' in field && field.unit === unit.code) return true;
  if (field.kind !== 'computed') return false;
  return unitReferences(field.expression).some((name) => unit.names.includes(name));
}

/** Replaces a unit in fields and expressions by an equal one. Values do not change. */
export async function replaceUnitOfFields(db: Db, { by, unit, replacement }: UnitReplacement): Promise<void> {
  await replaceInFields(db, by, (field) => {
    if (!isInUnit(field, unit)) return field;
    const inUnit = 'unit' in field && field.unit === unit.code ? { ...field, unit: replacement.code } : field;
    if (inUnit.kind !== 'computed') return inUnit;
    return { ...inUnit, expression: renameUnit(inUnit.expression, unit.names, replacement.code) };
  });
}
