import type { MessageState, WebhookPayload } from '@twinward/contracts/connections/webhook';
import type { ListRequest } from '@twinward/contracts/core/list';
import { type Insertable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../../platform/database/database.ts';
import type { WebhookAttemptTable } from '../../../platform/database/generated/rows.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import { tableRows } from '../../../platform/database/table-rows.ts';

/** Maximum number of attempts shown per message. */
const mostTries = 10;

const selectRows = (db: Db) =>
  db
    .selectFrom('webhook_message')
    .selectAll()
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('webhook_attempt')
          .select(['at', 'milliseconds', 'status', 'answer'])
          .whereRef('webhook_attempt.message_id', '=', 'webhook_message.id')
          .orderBy('webhook_attempt.id', 'desc')
          .limit(mostTries),
      ).as('tries'),
    );
export type MessageRow = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];

const list: ListFields = {
  fields: {
    Id: { type: 'N', sql: sql`id` },
    Type: { type: 'C', sql: sql`type` },
    State: { type: 'C', sql: sql`state` },
    CreatedAt: { type: 'D', sql: sql`created_at` },
  },
  key: sql`id`,
  defaultSort: [{ field: 'Id', direction: 'Descending' }],
};

export const selectMessagePage = (db: Db, webhookId: number, request: ListRequest) =>
  findPage(selectRows(db).where('webhook_id', '=', webhookId), compileList(request, list));

export async function selectMessage(db: Db, id: number): Promise<MessageRow | null> {
  return (await selectRows(db).where('id', '=', id).executeTakeFirst()) ?? null;
}

export interface NewMessage {
  webhookId: number;
  /** A webhook gets one message per source; null: no limit. */
  source: string | null;
  payload: WebhookPayload;
}

/**
 * Inserts messages, except for sources that the webhook already has a message of.
 * @returns the ids of the inserted messages.
 */
export async function insertMessages(
  db: Db,
  messages: readonly NewMessage[],
): Promise<{ id: number; webhookId: number }[]> {
  const { rows } = await sql<{ id: number; webhookId: number }>`
    insert into webhook_message (webhook_id, source, type, body)
    select * from unnest(
      ${messages.map(({ webhookId }) => webhookId)}::int[], ${messages.map(({ source }) => source)}::text[],
      ${messages.map(({ payload }) => payload.type)}::text[],
      ${messages.map(({ payload }) => JSON.stringify(payload))}::text[])
    on conflict (webhook_id, source) do nothing returning id, webhook_id as "webhookId"`.execute(db);
  return rows;
}

/** Locks a message that is waiting to be sent (`FOR UPDATE`); null for any other message. */
export async function lockWaiting(db: Db, id: number) {
  const row = await db
    .selectFrom('webhook_message')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Removes the retry times of waiting messages. @returns their ids, oldest first. */
export async function releaseWaiting(db: Db, webhookId: number): Promise<number[]> {
  const rows = await db
    .updateTable('webhook_message')
    .set({ next_attempt_at: null })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting' satisfies MessageState)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id).sort((one, other) => one - other);
}

export const updateMessage = tableRows('webhook_message').update;

export async function insertAttempt(db: Db, attempt: Insertable<WebhookAttemptTable>): Promise<void> {
  await db.insertInto('webhook_attempt').values(attempt).execute();
}

/** Deletes messages older than `days` days, except those waiting to be sent. */
export async function deleteOldMessages(db: Db, days: number): Promise<void> {
  await sql`delete from webhook_message
    where state <> 'waiting' and created_at < now() - make_interval(days => ${days})`.execute(db);
}
