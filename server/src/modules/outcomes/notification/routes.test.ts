import type { Notification, Recipient } from '@twinward/contracts/advisories/notification';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { makeUser, makeUserSession } from '../../../testing/factories.ts';
import { type NewNotification, notify, pruneNotifications } from './service.ts';

let test: TestApp;
let userId: number;
let headers: Record<string, string>;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  userId = await makeUser(test.tenant.db, { groups: ['VIEWERS'] });
  headers = await makeUserSession(test.tenant.db, userId);
});

const call = (method: Method, url: string, body?: unknown, as = headers) => test.ask(method, url, as, body);

const time = new Date('2026-03-02T10:00:00Z');

const sendNotification = (message: string, more: Partial<NewNotification> = {}) =>
  sendNotifications([{ message, ...more }]);

/** Sends all notifications with one call. */
function sendNotifications(these: readonly Partial<NewNotification>[]) {
  const notifications = these.map((one) => ({
    recipients: [{ type: 'user' as const, id: userId }],
    context: 'twin',
    type: 'excursion',
    twinId: null,
    message: '',
    url: '/apps/twins/1',
    grouping: null,
    time,
    ...one,
  }));
  return test.tenant.db.transaction().execute((transaction) => notify(transaction, notifications));
}

async function list(query = '', as = headers) {
  const answer = await call('GET', `/api/notifications${query}`, undefined, as);
  expect(answer.statusCode, answer.body).toBe(200);
  return {
    records: answer.json<Notification[]>(),
    messages: answer.json<Notification[]>().map(({ message }) => message),
    total: Number(answer.headers['x-paging-total-records']),
    unread: Number(answer.headers['x-unread-count']),
  };
}

describe('notifications', () => {
  it('are listed latest first, with the total and the number of unread ones', async () => {
    for (const message of ['one', 'two', 'three']) await sendNotification(message);
    const all = await list();
    expect(all.records[0]).toEqual({
      id: expect.any(Number),
      twinId: null,
      sourceType: 'twin',
      message: 'three',
      read: false,
      timeStamp: '2026-03-02T10:00:00.000Z',
      url: '/apps/twins/1',
      type: 'excursion',
      grouping: null,
      groupCount: 1,
      excursion: null,
    });
    expect(all).toMatchObject({ messages: ['three', 'two', 'one'], total: 3, unread: 3 });
    expect(await list('?page-size=1&page-number=2')).toMatchObject({
      messages: ['two'],
      total: 3,
      unread: 3,
    });
    await call('PUT', `/api/notifications/${all.records[1]!.id}`, { read: true });
    expect(await list('?unread=true')).toMatchObject({ messages: ['three', 'one'], total: 2, unread: 2 });
  });

  it('are returned in pages of 50 by default', async () => {
    const many = Array.from({ length: 51 }, (_, i) => ({
      user_id: userId,
      source_type: 'twin',
      type: 'excursion',
      message: `m ${i}`,
      in_app: true,
      time_stamp: time,
    }));
    await test.tenant.db.insertInto('notification').values(many).execute();
    const { records, total } = await list();
    expect([records.length, total]).toEqual([50, 51]);
  });

  it('replace an earlier one with the same grouping, and count it', async () => {
    await sendNotification('High began', { grouping: 'threshold:1' });
    await sendNotification('Low began', { grouping: 'threshold:2' });
    const [, first] = (await list()).records;
    await call('PUT', `/api/notifications/${first!.id}`, { read: true });
    await sendNotification('High began again', { grouping: 'threshold:1' });
    const { records, total, unread } = await list();
    expect(records).toMatchObject([
      { message: 'High began again', groupCount: 2, read: false },
      { message: 'Low began', groupCount: 1 },
    ]);
    expect([total, unread]).toEqual([2, 2]);
    expect((await call('DELETE', `/api/notifications/${first!.id}`)).statusCode).toBe(404);
    const url = `/api/notifications/${first!.id}?grouping=threshold:1`;
    expect((await call('PUT', url, { read: true })).statusCode).toBe(204);
    expect((await list()).records[0]).toMatchObject({ message: 'High began again', read: true });
    expect((await call('DELETE', url)).statusCode).toBe(204);
    expect((await list()).messages).toEqual(['Low began']);
  });

  it('of one grouping in the same call are merged into one that counts all', async () => {
    await sendNotification('High began', { grouping: 'threshold:1' });
    await sendNotifications([
      { message: 'High ended', grouping: 'threshold:1' },
      { message: 'Low began', grouping: 'threshold:2' },
      { message: 'High began again', grouping: 'threshold:1' },
      { message: 'alone' },
      { message: 'alone' },
    ]);
    expect((await list()).records).toMatchObject([
      { message: 'alone', groupCount: 1 },
      { message: 'alone', groupCount: 1 },
      { message: 'High began again', groupCount: 3 },
      { message: 'Low began', groupCount: 1 },
    ]);
  });

  it('are marked as read and deleted all at once', async () => {
    for (const message of ['one', 'two', 'three']) await sendNotification(message);
    const [third] = (await list()).records;
    expect((await call('PUT', `/api/notifications/${third!.id}`, { read: true })).statusCode).toBe(204);
    expect((await call('DELETE', '/api/notifications')).statusCode).toBe(204);
    expect(await list()).toMatchObject({ messages: ['two', 'one'], unread: 2 });
    expect((await call('PUT', '/api/notifications', { read: true })).statusCode).toBe(204);
    expect(await list()).toMatchObject({ total: 2, unread: 0 });
    await call('PUT', '/api/notifications', { read: false });
    expect((await call('DELETE', '/api/notifications?all=true')).statusCode).toBe(204);
    expect(await list()).toMatchObject({ total: 0, unread: 0 });
  });

  it('are private to each user', async () => {
    await sendNotification('mine');
    const [mine] = (await list()).records;
    const admin = await makeUser(test.tenant.db, { isAdmin: true });
    const other = await makeUserSession(test.tenant.db, admin);
    expect((await list('', other)).messages).toEqual([]);
    const url = `/api/notifications/${mine!.id}`;
    expect((await call('PUT', url, { read: true }, other)).statusCode).toBe(404);
    expect((await call('DELETE', url, undefined, other)).json().message).toBe('Notification not found.');
    await call('DELETE', '/api/notifications?all=true', undefined, other);
    expect((await list()).messages).toEqual(['mine']);
  });

  it('answer 400 and 401', async () => {
    expect((await call('PUT', '/api/notifications', {})).json().message).toBe('read: Required.');
    expect((await call('PUT', '/api/notifications/x', { read: true })).statusCode).toBe(400);
    expect((await call('GET', '/api/notifications?page-size=0')).statusCode).toBe(400);
    for (const [method, url] of [
      ['GET', '/api/notifications'],
      ['PUT', '/api/notifications'],
      ['DELETE', '/api/notifications'],
      ['PUT', '/api/notifications/1'],
      ['DELETE', '/api/notifications/1'],
      ['GET', '/api/settings/notification'],
      ['POST', '/api/settings/notification'],
    ] as const) {
      expect((await call(method, url, undefined, {})).statusCode).toBe(401);
    }
  });
});

const initial = {
  notifications: [
    { context: 'protection', type: 'threshold', inApp: true, email: false },
    { context: 'twin', type: 'excursion', inApp: true, email: false },
    { context: 'advisory', type: 'review', inApp: true, email: false },
    { context: 'advisory', type: 'state', inApp: true, email: false },
    { context: 'tag', type: 'early', inApp: true, email: false },
    { context: 'advisory', type: 'comment', inApp: true, email: false },
    { context: 'evaluation', type: 'set-aside', inApp: true, email: false },
    { context: 'pattern', type: 'trained', inApp: true, email: false },
    { context: 'pattern', type: 'unfit', inApp: true, email: false },
    { context: 'twin-model', type: 'waiting', inApp: true, email: false },
    { context: 'twin-model', type: 'upgraded', inApp: true, email: false },
    { context: 'twin-model', type: 'failed', inApp: true, email: false },
    { context: 'exchange', type: 'imported', inApp: true, email: false },
    { context: 'exchange', type: 'failed', inApp: true, email: false },
    { context: 'record', type: 'reminder', inApp: true, email: false },
    { context: 'connection', type: 'failed', inApp: true, email: false },
    { context: 'connection', type: 'quiet', inApp: true, email: false },
    { context: 'connection', type: 'certificate', inApp: true, email: false },
    { context: 'webhook', type: 'stopped', inApp: true, email: false },
    { context: 'work-request', type: 'failed', inApp: true, email: false },
    { context: 'figure', type: 'limit', inApp: true, email: false },
    { context: 'system', type: 'disk-full', inApp: true, email: false },
  ],
  dailyAggregate: false,
  weeklyAggregate: false,
};
const settings = '/api/settings/notification';

describe('recipients', () => {
  const outbox = async () =>
    await test.tenant.db.selectFrom('mail').select(['recipient', 'subject', 'text']).orderBy('id').execute();

  it('are users, members of groups and addresses, each notified once', async () => {
    const { db } = test.tenant;
    await db.deleteFrom('mail').execute();
    await db
      .insertInto('user_group')
      .values({ name: `G${userId}`, caption: 'G' })
      .execute();
    await db
      .insertInto('user_group_member')
      .values({ user_id: userId, group_name: `G${userId}` })
      .execute();
    const recipients: Recipient[] = [
      { type: 'user', id: userId },
      { type: 'group', id: `G${userId}` },
      { type: 'email', value: 'shift@plant.example' },
      { type: 'email', value: 'off@plant.example', enabled: false },
    ];
    await sendNotification('notified', { recipients });
    expect((await list()).messages).toEqual(['notified']);
    expect(await outbox()).toEqual([
      {
        recipient: 'shift@plant.example',
        subject: 'notified',
        text: 'notified\n\nhttp://localhost:8080/apps/twins/1\n',
      },
    ]);
  });

  it('are not notified if disabled, without permission for twins, or with notifications switched off', async () => {
    const { db } = test.tenant;
    const disabled = await makeUser(db, { groups: ['VIEWERS'], enabled: false });
    const stranger = await makeUser(db, { groups: ['LIST_MANAGERS'] });
    const recipients: Recipient[] = [
      { type: 'user', id: disabled },
      { type: 'user', id: stranger },
      { type: 'user', id: 999_999 },
      { type: 'user', id: userId, enabled: false },
    ];
    await sendNotification('nobody', { recipients });
    const rows = await db.selectFrom('notification').select('id').where('message', '=', 'nobody').execute();
    expect(rows).toEqual([]);
  });

  it('are notified by the channels that they chose', async () => {
    const { db } = test.tenant;
    await db.deleteFrom('mail').execute();
    await db.updateTable('app_user').set({ email: 'ada@plant.example' }).where('id', '=', userId).execute();
    expect((await call('GET', settings)).json()).toEqual(initial);
    const byMail = {
      ...initial,
      notifications: initial.notifications.with(1, {
        ...initial.notifications[1]!,
        inApp: false,
        email: true,
      }),
    };
    expect((await call('POST', settings, byMail)).json()).toEqual(byMail);
    await sendNotification('by mail');
    await sendNotification('on screen', { context: 'protection', type: 'threshold' });
    expect((await list()).messages).toEqual(['on screen']);
    expect((await outbox()).map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['ada@plant.example', 'by mail'],
    ]);
  });

  it('choose among the existing kinds', async () => {
    const answer = await call('POST', settings, {
      ...initial,
      notifications: [{ context: 'moon', type: 'full', inApp: true, email: true }],
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toBe("notifications.0: There is no notification 'full' of 'moon'.");
    expect((await call('POST', settings, { ...initial, dailyAggregate: 'yes' })).statusCode).toBe(400);
  });
});

it('get ids that become visible in order, with concurrent senders', async () => {
  const seen: number[] = [];
  let done = false;
  const watching = (async () => {
    while (!done) {
      const rows = await test.tenant.db
        .selectFrom('notification')
        .select('id')
        .where('user_id', '=', userId)
        .where('id', '>', seen.at(-1) ?? 0)
        .orderBy('id')
        .execute();
      seen.push(...rows.map(({ id }) => id));
    }
  })();
  await Promise.all(Array.from({ length: 30 }, (_, i) => sendNotification(`at a time ${i}`)));
  await new Promise((resolve) => setTimeout(resolve, 50));
  done = true;
  await watching;
  expect(seen).toHaveLength(30);
});

it('deletes read notifications after 90 days, and keeps unread ones', async () => {
  const { db } = test.tenant;
  for (const message of ['read long ago', 'read lately', 'unread']) await sendNotification(message);
  await sql`update notification set read = true where user_id = ${userId} and message like 'read%'`.execute(
    db,
  );
  await sql`update notification set created_at = now() - interval '91 days'
    where user_id = ${userId} and message in ('read long ago', 'unread')`.execute(db);
  await sql`update notification set created_at = now() - interval '89 days'
    where user_id = ${userId} and message = 'read lately'`.execute(db);
  await pruneNotifications(db);
  expect((await list()).messages).toEqual(['unread', 'read lately']);
});
