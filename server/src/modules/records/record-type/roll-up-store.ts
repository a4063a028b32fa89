import type { FieldDefinition, FieldValue } from '@twinward/contracts/records/field';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { fieldExpression, toFieldTable } from '../field/service.ts';
import type { RollUp } from './read.ts';

/** Alias of the aggregated records. The list may read the same table. */
const alias = 'rolled_up';
const fields = sql.ref(`${alias}.fields`);

/** Selects the values of a roll-up by the ids of the records that it belongs to. Omits records without children. */
export async function selectRollUpValues(
  db: Db,
  rollUp: RollUp,
  ids: readonly number[],
): Promise<Map<number, FieldValue | null>> {
  const { parent, from, value: shown } = toParts(rollUp, 'show');
  const { rows } = await sql<{ id: number; value: FieldValue | null }>`
    select ${parent} as id, ${shown} as value ${from} and ${parent} = any(${ids}::float8[]) group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ id, value }) => [id, value]));
}

/**
 * Returns the value of a roll-up as filters compare it.
 * @param table name or alias of the table of the records that the roll-up belongs to
 */
export function rollUpExpression(rollUp: RollUp, table: string): RawBuilder<unknown> {
  const { parent, from, value } = toParts(rollUp, 'compare');
  return sql`(select ${value} ${from} and ${parent} = ${sql.ref(`${table}.id`)}::float8)`;
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
