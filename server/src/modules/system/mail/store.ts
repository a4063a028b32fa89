import type { ListRequest } from '@twinward/contracts/core/list';
import { type Insertable, sql, type Updateable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
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

export async function insertPictures(
  db: Db,
  mailId: number,
  pictures: readonly { name: string; description: string; data: Uint8Array }[],
): Promise<void> {
  if (pictures.length === 0) return;
  await db
    .insertInto('mail_picture')
    .values(
      pictures.map(({ name, description, data }, position) => ({
        mail_id: mailId,
        position,
        name,
        description,
        data: Buffer.from(data),
      })),
    )
    .execute();
}

export function selectPictures(db: Db, mailId: number) {
  return db
    .selectFrom('mail_picture')
    .select(['name', 'data'])
    .where('mail_id', '=', mailId)
    .orderBy('position')
    .execute();
}

export async function selectPicture(db: Db, mailId: number, name: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('mail_picture')
    .select('data')
    .where('mail_id', '=', mailId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.data ?? null;
}

export function selectMailPage(db: Db, request: ListRequest) {
  const mails = db
    .selectFrom('mail')
    .selectAll()
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('mail_picture')
          .select(['mail_picture.name', 'mail_picture.description'])
          .whereRef('mail_picture.mail_id', '=', 'mail.id')
          .orderBy('mail_picture.position'),
      ).as('pictures'),
    ]);
  return findPage(mails, compileList(request, list));
}

/** Deletes the mails sent more than `days` days ago. */
export async function deleteSent(db: Db, days: number): Promise<void> {
  await sql`delete from mail where status = 'sent' and sent_at < now() - make_interval(days => ${days})`.execute(
    db,
  );
}
