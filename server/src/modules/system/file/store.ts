import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

export async function insertPiece(db: Db, fileId: string, position: number, data: Buffer): Promise<void> {
  await db.insertInto('import_piece').values({ file_id: fileId, position, data }).execute();
}

/** Streams the bytes of an uploaded file, with one piece in memory at a time. */
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

/** Deletes the pieces of files older than a day, except files in use. */
export async function deleteOldPieces(db: Db, usedFiles: readonly string[]): Promise<void> {
  await sql`
    delete from import_piece
    where created_at < now() - interval '1 day' and file_id <> all(${usedFiles}::uuid[])`.execute(db);
}
