import type { FieldDefinition, FieldValue, FieldValues } from '@twinward/contracts/records/field';
import { isSystemType } from '@twinward/contracts/records/record-type';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { fieldExpression, isOrdered } from './expression.ts';
import { isSlotWrong, slotAssignments } from './slots.ts';
import { customTable, type TypeKey, toFieldTable } from './table.ts';

const fieldsColumn = sql.ref('fields');

/** Counts the records of a type. */
export async function countRecords(db: Db, type: TypeKey): Promise<number> {
  const { name, isOfType } = toFieldTable(type);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(name)} where ${isOfType}`.execute(db);
  return rows[0]!.count;
}

/** Counts the records that have a value, by field. */
export async function countValues(
  db: Db,
  type: TypeKey,
  fields: readonly FieldDefinition[],
): Promise<Map<string, number>> {
  if (fields.length === 0) return new Map();
  const { name, isOfType } = toFieldTable(type);
  const counts = fields.map(
    (field, place) =>
      sql`count(*) filter (where ${fieldsColumn} ? ${sql.lit(field.name)}) as ${sql.ref(`n${place}`)}`,
  );
  const { rows } = await sql<Record<string, number>>`
    select ${sql.join(counts)} from ${sql.table(name)} where ${isOfType}`.execute(db);
  return new Map(fields.map((field, place) => [field.name, rows[0]![`n${place}`]!]));
}

/** Whether any record of a type has a value for a field. Uses the B-tree index of the field if it has one. */
export async function hasValues(db: Db, type: TypeKey, field: FieldDefinition): Promise<boolean> {
  const { name, isOfType } = toFieldTable(type);
  let found = sql`${fieldsColumn} ? ${field.name}`;
  if (isOrdered(field)) {
    const value = fieldExpression(field, type);
    // Nulls are at the start of the index, so reading from its end finds a value at once. Without the order, a
    // sequential scan may read many records.
    found = sql`${value} is not null order by ${value} desc nulls last, id desc`;
  }
  const { rows } = await sql`
    select from ${sql.table(name)} where ${isOfType} and ${found} limit 1`.execute(db);
  return rows.length > 0;
}

export interface DoubleValue {
  value: string;
  count: number;
}

/**
 * Returns the start of the oldest open transaction, now at the latest. Changes with an earlier time are visible to
 * queries.
 */
export async function selectUnseenSince(db: Db): Promise<Date> {
  const { rows } = await sql<{ time: Date }>`
    select least(min(xact_start), now()) as time from pg_stat_activity where datname = current_database()`.execute(
    db,
  );
  return rows[0]!.time;
}

/**
 * Selects at most 20 values of a field that more than one record has.
 * @param since only values of records that changed since then; null for all records. System types do not store the time
 *   of a change, so all their records are searched.
 */
export async function selectDoubles(
  db: Db,
  type: TypeKey,
  field: FieldDefinition,
  since: Date | null,
): Promise<DoubleValue[]> {
  const { name, isOfType } = toFieldTable(type);
  const expression = fieldExpression(field, type);
  const isChanged =
    since === null || isSystemType(type.name)
      ? sql`true`
      : sql`${expression} in (select ${expression} from ${sql.table(name)} where ${isOfType} and updated_at >= ${since})`;
  const { rows } = await sql<DoubleValue>`
    select ${expression}::text as value, count(*) as count from ${sql.table(name)}
    where ${isOfType} and ${expression} is not null and ${isChanged}
    group by ${expression} having count(*) > 1 order by count(*) desc, 1 limit 20`.execute(db);
  return rows;
}

/** Serializes saves of unique values until the transaction ends (advisory locks, in a fixed order). */
export async function lockValues(db: Db, type: TypeKey, keys: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtext(${`field value ${type.id}`}), key)
    from (select distinct hashtext(key) as key from unnest(${keys}::text[]) as key order by 1) as keys`.execute(
    db,
  );
}

/** Selects the records that have one of these values of a unique field. */
export async function selectHolders(
  db: Db,
  type: TypeKey,
  field: FieldDefinition,
  values: readonly FieldValue[],
): Promise<{ id: number; value: FieldValue }[]> {
  if (values.length === 0) return [];
  const { name, isOfType } = toFieldTable(type);
  const expression = fieldExpression(field, type);
  const isNumber = typeof values[0] === 'number';
  const list = isNumber ? sql`${values}::float8[]` : sql`${values}::text[]`;
  const { rows } = await sql<{ id: number; value: FieldValue }>`
    select id, ${fieldsColumn} -> ${field.name} as value from ${sql.table(name)}
    where ${isOfType} and ${expression} = any(${list})`.execute(db);
  return rows;
}

export async function selectLists(db: Db, names: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('value_list')
    .select('name')
    .where(sql<SqlBool>`name = any(${names}::text[])`)
    .execute();
  return new Set(rows.map(({ name }) => name));
}

/**
 * Locks records of custom types before a reference to them is stored (`FOR KEY SHARE`). A concurrent deletion waits,
 * and then finds the reference.
 */
export async function lockReferred(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    select from ${sql.table(customTable)} where id = any(${ids}::int[]) order by id for key share`.execute(
    db,
  );
}

/** Counts the records that refer to any of these by a field, up to 21. */
export async function countReferring(
  db: Db,
  type: TypeKey,
  field: FieldDefinition,
  ids: readonly number[],
): Promise<number> {
  const { name, isOfType } = toFieldTable(type);
  const { rows } = await sql`
    select from ${sql.table(name)} where ${isOfType} and ${fieldExpression(field, type)} = any(${ids}::float8[])
    limit 21`.execute(db);
  return rows.length;
}

/**
 * Removes a field's values from at most `limit` records after an id.
 * @returns the last id of the batch; null after the last batch
 */
export async function deleteValues(
  db: Db,
  type: TypeKey,
  field: string,
  after: number,
  limit: number,
): Promise<number | null> {
  const { name, isOfType } = toFieldTable(type);
  const left = sql`(target.fields - ${sql.lit(field)})`;
  const { rows } = await sql<{ last: number | null }>`
    with block as (
      select id from ${sql.table(name)} where ${isOfType} and id > ${after} order by id limit ${limit}
    ), changed as (
      update ${sql.table(name)} as target set fields = ${left}${slotAssignments(type.slots, left)}
      from block where target.id = block.id and target.fields ? ${field}
    )
    select max(id) as last from block`.execute(db);
  return rows[0]!.last;
}

/**
 * Backfills the slots of at most `limit` records after an id. Assign the slots first: from then on, every save writes
 * them.
 * @returns the last id of the batch; null after the last batch
 */
export async function fillSlots(db: Db, type: TypeKey, after: number, limit: number): Promise<number | null> {
  const slots = type.slots.filter(({ ready }) => !ready);
  if (slots.length === 0) return null;
  const { name, isOfType } = toFieldTable(type);
  const values = sql.ref('target.fields');
  const { rows } = await sql<{ last: number | null }>`
    with block as (
      select id from ${sql.table(name)} where ${isOfType} and id > ${after} order by id limit ${limit}
    ), changed as (
      update ${sql.table(name)} as target set fields = ${values}${slotAssignments(slots, values)}
      from block where target.id = block.id and ${isSlotWrong(slots, values)}
    )
    select max(id) as last from block`.execute(db);
  return rows[0]!.last;
}

/** Selects the values of records, by id. */
export async function selectFields(
  db: Db,
  type: TypeKey,
  ids: readonly number[],
): Promise<Map<number, FieldValues>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; fields: FieldValues }>`
    select id, fields from ${sql.table(toFieldTable(type).name)} where id = any(${ids}::int[])`.execute(db);
  return new Map(rows.map(({ id, fields }) => [id, fields]));
}

/** Locks records in the order of their ids (`FOR UPDATE`), and returns their values. */
export async function lockFields(
  db: Db,
  type: TypeKey,
  ids: readonly number[],
): Promise<Map<number, FieldValues>> {
  const { rows } = await sql<{ id: number; fields: FieldValues }>`
    select id, fields from ${sql.table(toFieldTable(type).name)} where id = any(${ids}::int[]) order by id
    for update`.execute(db);
  return new Map(rows.map(({ id, fields }) => [id, fields]));
}

const fieldsAfter = (type: TypeKey, after: number, limit: number) => {
  const { name, isOfType } = toFieldTable(type);
  return sql`
    select id, fields from ${sql.table(name)} where ${isOfType} and id > ${after} order by id limit ${limit}`;
};

/** Selects the values of the next records after an id. */
export async function selectFieldsAfter(
  db: Db,
  type: TypeKey,
  after: number,
  limit: number,
): Promise<{ id: number; fields: FieldValues }[]> {
  const { rows } = await sql<{ id: number; fields: FieldValues }>`${fieldsAfter(type, after, limit)}`.execute(
    db,
  );
  return rows;
}

/** Like `selectFieldsAfter`, but locks the records (`FOR UPDATE`). */
export async function lockFieldsAfter(
  db: Db,
  type: TypeKey,
  after: number,
  limit: number,
): Promise<{ id: number; fields: FieldValues }[]> {
  const { rows } = await sql<{ id: number; fields: FieldValues }>`
    ${fieldsAfter(type, after, limit)} for update`.execute(db);
  return rows;
}

/** Stores recalculated values without a new version of the records. */
export async function updateFields(
  db: Db,
  type: TypeKey,
  records: readonly { id: number; fields: FieldValues }[],
): Promise<void> {
  await sql`
    update ${sql.table(toFieldTable(type).name)} as target
    set fields = given.fields${slotAssignments(type.slots, sql.ref('given.fields'))}
    from unnest(
      ${records.map(({ id }) => id)}::int[],
      ${records.map(({ fields }) => JSON.stringify(fields))}::jsonb[]
    ) as given (id, fields)
    where target.id = given.id and target.fields is distinct from given.fields`.execute(db);
}

/** Increments the versions of records. */
export async function raiseVersions(db: Db, type: TypeKey, ids: readonly number[]): Promise<void> {
  await sql`
    update ${sql.table(toFieldTable(type).name)} set version = version + 1 where id = any(${ids}::int[])`.execute(
    db,
  );
}

/** Counts the records that have each item of a list in a field. */
export async function countItems(
  db: Db,
  type: TypeKey,
  field: FieldDefinition,
): Promise<{ itemId: number; count: number }[]> {
  const { name, isOfType } = toFieldTable(type);
  const held = sql`${fieldsColumn} -> ${field.name}`;
  const items = sql`jsonb_array_elements_text(case jsonb_typeof(${held}) when 'array' then ${held}
    else jsonb_build_array(${held}) end)`;
  const { rows } = await sql<{ itemId: number; count: number }>`
    select item::int as "itemId", count(*) as count from ${sql.table(name)}, ${items} as item
    where ${isOfType} and fields ? ${field.name} group by 1 order by 1`.execute(db);
  return rows;
}

/** Selects the records that have an item of a list in a field. */
export async function selectRecordsWithItem(
  db: Db,
  type: TypeKey,
  field: FieldDefinition,
  itemId: number,
): Promise<{ id: number; value: FieldValue }[]> {
  const { name, isOfType } = toFieldTable(type);
  const { rows } = await sql<{ id: number; value: FieldValue }>`
    select id, ${fieldsColumn} -> ${field.name} as value from ${sql.table(name)}
    where ${isOfType} and ${fieldsColumn} -> ${field.name} @> ${JSON.stringify(itemId)}::jsonb
    order by id for no key update`.execute(db);
  return rows;
}

/** Stores values of one field, and increments the versions of the records. */
export async function updateFieldValues(
  db: Db,
  type: TypeKey,
  field: string,
  records: readonly { id: number; value: FieldValue }[],
): Promise<void> {
  const changed = sql`jsonb_set(target.fields, array[${sql.lit(field)}], given.value)`;
  await sql`
    update ${sql.table(toFieldTable(type).name)} as target
    set fields = ${changed}, version = target.version + 1${slotAssignments(type.slots, changed)}
    from unnest(
      ${records.map(({ id }) => id)}::int[],
      ${records.map(({ value }) => JSON.stringify(value))}::jsonb[]
    ) as given (id, value)
    where target.id = given.id`.execute(db);
}
