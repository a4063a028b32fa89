import type { ListRequest } from '@twinward/contracts/core/list';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import type { RecordSlot } from '../../../platform/database/record-slot.ts';
import { versionedTableRows } from '../../../platform/database/table-rows.ts';

const list: ListFields = {
  fields: {
    Name: { type: 'C', sql: sql`name` },
    Caption: { type: 'C', sql: sql`caption` },
    Description: { type: 'C', sql: sql`description` },
    IsSystem: { type: 'B', sql: sql`is_system` },
    Restricted: { type: 'B', sql: sql`restricted` },
    Deprecated: { type: 'B', sql: sql`deprecated` },
  },
  key: sql`id`,
  defaultSort: [{ field: 'Caption', direction: 'Ascending' }],
};

/** @param readable ids of the types to choose from; null for all */
export function selectTypePage(db: Db, request: ListRequest, readable: readonly number[] | null) {
  const query = db.selectFrom('record_type').selectAll();
  return findPage(
    readable === null ? query : query.where(sql<SqlBool>`id = any(${readable}::int[])`),
    compileList(request, list),
  );
}

/** Ignores case. */
export async function selectType(db: Db, name: string) {
  const row = await db
    .selectFrom('record_type')
    .selectAll()
    .where(sql<SqlBool>`lower(name) = lower(${name})`)
    .executeTakeFirst();
  return row ?? null;
}

export async function selectTypeById(db: Db, id: number) {
  return (await db.selectFrom('record_type').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Selects the columns that decide who may read and write the records of each type. */
export function selectTypeAccess(db: Db) {
  return db
    .selectFrom('record_type')
    .select(['id', 'name', 'caption', 'plural_caption', 'is_system', 'restricted', 'deprecated'])
    .orderBy('id')
    .execute();
}

export function selectTypes(db: Db) {
  return db.selectFrom('record_type').selectAll().orderBy('id').execute();
}

/**
 * Locks the definition of a type (advisory lock, shared), so that saved records match the definition at commit. Saves
 * do not block each other. A change of the type waits for saves, and saves wait for the change.
 */
export async function lockTypeShared(db: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('record type'), hashtext(lower(${name})))`.execute(
    db,
  );
}

/**
 * Locks a type exclusively (advisory lock): waits for saves of its records, and blocks others until the transaction
 * ends.
 */
export async function lockType(db: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('record type'), hashtext(lower(${name})))`.execute(db);
}

const rows = versionedTableRows('record_type');
/** @throws if the name is in use */
export const insertType = rows.insert;
export const updateTypeRow = rows.updateAndBump;
export const deleteTypeRow = rows.delete;

/**
 * Marks the slots of a type as ready.
 * @returns false, without a change, if the version differs
 */
export async function markSlotsReady(
  db: Db,
  { id, slots, version }: { id: number; slots: readonly RecordSlot[]; version: number },
): Promise<boolean> {
  const ready = JSON.stringify(slots.map((slot) => ({ ...slot, ready: true })));
  const rows = await db
    .updateTable('record_type')
    .set({ slots: ready })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .execute();
  return rows.length > 0;
}
