import type { FilterValue } from '@twinward/contracts/core/list';
import type { FieldDefinition, FieldKind } from '@twinward/contracts/records/field';
import { isFilterable, kindOf } from '@twinward/domain/records/kinds';
import { type RawBuilder, sql } from 'kysely';
import type { ListField } from '../../../platform/database/list.ts';

/** What filters by a field in lists is named. */
export const filterName = (name: string): string => `fields.${name}`;

type Expression = (column: RawBuilder<unknown>, name: RawBuilder<unknown>) => RawBuilder<unknown>;

const text: Expression = (column, name) => sql`(${column} ->> ${name})`;
const number: Expression = (column, name) => sql`((${column} ->> ${name})::float8)`;
/** Times have one form in which texts are in the order of times. */
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

/**
 * The SQL expression of a field: that of its index, and of filters and sorts, which use the index only if they are equal.
 * @param column the column `fields`
 */
export function fieldExpression(
  { name, kind }: FieldDefinition,
  column: RawBuilder<unknown>,
): RawBuilder<unknown> {
  // Names are identifiers, and literals are quoted.
  return expressions[kind]!(column, sql.lit(name));
}

const isDay = (value: FilterValue): boolean => /^\d{4}-\d\d-\d\d$/.test(String(value));

/** A time of a filter as fields hold it; one without a zone is in UTC. */
function storedTime(value: FilterValue, kind: FieldKind): string {
  if (kind === 'date' && isDay(value)) return String(value);
  const given = String(value);
  const hasZone = isDay(value) || /(Z|[+-]\d\d:\d\d)$/.test(given);
  return new Date(hasZone ? given : `${given}Z`).toISOString();
}

/** The fields of a type that lists filter and sort by, by their API names. @param table whose column `fields` it is */
export function listFieldsOf(fields: readonly FieldDefinition[], table: string): Record<string, ListField> {
  const column = sql.ref(`${table}.fields`);
  return Object.fromEntries(
    fields.filter(isFilterable).map((field) => [filterName(field.name), listFieldOf(field, column)]),
  );
}

function listFieldOf(field: FieldDefinition, column: RawBuilder<unknown>): ListField {
  const listField: ListField = { type: kindOf(field.kind).dataType!, sql: fieldExpression(field, column) };
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
