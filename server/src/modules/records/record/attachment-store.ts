import { isSystemType, type SystemType } from '@twinward/contracts/records/record-type';
import type { Insertable } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { RecordAttachmentTable } from '../../../platform/database/generated/rows.ts';
import { tableRows } from '../../../platform/database/table-rows.ts';

/** Identifies a record by type name and id. */
export interface RecordOfType {
  type: string;
  id: number;
}

const systemColumns = {
  asset: 'asset_id',
  twin: 'twin_id',
  tag: 'tag_id',
  work: 'work_id',
  advisory: 'advisory_id',
  'failure-mode': 'failure_mode_id',
  protection: 'protection_id',
  'risk-analysis': 'risk_analysis_id',
  activity: 'activity_id',
} as const satisfies Record<SystemType, keyof RecordAttachmentTable>;

/** Returns the foreign key column for records of a type. */
const toColumn = (type: string) => (isSystemType(type) ? systemColumns[type] : 'record_id');

/** Selects the files of a record by name, without contents. */
export function selectAttachments(db: Db, { type, id }: RecordOfType) {
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
    .where(toColumn(type), '=', id)
    .orderBy('name')
    .orderBy('record_attachment.id')
    .execute();
}
export type AttachmentRow = Awaited<ReturnType<typeof selectAttachments>>[number];

export async function selectAttachment(db: Db, record: RecordOfType, id: number) {
  const row = await db
    .selectFrom('record_attachment')
    .select(['id', 'field', 'name', 'type', 'data'])
    .where(toColumn(record.type), '=', record.id)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertAttachment(
  db: Db,
  record: RecordOfType,
  file: Insertable<RecordAttachmentTable>,
): Promise<number> {
  const { id } = await db
    .insertInto('record_attachment')
    .values({ ...file, [toColumn(record.type)]: record.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const deleteAttachment = tableRows('record_attachment').delete;
