import type { FilterValue } from '@twinward/contracts/core/list';
import type { FieldDefinition, FieldKind } from '@twinward/contracts/records/field';
import { getKind, isFilterable } from '@twinward/domain/records/kinds';
import { type RawBuilder, sql } from 'kysely';
import type { ListField } from '../../../platform/database/list.ts';
import type { RecordSlot } from '../../../platform/database/record-slot.ts';

/** The API name of a field in filters and sorts. */
export const filterName = (name: string): string => `fields.${name}`;

type Expression = (column: RawBuilder<unknown>, name: RawBuilder<unknown>) => RawBuilder<unknown>;

const text: Expression = (column, name) => sql`(${column} ->> ${name})`;
const number: Expression = (column, name) => sql`((${column} ->> ${name})::float8)`;
/** All times have the same format, so that their text order is their time order. */
const time: Expression = (column, name) => sql`((${column} ->> ${name}) collate "C")`;

const expressions: Partial<Record<FieldKind, Expression>> = {
  text,
  'auto-number': text,
  number,
  integer: number,
  money: number,
  computed: number,
  'list-item': number,
  user: number,
  reference: number,
  date: time,
  'date-time': time,
  'yes-no': (column, name) => sql`((${column} ->> ${name})::boolean)`,
  duration: (column, name) => sql`duration_seconds(${column} ->> ${name})`,
  'list-items': (column, name) => sql`(${column} -> ${name})`,
};

/** Whether a field has a B-tree index. Fields of list items have a GIN index instead. */
export const isOrdered = (field: FieldDefinition): boolean =>
  isFilterable(field) && field.kind !== 'list-items';

/**
 * Returns the SQL expression that reads a field from the values of a record.
 * @param values the column `fields`, or an expression like it
 */
export function storedExpression(
  { name, kind }: Pick<FieldDefinition, 'name' | 'kind'>,
  values: RawBuilder<unknown>,
): RawBuilder<unknown> {
  // Names are identifiers, and literals are quoted.
  return expressions[kind]!(values, sql.lit(name));
}

/**
 * Returns the SQL expression of a field: its slot if that is ready, otherwise the value in the column `fields`.
 * Indexes, filters and sorts must use the same expression: the planner uses an index only if the expressions are equal.
 * @param table name or alias, needed if the query has several tables
 */
export function fieldExpression(
  field: FieldDefinition,
  { slots }: { slots: readonly RecordSlot[] },
  table?: string,
): RawBuilder<unknown> {
  const toColumn = (column: string) => sql.ref(table === undefined ? column : `${table}.${column}`);
  const slot = slots.find(({ name, ready }) => ready && name === field.name);
  return slot ? toColumn(slot.column) : storedExpression(field, toColumn('fields'));
}

const isDay = (value: FilterValue): boolean => /^\d{4}-\d\d-\d\d$/.test(String(value));

/** Converts a time of a filter to the format of stored values. A time without a zone is in UTC. */
function storedTime(value: FilterValue, kind: FieldKind): string {
  if (kind === 'date' && isDay(value)) return String(value);
  const given = String(value);
  const hasZone = isDay(value) || /(Z|[+-]\d\d:\d\d)$/.test(given);
  return new Date(hasZone ? given : `${given}Z`).toISOString();
}

/**
 * Returns the fields that lists can filter and sort by, by API name.
 * @param table name or alias of the table of the records
 */
export function toListFields(
  type: { fields: readonly FieldDefinition[]; slots: readonly RecordSlot[] },
  table: string,
): Record<string, ListField> {
  return Object.fromEntries(
    type.fields
      .filter(isFilterable)
      .map((field) => [filterName(field.name), toListField(field, fieldExpression(field, type, table))]),
  );
}

/** @param field has the same kind as the values of the expression */
export function toListField(field: FieldDefinition, expression: RawBuilder<unknown>): ListField {
  const listField: ListField = { type: getKind(field.kind).dataType!, sql: expression };
  if (field.kind === 'date' || field.kind === 'date-time') {
    listField.toStored = (value) => sql`${storedTime(value, field.kind)}::text`;
  }
  if (field.kind === 'list-items') {
    listField.holds = (values) =>
      sql`(${sql.join(
        [sql`false`, ...values.map((value) => sql`${listField.sql} @> ${JSON.stringify([value])}::jsonb`)],
        sql` or `,
      )})`;
  }
  return listField;
}
