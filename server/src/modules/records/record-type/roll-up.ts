import type { Permissions } from '@twinward/contracts/access/access';
import type { Filter, ListRequest } from '@twinward/contracts/core/list';
import type { FieldDefinition, FieldValue, FieldValues } from '@twinward/contracts/records/field';
import { isFilterable } from '@twinward/domain/records/kinds';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { ListField } from '../../../platform/database/list.ts';
import { fieldExpression, filterName, toFieldTable, toListField } from '../field/service.ts';
import { listRollUps, listShownFields, type RollUp, type TypeDefinition } from './read.ts';

/** Alias of the aggregated records. The list may read the same table. */
const alias = 'rolled_up';
const fields = sql.ref(`${alias}.fields`);

/** Adds the roll-ups to records. Runs one query per roll-up, which uses the index of the reference. */
export async function addRollUps(
  db: Db,
  definitions: readonly FieldDefinition[],
  records: readonly { id: number; fields: FieldValues }[],
): Promise<void> {
  if (records.length === 0) return;
  const ids = records.map(({ id }) => id);
  for (const one of await listRollUps(db, definitions)) {
    const { parent, from, value: shown } = toParts(one, 'show');
    const { rows } = await sql<{ id: number; value: FieldValue | null }>`
      select ${parent} as id, ${shown} as value ${from} and ${parent} = any(${ids}::float8[]) group by 1`.execute(
      db,
    );
    const values = new Map(rows.map(({ id, value }) => [id, value]));
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
      .map((one) => {
        const { parent, from, value } = toParts(one, 'compare');
        const ofRecord = sql`(select ${value} ${from} and ${parent} = ${sql.ref(`${table}.id`)}::float8)`;
        return [filterName(one.rollUp.name), toListField(one.asField, ofRecord)];
      }),
  );
}

/** The SQL parts of a roll-up. */
interface Parts {
  /** Expression of the id of the record that the roll-up belongs to. */
  parent: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  value: RawBuilder<unknown>;
}

/**
 * Returns the SQL parts of a roll-up, both to show and to compare its values.
 * @param use `show` selects the latest value as it is stored, `compare` as filters compare it
 */
function toParts(
  { rollUp: { function: name, reference, field, by }, child }: RollUp,
  use: 'show' | 'compare',
): Parts {
  const find = (wanted: string | null) => child.fields.find((one) => one.name === wanted);
  const toExpression = (wanted: FieldDefinition) => fieldExpression(wanted, child, alias);
  const { name: table, isOfType } = toFieldTable(child);
  const parts = {
    parent: toExpression(find(reference)!),
    from: sql`from ${sql.table(table)} as ${sql.ref(alias)} where ${isOfType}`,
  };
  if (name === 'count') return { ...parts, value: sql`count(*)` };
  const rolledUp = find(field)!;
  if (name !== 'latest') return { ...parts, value: sql`${aggregates[name]}(${toExpression(rolledUp)})` };
  const date = find(by);
  const time = date ? toExpression(date) : sql.ref(`${alias}.created_at`);
  const value = use === 'show' ? sql`${fields} -> ${sql.lit(rolledUp.name)}` : toExpression(rolledUp);
  const order = sql`${time} desc nulls last, ${sql.ref(`${alias}.id`)} desc`;
  return {
    ...parts,
    value: sql`(array_agg(${value} order by ${order}) filter (where ${fields} ? ${sql.lit(rolledUp.name)}))[1]`,
  };
}

const aggregates = { sum: sql`sum`, average: sql`avg`, minimum: sql`min`, maximum: sql`max` };
