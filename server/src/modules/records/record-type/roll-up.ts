import type { Permissions } from '@twinward/contracts/access/access';
import type { Filter, ListRequest } from '@twinward/contracts/core/list';
import type { FieldDefinition, FieldValues } from '@twinward/contracts/records/field';
import { isFilterable } from '@twinward/domain/records/kinds';
import type { Db } from '../../../platform/database/database.ts';
import type { ListField } from '../../../platform/database/list.ts';
import { filterName, toListField } from '../field/service.ts';
import { listRollUps, listShownFields, type TypeDefinition } from './read.ts';
import { rollUpExpression, selectRollUpValues } from './roll-up-store.ts';

/** Adds the roll-ups to records. Runs one query per roll-up, which uses the index of the reference. */
export async function addRollUps(
  db: Db,
  definitions: readonly FieldDefinition[],
  records: readonly { id: number; fields: FieldValues }[],
): Promise<void> {
  if (records.length === 0) return;
  const ids = records.map(({ id }) => id);
  for (const one of await listRollUps(db, definitions)) {
    const values = await selectRollUpValues(db, one, ids);
    for (const record of records) {
      const value = values.get(record.id) ?? (one.rollUp.function === 'count' ? 0 : null);
      if (value !== null) record.fields[one.rollUp.name] = value;
    }
  }
}

/** Replaces each roll-up by a field with the kind of its values. */
export async function readValueFields(
  db: Db,
  definitions: readonly FieldDefinition[],
): Promise<FieldDefinition[]> {
  const asFields = new Map(
    (await listRollUps(db, definitions)).map(({ asField }) => [asField.name, asField]),
  );
  return definitions.map((field) => asFields.get(field.name) ?? field);
}

/** Whether a request filters or sorts by fields of the type. */
export function namesFields({ filters, sorts }: Pick<ListRequest, 'filters' | 'sorts'>): boolean {
  const isField = (name: string): boolean => name.startsWith(filterName(''));
  const names = (filter: Filter): boolean =>
    'filters' in filter ? filter.filters.some(names) : isField(filter.field);
  return sorts.some(({ field }) => isField(field)) || filters.some(names);
}

/**
 * Returns the roll-ups that a user's lists can filter and sort by, by API name. Omits those that the user may not see.
 * @param table name or alias of the table of the records of the list
 */
export async function rollUpFields(
  db: Db,
  reader: Permissions,
  type: Pick<TypeDefinition, 'fields'>,
  table: string,
): Promise<Record<string, ListField>> {
  const definitions = type.fields.filter(({ kind }) => kind === 'roll-up');
  const rollUps = await listRollUps(db, await listShownFields(db, reader, definitions));
  return Object.fromEntries(
    rollUps
      .filter(({ asField }) => isFilterable(asField))
      .map((one) => [filterName(one.rollUp.name), toListField(one.asField, rollUpExpression(one, table))]),
  );
}
