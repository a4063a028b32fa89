import {
  type CreatedWebhook,
  type NewWebhookSecret,
  testEvent,
  type Webhook,
  type WebhookChange,
  type WebhookEvent,
  type WebhookMessage,
} from '@twinward/contracts/connections/webhook';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found, orNameTaken } from '../../../platform/errors.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { toMessageId } from './deliver.ts';
import {
  insertMessages,
  type MessageRow,
  selectMessage,
  selectMessagePage,
  updateMessage,
} from './message-store.ts';
import { enqueueDeliveries, enqueueWaiting } from './queue.ts';
import { openSigning, sealSigning } from './secrets.ts';
import { newSecret } from './sign.ts';
import {
  deleteWebhookRow,
  insertWebhook,
  lockWebhook,
  selectWebhook,
  selectWebhookPage,
  updateWebhookRow,
  type WebhookRow,
} from './store.ts';

export { recordAdvisory, recordExcursions, recordLevels } from './record.ts';
export { resealWebhooks } from './secrets.ts';

const hour = 3600_000;

export async function listWebhooks(db: Db, request: ListRequest): Promise<Page<Webhook>> {
  const { records, total } = await selectWebhookPage(db, request);
  return { records: records.map(toWebhook), total };
}

/** @throws AppError `not-found`. */
export async function getWebhook(db: Db, id: number): Promise<Webhook> {
  return toWebhook(found(await selectWebhook(db, id), 'Webhook'));
}

/** Creates a webhook. @returns it with its secret. @throws AppError `conflict` if the name is in use. */
export function createWebhook(actor: Actor, webhook: WebhookChange): Promise<CreatedWebhook> {
  const { db, secrets } = actor.tenant;
  return withTransaction(db, async (transaction) => {
    const id = await orNameTaken(insertWebhook(transaction, toRow(webhook)), nameTaken(webhook));
    const secret = newSecret();
    await updateWebhookRow(transaction, id, {
      secrets: sealSigning(secrets, id, { current: secret, before: null }),
    });
    const created = await getWebhook(transaction, id);
    await audit.created(transaction, actor, created);
    return { ...created, secret };
  });
}

/** @throws AppError `not-found`; `conflict` if the name is in use. */
export const updateWebhook = (actor: Actor, id: number, change: WebhookChange): Promise<Webhook> =>
  alter(actor, id, (db) => orNameTaken(updateWebhookRow(db, id, toRow(change)), nameTaken(change)));

/** @throws AppError `not-found`. */
export const pauseWebhook = (actor: Actor, id: number): Promise<Webhook> =>
  alter(actor, id, (db) => updateWebhookRow(db, id, { is_paused: true }));

/** Resumes a webhook, and sends the waiting messages. @throws AppError `not-found`. */
export const resumeWebhook = (actor: Actor, id: number): Promise<Webhook> =>
  alter(actor, id, async (db) => {
    await updateWebhookRow(db, id, {
      is_paused: false,
      is_stopped: false,
      failing_since: null,
      message: '',
    });
    await enqueueWaiting(db, id);
  });

/** @throws AppError `not-found`. */
export function deleteWebhook(actor: Actor, id: number): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    const old = await getWebhook(db, id);
    await deleteWebhookRow(db, id);
    await audit.deleted(db, actor, old);
  });
}

/** Creates a new secret for a webhook. @returns the webhook with the secret. @throws AppError `not-found`. */
export function createWebhookSecret(
  actor: Actor,
  id: number,
  { keepHours }: NewWebhookSecret,
): Promise<CreatedWebhook> {
  const { db, secrets } = actor.tenant;
  return withTransaction(db, async (transaction) => {
    await lockWebhook(transaction, id);
    const { secrets: sealed } = found(await selectWebhook(transaction, id), 'Webhook');
    const current = newSecret();
    const before = sealed === null || keepHours === 0 ? null : openSigning(secrets, id, sealed).current;
    await updateWebhookRow(transaction, id, {
      secrets: sealSigning(secrets, id, { current, before }),
      replaced_until: before === null ? null : new Date(Date.now() + keepHours * hour),
    });
    const now = await getWebhook(transaction, id);
    await audit.changed(transaction, actor, now, { new: { secretMade: true } });
    return { ...now, secret: current };
  });
}

/** Sends a test message. @throws AppError `not-found`. */
export function testWebhook(actor: Actor, id: number): Promise<WebhookMessage> {
  return withTransaction(actor.tenant.db, async (db) => {
    const { name } = await getWebhook(db, id);
    const timestamp = new Date().toISOString();
    const payload = { type: testEvent, timestamp, data: { webhook: { id, name } } } as const;
    const made = await insertMessages(db, [{ webhookId: id, source: null, payload }]);
    await enqueueDeliveries(db, made);
    await publish(db, { type: 'changed', kind: 'webhook' });
    return getMessage(db, id, made[0]!.id);
  });
}

/** @throws AppError `not-found`. */
export async function listMessages(
  db: Db,
  webhookId: number,
  request: ListRequest,
): Promise<Page<WebhookMessage>> {
  await getWebhook(db, webhookId);
  const { records, total } = await selectMessagePage(db, webhookId, request);
  return { records: records.map(toMessage), total };
}

/** Sends a message again. @throws AppError `not-found`; `conflict` while the webhook is paused. */
export function sendMessage(actor: Actor, webhookId: number, id: number): Promise<WebhookMessage> {
  return withTransaction(actor.tenant.db, async (db) => {
    await lockWebhook(db, webhookId);
    const webhook = found(await selectWebhook(db, webhookId), 'Webhook');
    const { type } = await getMessage(db, webhookId, id);
    if (webhook.is_paused && type !== testEvent)
      throw new AppError('conflict', 'The webhook is paused. Please resume it first.');
    // A message with a retry time is sent even while the webhook fails.
    await updateMessage(db, id, { state: 'waiting', attempts: 0, next_attempt_at: new Date() });
    await enqueueDeliveries(db, [{ id, webhookId }]);
    await publish(db, { type: 'changed', kind: 'webhook' });
    return getMessage(db, webhookId, id);
  });
}

async function getMessage(db: Db, webhookId: number, id: number): Promise<WebhookMessage> {
  const row = await selectMessage(db, id);
  return toMessage(found(row?.webhook_id === webhookId ? row : null, 'Message'));
}

function alter(actor: Actor, id: number, change: (db: Db) => Promise<void>): Promise<Webhook> {
  return withTransaction(actor.tenant.db, async (db) => {
    await lockWebhook(db, id);
    const old = await getWebhook(db, id);
    await change(db);
    const now = await getWebhook(db, id);
    await audit.updated(db, actor, old, now);
    return now;
  });
}

const nameTaken = ({ name }: WebhookChange): string => `A webhook named ${name} already exists.`;

const toRow = ({ name, url, events, minimumLevel, twinIds, assetIds }: WebhookChange) => ({
  name,
  url,
  events: [...new Set(events)],
  minimum_level: minimumLevel,
  twin_ids: [...new Set(twinIds)],
  asset_ids: [...new Set(assetIds)],
});

function toWebhook(row: WebhookRow): Webhook {
  const isReplaced = row.replaced_until !== null && row.replaced_until.getTime() > Date.now();
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    events: row.events as WebhookEvent[],
    minimumLevel: row.minimum_level,
    twinIds: row.twin_ids,
    assetIds: row.asset_ids,
    state: row.state,
    message: row.message,
    failingSince: row.failing_since?.toISOString() ?? null,
    lastDeliveredAt: row.last_delivered_at?.toISOString() ?? null,
    replacedUntil: isReplaced ? row.replaced_until!.toISOString() : null,
    createdAt: row.created_at.toISOString(),
  };
}

function toMessage(row: MessageRow): WebhookMessage {
  return {
    id: row.id,
    messageId: toMessageId(row.key),
    type: row.type as WebhookMessage['type'],
    createdAt: row.created_at.toISOString(),
    state: row.state as WebhookMessage['state'],
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    body: row.body,
    tries: row.tries.map(({ at, milliseconds, status, answer }) => ({
      time: new Date(at).toISOString(),
      milliseconds,
      status,
      answer,
    })),
  };
}

const audit = new EntityAudit(
  'webhook',
  ({ id, name, url, events, minimumLevel, twinIds, assetIds, state }: Webhook) => ({
    id,
    name,
    facts: {
      name,
      url,
      events,
      minimumLevel,
      twinIds,
      assetIds,
      isPaused: state === 'paused' || state === 'stopped',
    },
  }),
);
