import type { Page, Paging } from '@twinward/contracts/core/list';
import type { RefusedRow } from '@twinward/contracts/signals/import';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { RefusedLine } from './parsed.ts';
import './tables.ts';

export async function insertPiece(db: Db, fileId: string, position: number, data: Uint8Array): Promise<void> {
  await db.insertInto('import_piece').values({ file_id: fileId, position, data }).execute();
}

/** The bytes of an uploaded file, one piece in memory at a time. */
export async function* readPieces(db: Db, fileId: string): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position++) {
    const row = await db
      .selectFrom('import_piece')
      .select('data')
      .where('file_id', '=', fileId)
      .where('position', '=', position)
      .executeTakeFirst();
    if (!row) return;
    yield row.data;
  }
}

export async function countPieceBytes(db: Db, fileId: string): Promise<number> {
  const row = await db
    .selectFrom('import_piece')
    .select(sql<number>`coalesce(sum(length(data)), 0)`.as('bytes'))
    .where('file_id', '=', fileId)
    .executeTakeFirstOrThrow();
  return Number(row.bytes);
}

export async function deletePieces(db: Db, fileId: string): Promise<void> {
  await db.deleteFrom('import_piece').where('file_id', '=', fileId).execute();
}

/** Deletes files that came in a day ago or before and that no import is going to read. */
export async function deleteLeftPieces(db: Db): Promise<void> {
  await sql`
    delete from import_piece where created_at < now() - interval '1 day' and not exists (
      select from command where status in ('queued', 'running') and input ->> 'fileId' = file_id::text)`.execute(
    db,
  );
}

export async function insertRefused(db: Db, commandId: string, rows: readonly RefusedLine[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into import_refused_row (command_id, line, reason)
    select ${commandId}, * from unnest(${rows.map((row) => row.line)}::bigint[], ${rows.map((row) => row.reason)}::text[])
    on conflict (command_id, line) do nothing`.execute(db);
}

export async function listRefused(db: Db, commandId: string, paging: Paging): Promise<Page<RefusedRow>> {
  const rows = db.selectFrom('import_refused_row').where('command_id', '=', commandId);
  const { total } = await rows.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const records = await rows
    .select(['line', 'reason'])
    .orderBy('line')
    .limit(paging['page-size'])
    .offset((paging['page-number'] - 1) * paging['page-size'])
    .execute();
  return { records, total };
}
