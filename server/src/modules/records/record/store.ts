import type { Permissions } from '@twinward/contracts/access/access';
import type { ListRequest } from '@twinward/contracts/core/list';
import type { FieldValues } from '@twinward/contracts/records/field';
import { maximumTotal } from '@twinward/contracts/records/record';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { compileList, findCappedPage } from '../../../platform/database/list.ts';
import { slotAssignments, slotColumns, slotValues } from '../field/service.ts';
import { namesFields, rollUpFields, type TypeDefinition } from '../record-type/service.ts';
import { recordListFields } from './list-store.ts';

/** All columns but the slots, which repeat values of the fields. */
const columns = [
  'record.id',
  'record.type_id',
  'record.title',
  'record.state',
  'record.fields',
  'record.created_at',
  'record.created_by',
  'record.updated_at',
  'record.updated_by',
  'record.version',
] as const;

function recordQuery(db: Db, { id }: Pick<TypeDefinition, 'id'>) {
  // A literal, so that the planner can use the partial indexes of the type's fields.
  return db
    .selectFrom('record')
    .select(columns)
    .where(sql<SqlBool>`record.type_id = ${sql.lit(id)}`);
}
/** Records in the order of their ids. */
const recordsById = (db: Db, type: Pick<TypeDefinition, 'id'>, ids: readonly number[]) =>
  recordQuery(db, type).where(sql<SqlBool>`record.id = any(${ids}::int[])`).orderBy('record.id');

export type RecordRow = Awaited<ReturnType<ReturnType<typeof recordQuery>['execute']>>[number];

export async function selectRecordPage(
  db: Db,
  reader: Permissions,
  type: TypeDefinition,
  request: ListRequest,
) {
  const rollUps = namesFields(request) ? await rollUpFields(db, reader, type, 'record') : {};
  return findCappedPage(
    db,
    recordQuery(db, type),
    compileList(request, recordListFields(type, rollUps)),
    maximumTotal,
  );
}

/** Selects records in the order of their ids. */
export function selectRecords(
  db: Db,
  type: Pick<TypeDefinition, 'id'>,
  ids: readonly number[],
): Promise<RecordRow[]> {
  return recordsById(db, type, ids).execute();
}

const titlesOfType = (db: Db, { id }: Pick<TypeDefinition, 'id'>) =>
  db
    .selectFrom('record')
    .select(['id', 'title'])
    .where(sql<SqlBool>`record.type_id = ${sql.lit(id)}`);

/** Selects ids and titles of records by id. */
export const selectTitlesById = (db: Db, type: Pick<TypeDefinition, 'id'>, ids: readonly number[]) =>
  titlesOfType(db, type).where(sql<SqlBool>`id = any(${ids}::int[])`).execute();

/** Selects ids and titles of records by title. */
export const selectTitlesByTitle = (db: Db, type: Pick<TypeDefinition, 'id'>, titles: readonly string[]) =>
  titlesOfType(db, type).where(sql<SqlBool>`title = any(${titles}::text[])`).execute();

/** Selects the type id of a record; undefined if the record does not exist. */
export async function selectTypeIdOfRecord(db: Db, id: number): Promise<number | undefined> {
  const row = await db.selectFrom('record').select('type_id').where('id', '=', id).executeTakeFirst();
  return row?.type_id;
}

/** Locks records in the order of their ids (`FOR NO KEY UPDATE`). Concurrent saves may still refer to them. */
export function lockRecords(
  db: Db,
  type: Pick<TypeDefinition, 'id'>,
  ids: readonly number[],
): Promise<RecordRow[]> {
  return recordsById(db, type, ids).forNoKeyUpdate().execute();
}

/**
 * Locks a record before its deletion (`FOR UPDATE`). A concurrent save that refers to it waits, and then does not find
 * it.
 */
export function lockForDeletion(
  db: Db,
  type: Pick<TypeDefinition, 'id'>,
  id: number,
): Promise<RecordRow | undefined> {
  return recordQuery(db, type).where('record.id', '=', id).forUpdate().executeTakeFirst();
}

/** Locks the next records after an id, in the order of their ids (`FOR NO KEY UPDATE`). */
export function lockRecordsAfter(
  db: Db,
  type: Pick<TypeDefinition, 'id'>,
  id: number,
  limit: number,
): Promise<RecordRow[]> {
  return recordQuery(db, type)
    .where('record.id', '>', id)
    .orderBy('record.id')
    .limit(limit)
    .forNoKeyUpdate()
    .execute();
}

/** A record as it is stored. */
export interface StoredRecord {
  title: string;
  state: string | null;
  fields: FieldValues;
}

/** A type that was read after the transaction locked it, so that its slots are current. */
type TypeSlots = Pick<TypeDefinition, 'id' | 'slots'>;

/** @returns the ids, in the order of the records */
export async function insertRecords(
  db: Db,
  { id: typeId, slots }: TypeSlots,
  userId: number | null,
  records: readonly StoredRecord[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into record (type_id, title, state, fields, created_by, updated_by${slotColumns(slots)})
    select ${typeId}, title, state, fields, ${userId}, ${userId}${slotValues(slots, sql.ref('fields'))}
    from unnest(
      ${records.map(({ title }) => title)}::text[],
      ${records.map(({ state }) => state)}::text[],
      ${records.map(({ fields }) => JSON.stringify(fields))}::jsonb[]
    ) with ordinality as given (title, state, fields, place)
    order by place returning id`.execute(db);
  return rows.map(({ id }) => id);
}

export interface ChangedRecord extends StoredRecord {
  id: number;
}

export async function updateRecordRows(
  db: Db,
  { slots }: TypeSlots,
  userId: number | null,
  records: readonly ChangedRecord[],
): Promise<void> {
  await sql`
    update record set title = given.title, state = given.state, fields = given.fields,
      updated_by = ${userId}, updated_at = now(), version = record.version + 1${slotAssignments(slots, sql.ref('given.fields'))}
    from unnest(
      ${records.map(({ id }) => id)}::int[],
      ${records.map(({ title }) => title)}::text[],
      ${records.map(({ state }) => state)}::text[],
      ${records.map(({ fields }) => JSON.stringify(fields))}::jsonb[]
    ) as given (id, title, state, fields)
    where record.id = given.id`.execute(db);
}

/** Stores recalculated values. Does not change the version, nor who changed the record and when. */
export async function refreshRecordRows(
  db: Db,
  { slots }: TypeSlots,
  records: readonly Omit<ChangedRecord, 'state'>[],
): Promise<void> {
  await sql`
    update record set title = given.title, fields = given.fields${slotAssignments(slots, sql.ref('given.fields'))}
    from unnest(
      ${records.map(({ id }) => id)}::int[],
      ${records.map(({ title }) => title)}::text[],
      ${records.map(({ fields }) => JSON.stringify(fields))}::jsonb[]
    ) as given (id, title, fields)
    where record.id = given.id and (record.title, record.fields) is distinct from (given.title, given.fields)`.execute(
    db,
  );
}

export async function deleteRecordRows(db: Db, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('record').where(sql<SqlBool>`id = any(${ids}::int[])`).execute();
}

/** Serializes the starts of the refresh of shared texts until the transaction ends (advisory lock). */
export async function lockSharedTexts(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('shared texts'))`.execute(db);
}

/** Selects names of users, by id. */
export async function selectUserNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('app_user')
    .select(['id', 'user_name'])
    .where(sql<SqlBool>`id = any(${ids}::int[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.user_name]));
}
