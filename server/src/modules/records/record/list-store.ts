import type { FieldCondition, FieldDefinition } from '@twinward/contracts/records/field';
import { getKind } from '@twinward/domain/records/kinds';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ListFields } from '../../../platform/database/list.ts';
import { toListFields } from '../field/service.ts';
import type { TypeDefinition } from '../record-type/service.ts';

const fields = sql.ref('record.fields');
const has = (name: string): RawBuilder<SqlBool> => sql`${fields} ? ${sql.lit(name)}`;

/** The SQL form of `isMet` in the domain. With `@>`, a list contains its items, and a value contains itself. */
function isMet({ field, values }: FieldCondition): RawBuilder<SqlBool> {
  if (values.length === 0) return has(field);
  const wanted = values.map(
    (value) => sql`${fields} -> ${sql.lit(field)} @> ${JSON.stringify(value)}::jsonb`,
  );
  return sql`coalesce(${sql.join(wanted, sql` or `)}, false)`;
}

/** The SQL form of `missingFields` in the domain. */
function lacks(field: FieldDefinition): RawBuilder<SqlBool>[] {
  if (field.deprecated || !getKind(field.kind).isEntered) return [];
  if (!field.required && !field.requiredWhen) return [];
  const shown = field.shownWhen ? sql`${isMet(field.shownWhen)} and ` : sql``;
  const required = !field.required && field.requiredWhen ? sql`${isMet(field.requiredWhen)} and ` : sql``;
  return [sql`(${shown}${required}not (${has(field.name)}))`];
}

/** Returns the condition that a record lacks a field that is required by the current definition. */
export function incompleteSql(type: Pick<TypeDefinition, 'fields'>): RawBuilder<SqlBool> {
  const conditions = type.fields.flatMap(lacks);
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;
}

/**
 * Returns the fields of a list of records.
 * @param rollUps roll-up fields by API name
 */
export function recordListFields(type: TypeDefinition, rollUps: ListFields['fields']): ListFields {
  return {
    fields: {
      Id: { type: 'N', sql: sql`record.id` },
      Title: { type: 'C', sql: sql`record.title` },
      State: { type: 'C', sql: sql`record.state` },
      Incomplete: { type: 'B', sql: incompleteSql(type) },
      CreatedAt: { type: 'D', sql: sql`record.created_at` },
      UpdatedAt: { type: 'D', sql: sql`record.updated_at` },
      CreatedById: { type: 'N', sql: sql`record.created_by` },
      UpdatedById: { type: 'N', sql: sql`record.updated_by` },
      ...toListFields(type, 'record'),
      ...rollUps,
    },
    key: sql`record.id`,
    keyFollowsSort: true,
    defaultSort: [{ field: 'UpdatedAt', direction: 'Descending' }],
  };
}
