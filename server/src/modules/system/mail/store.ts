import type { ListRequest } from '@twinward/contracts/core/list';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { MailTable } from '../../../platform/database/generated/rows.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import { publish } from '../../../platform/live/live-events.ts';

const list: ListFields = {
  fields: {
    Id: { type: 'N', sql: sql`id` },
    To: { type: 'C', sql: sql`recipient` },
    Subject: { type: 'C', sql: sql`subject` },
    Status: { type: 'C', sql: sql`status` },
    CreatedAt: { type: 'D', sql: sql`created_at` },
    SentAt: { type: 'D', sql: sql`sent_at` },
  },
  key: sql`id`,
  defaultSort: [
    { field: 'CreatedAt', direction: 'Descending' },
    { field: 'Id', direction: 'Descending' },
  ],
};

export async function insertMail(db: Db, mail: Insertable<MailTable>): Promise<number> {
  const { id } = await db.insertInto('mail').values(mail).returning('id').executeTakeFirstOrThrow();
  await publishOutbox(db);
  return id;
}

export async function selectMail(db: Db, id: number) {
  return (await db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function updateMail(db: Db, id: number, change: Updateable<MailTable>): Promise<void> {
  await db.updateTable('mail').set(change).where('id', '=', id).execute();
  await publishOutbox(db);
}

const publishOutbox = (db: Db) => publish(db, { type: 'changed', kind: 'mail' });

export function selectMailPage(db: Db, request: ListRequest) {
  return findPage(db.selectFrom('mail').selectAll(), compileList(request, list));
}

/** Deletes the mails sent more than `days` days ago. */
export async function deleteSent(db: Db, days: number): Promise<void> {
  await sql`delete from mail where status = 'sent' and sent_at < now() - make_interval(days => ${days})`.execute(
    db,
  );
}
