import { testEvent } from '@twinward/contracts/connections/webhook';
import { nextTry } from '@twinward/domain/connections/webhook';
import { type ConnectorCall, ConnectorFailure } from '../../../connectors/connector.ts';
import { resolveHost } from '../../../connectors/host/addresses.ts';
import { type HttpAnswer, send } from '../../../connectors/http-client.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import type { JobCall, JobKind } from '../../../platform/jobs/jobs.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { storable } from '../../../platform/text.ts';
import { listConnectionManagers, notify } from '../notification/service.ts';
import { insertAttempt, lockWaiting, selectMessage, updateMessage } from './message-store.ts';
import { deliveryJob, enqueueRetry, enqueueWaiting } from './queue.ts';
import { openSigning } from './secrets.ts';
import { signedHeaders } from './sign.ts';
import { lockWebhook, selectWebhook, updateWebhookRow, type WebhookRow } from './store.ts';

/** Milliseconds for an entire response */
const patience = 15_000;
/** Number of characters of a response that are stored */
const longestAnswer = 1000;
/** Number of bytes of a response that are read. The rest is ignored without an error. */
const mostRead = 4 * longestAnswer;
/** Status of a receiver that wants no more messages */
const gone = 410;
/** All statuses that are not successful, so that their responses are logged too. */
const everyStatus = Array.from({ length: 300 }, (_, i) => 300 + i);

/**
 * Creates the job that delivers one message, at least once: if a run dies after it sent the message and before it
 * recorded the response, the message is sent again with the same `webhook-id`. While the webhook fails, only the failed
 * message is retried. The others wait without a job until it is delivered, so that a receiver that never responds does
 * not occupy slots of other webhooks.
 * @param allowsLocal whether receivers may be on this machine
 */
export const createDeliveryJob = (allowsLocal: boolean): JobKind<{ messageId: number }> => ({
  name: deliveryJob,
  class: 'webhook',
  run: (call) => deliver(call, allowsLocal),
});

async function deliver(
  { tenant, payload: { messageId }, signal }: JobCall<{ messageId: number }>,
  allowsLocal: boolean,
): Promise<void> {
  const { db, secrets } = tenant;
  const message = await selectMessage(db, messageId);
  const webhook = message?.state === 'waiting' ? await selectWebhook(db, message.webhook_id) : null;
  const isTest = message?.type === testEvent;
  if (!message || !webhook?.secrets || (webhook.is_paused && !isTest)) return;
  if (webhook.failing_since && message.next_attempt_at === null && !isTest) return;
  const time = Date.now();
  const signing = openSigning(secrets, webhook.id, webhook.secrets);
  const signsTwice = signing.before !== null && (webhook.replaced_until?.getTime() ?? 0) > time;
  const headers = signedHeaders(
    { messageId: toMessageId(message.key), body: message.body },
    time,
    signsTwice ? [signing.current, signing.before!] : [signing.current],
  );
  const result = await post(webhook.url, headers, message.body, { allowsLocal, signal });
  signal.throwIfAborted();
  await withTransaction(db, (transaction) =>
    recordResult(transaction, webhook, messageId, { ...result, time, isTest }),
  );
}

export const toMessageId = (key: string): string => `msg_${key}`;

interface Result {
  /** Null if there was no response. */
  status: number | null;
  answer: string;
  /** Milliseconds that the receiver requested to wait; null if it did not. */
  retryAfter: number | null;
}

async function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  { allowsLocal, signal }: { allowsLocal: boolean; signal: AbortSignal },
): Promise<Result> {
  const ended = new AbortController();
  const call: ConnectorCall = {
    configuration: {},
    trustedCertificates: [],
    signal: AbortSignal.any([signal, ended.signal]),
    log: () => undefined,
    certificate: () => undefined,
    addresses: { resolve: (host) => resolveHost(host, allowsLocal) },
    directory: '',
  };
  try {
    const answer = await send(call, {
      method: 'POST',
      url,
      headers: { ...headers, 'user-agent': 'Twinward' },
      body,
      timeout: patience,
      expected: everyStatus,
      mostRead,
    });
    return {
      status: answer.status,
      answer: storable(answer.text.slice(0, longestAnswer)),
      retryAfter: readRetryAfter(answer),
    };
  } catch (error) {
    if (!(error instanceof ConnectorFailure)) throw error;
    return {
      status: null,
      answer: storable(error.message.slice(0, longestAnswer)),
      retryAfter: error.retryAfter,
    };
  } finally {
    ended.abort();
  }
}

/** Returns milliseconds; the header has seconds (RFC 9110, section 10.2.3). */
function readRetryAfter({ headers }: HttpAnswer): number | null {
  const text = headers['retry-after']?.trim() ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) * 1000 : null;
}

async function recordResult(
  db: Db,
  webhook: WebhookRow,
  messageId: number,
  { status, answer, retryAfter, time, isTest }: Result & { time: number; isTest: boolean },
): Promise<void> {
  await lockWebhook(db, webhook.id);
  const message = await lockWaiting(db, messageId);
  if (!message) return;
  const milliseconds = Date.now() - time;
  await insertAttempt(db, { message_id: messageId, at: new Date(time), milliseconds, status, answer });
  await publish(db, { type: 'changed', kind: 'webhook' });
  const attempts = message.attempts + 1;
  if (status !== null && status < 300) {
    await updateMessage(db, messageId, { state: 'delivered', attempts, next_attempt_at: null });
    await updateWebhookRow(db, webhook.id, {
      failing_since: null,
      message: '',
      last_delivered_at: new Date(),
    });
    if (webhook.failing_since && !webhook.is_paused) await enqueueWaiting(db, webhook.id);
    return;
  }
  const problem = status === null ? answer : `The receiver answered ${status}.`;
  const wait = isTest || status === gone ? null : nextTry(attempts, retryAfter);
  const next = wait === null ? null : new Date(Date.now() + wait);
  await updateMessage(db, messageId, {
    state: next ? 'waiting' : 'failed',
    attempts,
    next_attempt_at: next,
  });
  if (next) await enqueueRetry(db, { id: messageId, webhookId: webhook.id }, next);
  if (isTest) return;
  await updateWebhookRow(db, webhook.id, {
    failing_since: webhook.failing_since ?? new Date(time),
    message: problem,
    ...(next ? {} : { is_paused: true, is_stopped: true }),
  });
  if (!next) await notifyOfStop(db, webhook, problem);
}

async function notifyOfStop(db: Db, { id, name }: WebhookRow, problem: string): Promise<void> {
  await notify(db, [
    {
      recipients: await listConnectionManagers(db),
      reach: 'all',
      context: 'webhook',
      type: 'stopped',
      twinId: null,
      message: `The webhook ${name} was paused, because a message could not be delivered: ${problem}`,
      url: `/settings/webhooks/${id}`,
      grouping: `webhook-stopped:${id}`,
      time: new Date(),
    },
  ]);
}
