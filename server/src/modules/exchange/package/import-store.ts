import type { Difference } from '@twinward/domain/exchange/json';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { toRecordset } from '../../../platform/database/records.ts';
import { tableRows } from '../../../platform/database/table-rows.ts';

/** The findings of a check for one record. */
export interface RowFields {
  kind: string;
  key: string;
  action: 'create' | 'update' | 'skip' | 'conflict';
  differences: readonly Difference[];
  message: string | null;
}

export async function deleteRows(db: Db, commandId: string): Promise<void> {
  await db.deleteFrom('package_row').where('command_id', '=', commandId).execute();
}

/** @param position of the first row */
export async function insertRows(
  db: Db,
  commandId: string,
  position: number,
  rows: readonly RowFields[],
): Promise<void> {
  if (rows.length === 0) return;
  const records = rows.map((row, place) => ({ command_id: commandId, position: position + place, ...row }));
  await sql`
    insert into package_row (command_id, position, kind, key, action, differences, message)
    select command_id, position, kind, key, action, differences, message
    from ${toRecordset('package_row', records)}`.execute(db);
}

export async function selectRowPage(
  db: Db,
  commandId: string,
  { action, kind }: { action?: RowFields['action'] | undefined; kind?: string | undefined },
  { pageNumber, pageSize }: { pageNumber: number; pageSize: number },
) {
  let query = db.selectFrom('package_row').where('command_id', '=', commandId);
  if (action !== undefined) query = query.where('action', '=', action);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  const { total } = await query
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .select(['kind', 'key', 'action', 'differences', 'message'])
    .orderBy('position')
    .offset((pageNumber - 1) * pageSize)
    .limit(pageSize)
    .execute();
  return { rows, total: Number(total) };
}

/** Selects the records that a check found in conflict. */
export async function selectConflicts(
  db: Db,
  commandId: string,
): Promise<{ kind: string; key: string; message: string | null }[]> {
  return db
    .selectFrom('package_row')
    .select(['kind', 'key', 'message'])
    .where('command_id', '=', commandId)
    .where('action', '=', 'conflict')
    .orderBy('position')
    .execute();
}

export const insertImport = tableRows('package_import').insert;

/** Selects the import that a command made; null before that. */
export async function selectImportOfCommand(db: Db, commandId: string) {
  const row = await db
    .selectFrom('package_import')
    .select(['id', 'created', 'updated'])
    .where('command_id', '=', commandId)
    .executeTakeFirst();
  return row ?? null;
}

/** Imports, the latest first. */
export async function selectImportPage(
  db: Db,
  { pageNumber, pageSize }: { pageNumber: number; pageSize: number },
) {
  const { total } = await db
    .selectFrom('package_import')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('package_import')
    .leftJoin('app_user as importer', 'importer.id', 'package_import.imported_by')
    .leftJoin('app_user as reverter', 'reverter.id', 'package_import.rolled_back_by')
    .select([
      'package_import.id',
      'file_name',
      'source',
      'public_key',
      'imported_at',
      'created',
      'updated',
      'rolled_back_at',
      'importer.user_name as imported_by_name',
      'reverter.user_name as rolled_back_by_name',
    ])
    .orderBy('package_import.id', 'desc')
    .offset((pageNumber - 1) * pageSize)
    .limit(pageSize)
    .execute();
  return { rows, total: Number(total) };
}

/** Locks the import's row (`FOR UPDATE`); returns null if none exists. */
export async function lockImport(db: Db, id: number) {
  const row = await db
    .selectFrom('package_import')
    .select(['id', 'file_name', 'inverse', 'after', 'rolled_back_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function selectImportName(db: Db, id: number) {
  const row = await db
    .selectFrom('package_import')
    .select(['file_name', 'rolled_back_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export async function updateRolledBack(db: Db, id: number, userId: number): Promise<void> {
  await db
    .updateTable('package_import')
    .set({ rolled_back_at: sql`now()`, rolled_back_by: userId })
    .where('id', '=', id)
    .execute();
}
