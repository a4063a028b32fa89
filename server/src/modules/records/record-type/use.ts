import type { RecordTypeUse } from '@twinward/contracts/records/record-type';
import { isFilterable } from '@twinward/domain/records/kinds';
import type { Db } from '../../../platform/database/database.ts';
import { countRecords, countValues, indexNameOf, listIndexes } from '../field/service.ts';
import { getType, listTypes } from './read.ts';

/** How many records a type has, how many hold a value of each field, and what refers to it. */
export async function getTypeUse(db: Db, name: string): Promise<RecordTypeUse> {
  const type = await getType(db, name);
  const counts = await countValues(db, type, type.fields);
  const ready = new Set(
    (await listIndexes(db, type)).flatMap(({ name, isValid }) => (isValid ? [name] : [])),
  );
  return {
    records: await countRecords(db, type),
    fields: type.fields.map((field) => ({
      name: field.name,
      records: counts.get(field.name) ?? 0,
      index: isFilterable(field) ? (ready.has(indexNameOf(type, field)) ? 'ready' : 'building') : null,
    })),
    references: await listReferringFields(db, type.name),
  };
}

/** The fields that refer to a type or roll it up, as type.field. */
export async function listReferringFields(db: Db, name: string): Promise<string[]> {
  return (await listTypes(db)).flatMap((type) =>
    type.fields.flatMap((field) =>
      'recordType' in field && field.recordType === name ? [`${type.name}.${field.name}`] : [],
    ),
  );
}
