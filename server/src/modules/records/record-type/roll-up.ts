import type { FieldDefinition, FieldOf, FieldValue, FieldValues } from '@twinward/contracts/records/field';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { fieldExpression, tableOf } from '../field/service.ts';
import { listTypes, type TypeDefinition } from './read.ts';

type RollUp = FieldOf<'roll-up'>;

const fields = sql.ref('fields');

/** Calculates the roll-ups of some records as they are read, in one query a field, by the index of the reference. */
export async function addRollUps(
  db: Db,
  definitions: readonly FieldDefinition[],
  records: readonly { id: number; fields: FieldValues }[],
): Promise<void> {
  const rollUps = definitions.filter((field) => field.kind === 'roll-up');
  if (rollUps.length === 0 || records.length === 0) return;
  const types = new Map((await listTypes(db)).map((one) => [one.name, one]));
  const ids = records.map(({ id }) => id);
  for (const field of rollUps) {
    const child = types.get(field.recordType);
    const query = child && rollUpQuery(field, child, ids);
    if (!query) continue;
    const { rows } = await query.execute(db);
    const values = new Map(rows.map(({ id, value }) => [id, value]));
    for (const record of records) {
      const value = values.get(record.id) ?? (field.function === 'count' ? 0 : null);
      if (value !== null) record.fields[field.name] = value;
    }
  }
}

function rollUpQuery(
  { function: name, reference, field, by }: RollUp,
  child: TypeDefinition,
  ids: readonly number[],
): RawBuilder<{ id: number; value: FieldValue | null }> | null {
  const find = (wanted: string | null) => child.fields.find((one) => one.name === wanted);
  const parent = find(reference);
  const rolledUp = find(field);
  if (!parent || (name !== 'count' && !rolledUp)) return null;
  const parentId = fieldExpression(parent, child);
  const { name: table, isOfType } = tableOf(child);
  const ofParents = sql`from ${sql.table(table)} where ${isOfType} and ${parentId} = any(${ids}::float8[])`;
  if (name === 'latest') {
    const order = by === null ? sql`created_at` : fieldExpression(find(by) ?? parent, child);
    return sql`
      select distinct on (${parentId}) ${parentId} as id, ${fields} -> ${sql.lit(field!)} as value
      ${ofParents} and ${fields} ? ${sql.lit(field!)}
      order by ${parentId}, ${order} desc nulls last, ${sql.table(table)}.id desc`;
  }
  const value = name === 'count' ? null : fieldExpression(rolledUp!, child);
  const functions = {
    count: sql`count(*)`,
    sum: sql`sum(${value})`,
    average: sql`avg(${value})`,
    minimum: sql`min(${value})`,
    maximum: sql`max(${value})`,
  };
  return sql`select ${parentId} as id, ${functions[name]} as value ${ofParents} group by 1`;
}
