import { createHmac } from 'node:crypto';
import { type CreatedWebhook, testEvent, type WebhookMessage } from '@twinward/contracts/connections/webhook';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpPeer, type PeerAnswer } from '../../../connectors/testing/http-peer.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { createLogger } from '../../../platform/process/log.ts';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { makeProtection, makeSession, makeTwin, makeViewerSession } from '../../../testing/factories.ts';
import { evaluationHappened } from '../../protections/evaluation/events.ts';
import { twinLevelsChanged } from '../../twins/twin/events.ts';
import { createDeliveryJob } from './jobs.ts';
import { insertMessages } from './message-store.ts';
import { enqueueDeliveries } from './queue.ts';

class Receiver extends HttpPeer {
  answer(): PeerAnswer {
    return { status: 200, body: 'taken' };
  }
}

let test: TestApp;
let manager: Record<string, string>;
let receiver: Receiver;
beforeAll(async () => {
  test = await createTestApp();
  manager = await makeSession(test.tenant.db, {
    groups: ['CONNECTION_MANAGERS', 'VIEWERS'],
    recordTypes: ['advisory'],
  });
  receiver = new Receiver();
  await receiver.start();
});
afterAll(async () => {
  await receiver.stop();
  await test.close();
});

const path = '/api/webhooks';
const ask = (method: Method, url: string, body?: unknown, headers = manager) =>
  test.ask(method, url, headers, body);
let count = 0;
async function create(fields: object = {}): Promise<CreatedWebhook> {
  const body = {
    name: `Receiver ${++count}`,
    url: `${receiver.origin}/hook`,
    events: ['level.changed'],
    ...fields,
  };
  const answer = await ask('POST', path, body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const getState = async (id: number) => (await ask('GET', `${path}/${id}`)).json();
const listMessages = async (id: number): Promise<WebhookMessage[]> =>
  (await ask('POST', `${path}/${id}/messages/filters`, {})).json();
/** Runs the delivery of a message once, like its job. */
const deliver = ({ id }: { id: number }, allowsLocal = true) =>
  createDeliveryJob(allowsLocal).run({
    tenant: test.tenant,
    payload: { messageId: id },
    log: createLogger('silent'),
    signal: new AbortController().signal,
    attempt: 1,
    maximumAttempts: 25,
  });
const sendTest = async (id: number): Promise<WebhookMessage> =>
  (await ask('POST', `${path}/${id}/test`)).json();
const changeLevel = (twinId: number, level: number) =>
  withTransaction(test.tenant.db, (db) => twinLevelsChanged.emit(db, [{ twinId, before: 0, level }]));

function sign(secret: string, request: Receiver['requests'][number]): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${request.headers['webhook-id']}.${request.headers['webhook-timestamp']}.${request.body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

describe('a webhook', () => {
  it('sends messages signed with the secret that is shown once', async () => {
    const { id, secret, ...created } = await create();
    expect(await getState(id)).toEqual({ id, ...created });
    const message = await sendTest(id);
    await deliver(message);
    const request = receiver.requests.at(-1)!;
    expect(request.headers['webhook-id']).toBe(message.messageId);
    expect(request.headers['webhook-signature']).toBe(sign(secret, request));
    expect(Math.abs(Number(request.headers['webhook-timestamp']) * 1000 - Date.now())).toBeLessThan(600_000);
    expect(JSON.parse(request.body)).toMatchObject({ type: 'webhook.test', data: { webhook: { id } } });
    expect(await listMessages(id)).toMatchObject([
      { state: 'delivered', attempts: 1, tries: [{ status: 200 }] },
    ]);
    const stored = await test.tenant.db.selectFrom('webhook').selectAll().where('id', '=', id).execute();
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  it('also signs with the old secret until it expires', async () => {
    const first = await create();
    const second = (await ask('POST', `${path}/${first.id}/secret`, {})).json();
    expect(second.replacedUntil).not.toBeNull();
    await deliver(await sendTest(first.id));
    const both = receiver.requests.at(-1)!;
    expect(both.headers['webhook-signature']).toBe(
      `${sign(second.secret, both)} ${sign(first.secret, both)}`,
    );
    const third = (await ask('POST', `${path}/${first.id}/secret`, { keepHours: 0 })).json();
    await deliver(await sendTest(first.id));
    const one = receiver.requests.at(-1)!;
    expect(one.headers['webhook-signature']).toBe(sign(third.secret, one));
  });

  it('retries a message later with the same id, and logs each response', async () => {
    const { id } = await create();
    await changeLevel(await makeTwin(test.tenant.db), 700);
    const [message] = await listMessages(id);
    receiver.misbehave({ kind: 'status', status: 503, headers: { 'retry-after': '7200' }, body: 'later' });
    await deliver(message!);
    const [waiting] = await listMessages(id);
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, tries: [{ status: 503 }] });
    expect(Date.parse(waiting!.nextAttemptAt!) - Date.now()).toBeGreaterThan(6_000_000);
    expect(await getState(id)).toMatchObject({ state: 'failing', message: 'The receiver answered 503.' });
    await deliver(message!);
    expect(await listMessages(id)).toMatchObject([
      {
        state: 'delivered',
        attempts: 2,
        messageId: message!.messageId,
        tries: [{ status: 200 }, { status: 503 }],
      },
    ]);
    expect(await getState(id)).toMatchObject({ state: 'active', failingSince: null });
  });

  it('stops when a message cannot be delivered, shows this, and continues when it is resumed', async () => {
    const { id, name } = await create();
    await changeLevel(await makeTwin(test.tenant.db), 700);
    await changeLevel(await makeTwin(test.tenant.db), 800);
    const [second, first] = await listMessages(id);
    receiver.misbehave({ kind: 'status', status: 410 });
    await deliver(first!);
    expect(await getState(id)).toMatchObject({ state: 'stopped', message: 'The receiver answered 410.' });
    const notifications = (await ask('GET', '/api/notifications')).json();
    expect(notifications.map(({ message }: { message: string }) => message)).toContain(
      `The webhook ${name} was paused, because a message could not be delivered: The receiver answered 410.`,
    );
    await deliver(second!);
    await changeLevel(await makeTwin(test.tenant.db), 900);
    expect((await listMessages(id)).map(({ state }) => state)).toEqual(['waiting', 'failed']);
    expect((await ask('POST', `${path}/${id}/messages/${first!.id}/send`)).statusCode).toBe(409);
    expect((await ask('POST', `${path}/${id}/resume`)).json()).toMatchObject({
      state: 'active',
      message: '',
    });
    expect((await ask('POST', `${path}/${id}/messages/${first!.id}/send`)).json()).toMatchObject({
      state: 'waiting',
      attempts: 0,
    });
    await deliver(first!);
    await deliver(second!);
    expect((await listMessages(id)).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  });

  it('retries only one message while deliveries fail, and sends the others after its delivery', async () => {
    const { id } = await create();
    for (const level of [700, 800, 900]) await changeLevel(await makeTwin(test.tenant.db), level);
    const [third, second, first] = await listMessages(id);
    receiver.misbehave({ kind: 'status', status: 503, headers: { 'retry-after': '7200' } });
    await deliver(first!);
    const before = receiver.requests.length;
    await deliver(second!);
    await deliver(third!);
    expect(receiver.requests).toHaveLength(before);
    expect((await listMessages(id)).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['waiting', 0],
      ['waiting', 0],
      ['waiting', 1],
    ]);
    const jobs = async () => {
      const { rows } = await sql<{ key: string }>`
        select key from graphile_worker.jobs where queue_name = ${`webhook-${id}`} and run_at <= now()
        order by key`.execute(test.tenant.db);
      return rows.map(({ key }) => key);
    };
    await sql`select graphile_worker.remove_job(key) from graphile_worker.jobs
      where queue_name = ${`webhook-${id}`} and run_at <= now()`.execute(test.tenant.db);
    expect(await jobs()).toEqual([]);
    await deliver(first!);
    expect(await jobs()).toEqual([`webhook-message-${second!.id}`, `webhook-message-${third!.id}`]);
    await deliver(second!);
    await deliver(third!);
    expect((await listMessages(id)).map(({ state }) => state)).toEqual([
      'delivered',
      'delivered',
      'delivered',
    ]);
  });

  it('sends a message at once on request while deliveries fail', async () => {
    const { id } = await create();
    for (const level of [700, 800]) await changeLevel(await makeTwin(test.tenant.db), level);
    const [second, first] = await listMessages(id);
    receiver.misbehave({ kind: 'status', status: 503 });
    await deliver(first!);
    expect((await ask('POST', `${path}/${id}/messages/${second!.id}/send`)).statusCode).toBe(200);
    await deliver(second!);
    expect(await getState(id)).toMatchObject({ state: 'active' });
  });

  it('reads no more of a response than it stores', async () => {
    const { id } = await create();
    receiver.misbehave({ kind: 'status', status: 200, body: 'x'.repeat(70 * 1024 * 1024) });
    await deliver(await sendTest(id));
    const [{ state, tries }] = (await listMessages(id)) as [WebhookMessage];
    expect([state, tries[0]!.answer]).toEqual(['delivered', 'x'.repeat(1000)]);
  });

  it('sends nothing to addresses of this machine unless allowed, and follows no redirects', async () => {
    const { id } = await create();
    const before = receiver.requests.length;
    await deliver(await sendTest(id), false);
    expect(receiver.requests).toHaveLength(before);
    receiver.misbehave({
      kind: 'status',
      status: 302,
      headers: { location: `${receiver.origin}/elsewhere` },
    });
    await deliver(await sendTest(id));
    expect(receiver.requests).toHaveLength(before + 1);
    const [redirected, refused] = await listMessages(id);
    expect(redirected).toMatchObject({ state: 'failed', tries: [{ status: 302 }] });
    expect(refused!.tries[0]).toMatchObject({
      status: null,
      answer: expect.stringContaining('CONNECT_LOCAL=on'),
    });
  });
});

describe('the messages of a webhook', () => {
  it('are changes of the selected twins’ levels, from the minimum level on', async () => {
    const [pump, other] = [await makeTwin(test.tenant.db), await makeTwin(test.tenant.db)];
    const { id } = await create({ minimumLevel: 500, twinIds: [pump] });
    await changeLevel(pump, 400);
    await changeLevel(other, 600);
    await changeLevel(pump, 600);
    expect((await listMessages(id)).map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'level.changed', data: { twin: { id: pump }, before: 0, level: 600 } },
    ]);
  });

  it('can be inserted in any number at once', async () => {
    const { id, name } = await create();
    const timestamp = new Date().toISOString();
    const payload = { type: testEvent, timestamp, data: { webhook: { id, name } } } as const;
    const messages = Array.from({ length: 17_000 }, () => ({ webhookId: id, source: null, payload }));
    const made = await insertMessages(test.tenant.db, messages);
    expect(made).toHaveLength(17_000);
    await enqueueDeliveries(test.tenant.db, made);
    await enqueueDeliveries(test.tenant.db, made.slice(0, 10));
    const { rows } = await sql<{ jobs: number; keys: number }>`
      select count(*)::int as jobs, count(distinct key)::int as keys from graphile_worker.jobs
      where task_identifier = 'deliver-webhook' and queue_name = ${`webhook-${id}`}`.execute(test.tenant.db);
    expect(rows).toEqual([{ jobs: 17_000, keys: 17_000 }]);
  });

  it('are announced excursions, each begin and each end once', async () => {
    const { id } = await create({ events: ['excursion.began', 'excursion.ended'] });
    const { db } = test.tenant;
    const protectionId = await makeProtection(db, {
      thresholds: [{ name: 'High', logic: '[Temperature] > 80', level: 500 }] as never,
    });
    const { id: thresholdId } = await db
      .selectFrom('threshold')
      .select('id')
      .where('protection_id', '=', protectionId)
      .executeTakeFirstOrThrow();
    const start = Date.UTC(2024, 0, 1);
    await db
      .insertInto('excursion')
      .values({
        protection_id: protectionId,
        threshold_id: thresholdId,
        start_at: new Date(start),
        start_known_at: new Date(start),
        announced: true,
      })
      .execute();
    const began = {
      protectionId,
      thresholdId,
      direction: 'enter' as const,
      time: start,
      start,
      action: null,
    };
    const emit = (ended: { thresholdId: number; start: number }[]) =>
      withTransaction(db, (trx) => evaluationHappened.emit(trx, { happenings: [began], ended }));
    await emit([]);
    await db
      .updateTable('excursion')
      .set({ end_at: new Date(start + 60_000), end_known_at: new Date(start + 60_000) })
      .where('threshold_id', '=', thresholdId)
      .execute();
    await emit([{ thresholdId, start }]);
    await emit([{ thresholdId, start }]);
    expect((await listMessages(id)).map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'excursion.ended', timestamp: '2024-01-01T00:01:00.000Z', data: { threshold: { level: 500 } } },
      {
        type: 'excursion.began',
        timestamp: '2024-01-01T00:00:00.000Z',
        data: { protection: { id: protectionId } },
      },
    ]);
  });

  it('are states of advisories, except drafts', async () => {
    const { id } = await create({ events: ['advisory.changed'] });
    const twinId = await makeTwin(test.tenant.db);
    const made = (
      await ask('POST', '/api/advisories', { twinId, name: 'Look <b>', targetHorizon: 'P7D' })
    ).json();
    expect(await listMessages(id)).toEqual([]);
    const call = { transition: 'submit', version: made.version };
    const submitted = await ask('POST', `/api/advisories/${made.id}/transition`, call);
    expect(submitted.statusCode, submitted.body).toBe(200);
    expect((await listMessages(id)).map(({ body }) => JSON.parse(body).data.advisory)).toMatchObject([
      { id: made.id, name: 'Look <b>', before: 'draft', state: submitted.json().state },
    ]);
  });
});

describe('calls of webhooks', () => {
  it.each([
    [{ name: '' }, 'name'],
    [{ url: '' }, 'url'],
    [{ url: 'ftp://plant.example' }, 'url'],
    [{ url: 'https://user:secret@plant.example' }, 'url'],
    [{ events: [] }, 'events'],
    [{ minimumLevel: 1001 }, 'minimumLevel'],
  ])('refuse %j', async (fields, where) => {
    const body = {
      name: `Refused ${++count}`,
      url: 'https://plant.example',
      events: ['level.changed'],
      ...fields,
    };
    const answer = await ask('POST', path, body);
    expect([answer.statusCode, answer.json().errors?.[0]?.path]).toEqual([400, where]);
  });

  it('require the right to manage connections', async () => {
    const viewer = await makeViewerSession(test.tenant.db);
    expect((await ask('POST', `${path}/filters`, {}, viewer)).statusCode).toBe(403);
    expect((await ask('POST', `${path}/filters`, {}, {})).statusCode).toBe(401);
  });

  it('answer 404 for a deleted webhook and for a message of another webhook', async () => {
    const [one, other] = [await create(), await create()];
    const message = await sendTest(other.id);
    expect((await ask('POST', `${path}/${one.id}/messages/${message.id}/send`)).statusCode).toBe(404);
    expect(
      (await ask('POST', path, { name: other.name, url: other.url, events: other.events })).statusCode,
    ).toBe(409);
    expect((await ask('DELETE', `${path}/${one.id}`)).statusCode).toBe(204);
    expect((await ask('GET', `${path}/${one.id}`)).statusCode).toBe(404);
    expect((await ask('POST', `${path}/${one.id}/test`)).statusCode).toBe(404);
  });
});
