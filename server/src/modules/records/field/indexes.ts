import { createHash } from 'node:crypto';
import type { FieldDefinition } from '@twinward/contracts/records/field';
import { getKind, isFilterable } from '@twinward/domain/records/kinds';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { isOrdered, storedExpression } from './expression.ts';
import { type TypeKey, toFieldTable } from './table.ts';

/**
 * An index of a field. Its name contains a hash of the kind, name and slot of the field, so that a changed field gets a
 * new index.
 */
export interface FieldIndex {
  name: string;
  field: string;
  /** The statement that creates the index. The owner of the table must run it, outside a transaction. */
  create: string;
}

const toPrefix = ({ id }: Pick<TypeKey, 'id'>): string => `field_${id}_`;

const findSlot = ({ slots }: TypeKey, field: FieldDefinition) =>
  slots.find(({ name }) => name === field.name);

type Use = 'order' | 'parts';

export function toIndexName(type: TypeKey, field: FieldDefinition, use: Use = 'order'): string {
  const { kind, name } = field;
  const slot = findSlot(type, field);
  const what = `${kind} ${name}${slot ? ` ${slot.column}` : ''}${use === 'parts' ? ' parts' : ''}`;
  const hash = createHash('sha256').update(what).digest('hex').slice(0, 16);
  return `${toPrefix(type)}${hash}`;
}

/** Returns the indexes that a type should have: one per field, and a trigram index for each text. */
export function wantedIndexes(db: Db, type: TypeKey, fields: readonly FieldDefinition[]): FieldIndex[] {
  return fields.filter(isFilterable).flatMap((field) => {
    const uses: Use[] = getKind(field.kind).dataType === 'C' ? ['order', 'parts'] : ['order'];
    return uses.map((use) => {
      const name = toIndexName(type, field, use);
      return { name, field: field.name, create: compileCreation(db, type, field, name, use).sql };
    });
  });
}

function compileCreation(
  db: Db,
  type: TypeKey,
  field: FieldDefinition,
  name: string,
  use: Use,
): CompiledQuery {
  const { name: table, isOfType } = toFieldTable(type);
  const slot = findSlot(type, field);
  const expression = slot ? sql.ref(slot.column) : storedExpression(field, sql.ref('fields'));
  return sql`create index concurrently ${sql.ref(name)} on ${sql.table(table)} ${toIndexColumns(field, expression, use)}
    where ${isOfType}`.compile(db);
}

function toIndexColumns(
  field: FieldDefinition,
  expression: RawBuilder<unknown>,
  use: Use,
): RawBuilder<unknown> {
  if (use === 'parts') return sql`using gin (${expression} gin_trgm_ops)`;
  if (!isOrdered(field)) return sql`using gin (${expression} jsonb_path_ops)`;
  // The sort order of lists, so that they can read a page in either direction.
  return sql`(${expression} asc nulls first, id asc)`;
}

export interface ExistingIndex {
  name: string;
  /** False during the build, and after a failed build. */
  isValid: boolean;
}

/** Selects the existing indexes of a type's fields. */
export async function selectIndexes(db: Db, type: Pick<TypeKey, 'id'>): Promise<ExistingIndex[]> {
  const { rows } = await sql<ExistingIndex>`
    select relname as name, indisvalid as "isValid"
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace and starts_with(relname, ${toPrefix(type)})`.execute(db);
  return rows;
}
