import type { WebhookEvent, WebhookState } from '@twinward/contracts/connections/webhook';
import type { ListRequest } from '@twinward/contracts/core/list';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { compileList, findPage, type ListFields } from '../../../platform/database/list.ts';
import { tableRows } from '../../../platform/database/table-rows.ts';

const state = sql<WebhookState>`(case when is_stopped then 'stopped' when is_paused then 'paused'
  when failing_since is not null then 'failing' else 'active' end)`;

const selectRows = (db: Db) => db.selectFrom('webhook').selectAll().select(state.as('state'));
export type WebhookRow = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];

const list: ListFields = {
  fields: {
    Id: { type: 'N', sql: sql`id` },
    Name: { type: 'C', sql: sql`name` },
    Url: { type: 'C', sql: sql`url` },
    State: { type: 'C', sql: state },
    CreatedAt: { type: 'D', sql: sql`created_at` },
  },
  key: sql`id`,
  defaultSort: [{ field: 'Name', direction: 'Ascending' }],
};

export const selectWebhookPage = (db: Db, request: ListRequest) =>
  findPage(selectRows(db), compileList(request, list));

export async function selectWebhook(db: Db, id: number): Promise<WebhookRow | null> {
  return (await selectRows(db).where('id', '=', id).executeTakeFirst()) ?? null;
}

/**
 * Locks a webhook's row (`FOR NO KEY UPDATE`, so that inserts of messages do not wait). Must precede locks of its
 * messages.
 */
export async function lockWebhook(db: Db, id: number): Promise<void> {
  await db.selectFrom('webhook').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** Selects the filters of the webhooks that are not paused. */
export async function selectListening(db: Db) {
  const rows = await db
    .selectFrom('webhook')
    .select(['id', 'events', 'minimum_level', 'twin_ids', 'asset_ids'])
    .where('is_paused', '=', false)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    events: row.events as WebhookEvent[],
    minimumLevel: row.minimum_level,
    twinIds: row.twin_ids,
    assetIds: row.asset_ids,
  }));
}

const rows = tableRows('webhook');
export const insertWebhook = rows.insert;
export const updateWebhookRow = rows.update;
export const deleteWebhookRow = rows.delete;

export async function selectSealed(db: Db): Promise<{ id: number; secrets: string }[]> {
  const rows = await db.selectFrom('webhook').select(['id', 'secrets']).orderBy('id').execute();
  return rows.flatMap(({ id, secrets }) => (secrets === null ? [] : [{ id, secrets }]));
}

/** @returns whether the secrets were unchanged. */
export async function updateSealed(db: Db, id: number, old: string, secrets: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook')
    .set({ secrets })
    .where('id', '=', id)
    .where('secrets', '=', old)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
