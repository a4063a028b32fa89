import type { RecordTypeUse } from '@twinward/contracts/records/record-type';
import { isFilterable } from '@twinward/domain/records/kinds';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { countRecords, countReferring, countValues, listIndexes, toIndexName } from '../field/service.ts';
import { getType, listTypes } from './read.ts';

/** Returns the number of records of a type, the number of values of each field, and the references to the type. */
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
      index: isFilterable(field) ? (ready.has(toIndexName(type, field)) ? 'ready' : 'building') : null,
    })),
    references: await listReferringFields(db, type.name),
  };
}

/** Lists the fields that refer to a type or roll it up, as `type.field`. */
export async function listReferringFields(db: Db, name: string): Promise<string[]> {
  return (await listTypes(db)).flatMap((type) =>
    type.fields.flatMap((field) =>
      'recordType' in field && field.recordType === name ? [`${type.name}.${field.name}`] : [],
    ),
  );
}

/**
 * Refuses the deletion of records that other records refer to.
 * @param name name of their type
 * @throws AppError `conflict` naming the field that refers to one of them.
 */
export async function refuseReferredTo(db: Db, name: string, ids: readonly number[]): Promise<void> {
  for (const referring of await listTypes(db)) {
    for (const field of referring.fields) {
      if (field.kind !== 'reference' || field.recordType !== name) continue;
      const count = await countReferring(db, referring, field, ids);
      if (count === 0) continue;
      const who = count > 20 ? 'More than 20 records' : count === 1 ? 'A record' : `${count} records`;
      const verb = count === 1 ? 'refers' : 'refer';
      throw new AppError('conflict', `${who} of ${referring.caption} ${verb} to it by ${field.caption}.`);
    }
  }
}
