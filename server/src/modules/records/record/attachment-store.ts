import type { Insertable } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { RecordAttachmentTable } from '../../../platform/database/generated/rows.ts';

/** The files of a record without their contents, by name. */
export function selectAttachments(db: Db, recordId: number) {
  return db
    .selectFrom('record_attachment')
    .leftJoin('app_user', 'app_user.id', 'record_attachment.user_id')
    .select([
      'record_attachment.id',
      'field',
      'name',
      'type',
      'size',
      'user_name',
      'record_attachment.created_at',
    ])
    .where('record_id', '=', recordId)
    .orderBy('name')
    .orderBy('record_attachment.id')
    .execute();
}
export type AttachmentRow = Awaited<ReturnType<typeof selectAttachments>>[number];

export async function selectAttachment(db: Db, recordId: number, id: number) {
  const row = await db
    .selectFrom('record_attachment')
    .select(['id', 'field', 'name', 'type', 'data'])
    .where('record_id', '=', recordId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertAttachment(db: Db, file: Insertable<RecordAttachmentTable>): Promise<number> {
  const { id } = await db
    .insertInto('record_attachment')
    .values(file)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteAttachment(db: Db, id: number): Promise<void> {
  await db.deleteFrom('record_attachment').where('id', '=', id).execute();
}
