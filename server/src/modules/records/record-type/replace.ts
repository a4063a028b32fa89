import type { FieldDefinition } from '@twinward/contracts/records/field';
import type { Db } from '../../../platform/database/database.ts';
import { type AuditActor, EntityAudit } from '../../system/audit/service.ts';
import { getTypeById, listTypes, type TypeDefinition } from './read.ts';
import { lockType, updateTypeRow } from './store.ts';

const audit = new EntityAudit('record-type');

/**
 * Updates the fields of all types after something that they refer to is replaced, in the caller's transaction. Does not
 * change values of records.
 * @param replaced returns the field after the change; the same object if nothing changes
 */
export async function replaceInFields(
  db: Db,
  by: AuditActor,
  replaced: (field: FieldDefinition, type: TypeDefinition) => FieldDefinition,
): Promise<void> {
  const isConcerned = (type: TypeDefinition) => type.fields.some((field) => replaced(field, type) !== field);
  for (const { id, name } of (await listTypes(db)).filter(isConcerned)) {
    await lockType(db, name);
    const type = await getTypeById(db, id);
    const fields = type.fields.map((field) => replaced(field, type));
    const changed = type.fields.filter((field, place) => fields[place] !== field);
    if (changed.length === 0) continue;
    await updateTypeRow(db, id, { fields: JSON.stringify(fields) });
    await audit.changed(
      db,
      by,
      { id: name, name: type.caption },
      {
        old: toFacts(changed),
        new: toFacts(fields.filter((field, place) => type.fields[place] !== field)),
      },
    );
  }
}

const toFacts = (fields: readonly FieldDefinition[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [`fields.${field.name}`, field]));
