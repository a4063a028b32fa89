import type { MailDelivery } from '@twinward/contracts/advisories/mail-delivery';
import { toWall } from '@twinward/domain/time-zone';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import {
  makeAsset,
  makeServiceAccount,
  makeTwin,
  makeUser,
  makeUserSession,
} from '../../../testing/factories.ts';
import { heldMailsJob } from './jobs.ts';
import { type NewNotification, notify } from './service.ts';

const url = '/api/settings/notification/mails';
const timeZone = 'Asia/Kolkata';
const initial: MailDelivery = {
  period: 'at-once',
  minimumLevel: null,
  quietHours: null,
  urgentAtOnce: false,
};
/** Returns quiet hours that include now, and end in one or two hours. */
function quietNow() {
  const hour = new Date(toWall(Date.now(), timeZone)).getUTCHours();
  return { from: hour, to: (hour + 2) % 24 };
}

let test: TestApp;
let userId: number;
let headers: Record<string, string>;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  const { db } = test.tenant;
  await db.deleteFrom('mail').execute();
  userId = await makeUser(db, { groups: ['VIEWERS'] });
  headers = await makeUserSession(db, userId);
  const reachable = { email: `${userId}@plant.example`, time_zone: timeZone };
  await db.updateTable('app_user').set(reachable).where('id', '=', userId).execute();
  const byMail = { context: 'twin', type: 'excursion', inApp: true, email: true };
  await test.ask('POST', '/api/settings/notification', headers, {
    notifications: [byMail],
    dailyAggregate: false,
    weeklyAggregate: false,
  });
});

const choose = (delivery: Partial<MailDelivery>) =>
  test.ask('POST', url, headers, { ...initial, ...delivery });

function sendNotification(message: string, more: Partial<NewNotification> = {}) {
  const notification: NewNotification = {
    recipients: [{ type: 'user', id: userId }],
    context: 'twin',
    type: 'excursion',
    twinId: null,
    message,
    url: '/apps/twins/1',
    grouping: null,
    time: new Date('2026-03-02T10:00:00Z'),
    ...more,
  };
  return test.tenant.db.transaction().execute((transaction) => notify(transaction, [notification]));
}

const mails = () =>
  test.tenant.db.selectFrom('mail').select(['recipient', 'subject', 'text']).orderBy('id').execute();
const subjects = async () => (await mails()).map(({ subject }) => subject);
const inApp = async () =>
  (await test.ask('GET', '/api/notifications', headers))
    .json<{ message: string }[]>()
    .map(({ message }) => message);

async function jobs(): Promise<{ payload: { userId: number; dueAt: string }; run_at: Date }[]> {
  const { rows } = await test.tenant.pool.query(
    `select payload, run_at from graphile_worker._private_jobs where key like $1 order by run_at`,
    [`held-mails:${userId}:%`],
  );
  return rows;
}

/** Runs the job of the next due mail immediately. */
async function send(): Promise<void> {
  const [next] = await jobs();
  await heldMailsJob.run({
    tenant: test.tenant,
    payload: next!.payload,
    log: test.context.log,
    signal: new AbortController().signal,
    attempt: 1,
    maximumAttempts: 25,
  });
}

describe('the choice of mails', () => {
  it('is mail at once for all levels by default', async () => {
    expect((await test.ask('GET', url, headers)).json()).toEqual(initial);
    const chosen = { ...initial, period: 'daily', minimumLevel: 500, quietHours: { from: 22, to: 6 } };
    expect((await test.ask('POST', url, headers, chosen)).json()).toEqual(chosen);
    expect((await test.ask('GET', url, headers)).json()).toEqual(chosen);
  });

  it('answers 400, 401 and 403', async () => {
    for (const [part, message] of [
      [
        { quietHours: { from: 6, to: 6 } },
        'quietHours.to: Please choose an end hour that differs from the start hour.',
      ],
      [{ quietHours: { from: 22, to: 24 } }, 'quietHours.to: Please enter a number between 0 and 23.'],
      [{ minimumLevel: 1001 }, 'minimumLevel: Please enter a number between 0 and 1000.'],
    ] as const) {
      const answer = await test.ask('POST', url, headers, { ...initial, ...part });
      expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
    }
    expect((await test.ask('POST', url, headers, { ...initial, period: 'weekly' })).statusCode).toBe(400);
    expect((await test.ask('POST', url, headers, {})).statusCode).toBe(400);
    expect((await test.ask('GET', url, {})).statusCode).toBe(401);
    expect((await test.ask('POST', url, {}, initial)).statusCode).toBe(401);
    const reading = await makeServiceAccount(test.tenant.db, { scopes: ['read'], groups: ['VIEWERS'] });
    expect((await test.ask('POST', url, reading, initial)).statusCode).toBe(403);
  });
});

describe('a notification', () => {
  it('is mailed at once by default', async () => {
    await sendNotification('Pump: High of Heat began.');
    expect(await subjects()).toEqual(['Pump: High of Heat began.']);
    expect(await jobs()).toEqual([]);
  });

  it('below the minimum level is not mailed, but stays in the application', async () => {
    await choose({ minimumLevel: 500 });
    await sendNotification('low', { level: 499 });
    await sendNotification('as high', { level: 500 });
    await sendNotification('without a level', { level: null });
    expect(await subjects()).toEqual(['as high', 'without a level']);
    expect(await inApp()).toEqual(['without a level', 'as high', 'low']);
  });

  it('is mailed after quiet hours, and is in the application at once', async () => {
    const quietHours = quietNow();
    await choose({ quietHours });
    await sendNotification('at night', { level: 1000 });
    expect([await subjects(), await inApp()]).toEqual([[], ['at night']]);
    const [job] = await jobs();
    const hour = new Date(toWall(job!.run_at.getTime(), timeZone)).getUTCHours();
    expect(hour).toBe(quietHours.to);
    await send();
    await send();
    expect(await subjects()).toEqual(['at night']);
  });

  it('that is urgent is mailed at once if chosen, even in quiet hours', async () => {
    await choose({ quietHours: quietNow(), period: 'hourly', urgentAtOnce: true });
    await sendNotification('high', { level: 750 });
    await sendNotification('urgent', { level: 751 });
    expect(await subjects()).toEqual(['urgent']);
  });

  it('is sent to plain addresses at once, and only once if an address belongs to a user', async () => {
    await choose({ period: 'daily' });
    const recipients: NewNotification['recipients'] = [
      { type: 'user', id: userId },
      { type: 'email', value: `${userId}@plant.example` },
    ];
    await sendNotification('to all', { recipients });
    expect(await subjects()).toEqual(['to all']);
    expect(await jobs()).toEqual([]);
  });
});

describe('a mail of several notifications', () => {
  it('has a section for each twin, and each grouping once with the number of notifications', async () => {
    const { db } = test.tenant;
    await choose({ period: 'hourly' });
    const twin = async (assetName: string) => makeTwin(db, { assetId: await makeAsset(db, { assetName }) });
    const [pump, fan] = [await twin('Pump'), await twin('Fan')];
    const details: NewNotification['details'] = async () => ({
      excursion: { protection: 'Heat', threshold: 'High', level: 500, values: [], start: null, end: null },
      facts: (zone) => [['Began', `in ${zone}`]],
    });
    await sendNotification('Pump: High of Heat began.', { twinId: pump, grouping: 'threshold:1' });
    await sendNotification('Fan: Low of Air began.', { twinId: fan, url: null, grouping: 'threshold:2' });
    await sendNotification('Pump: High of Heat ended.', { twinId: pump, grouping: 'threshold:1', details });
    await sendNotification('A disk is full.', { url: null });
    expect(await mails()).toEqual([]);
    const [job, ...others] = await jobs();
    expect(others).toEqual([]);
    expect(new Date(toWall(job!.run_at.getTime(), timeZone)).getUTCMinutes()).toBe(0);
    await send();
    const when = 'When: 2026-03-02 15:30 (+05:30, Asia/Kolkata)\n';
    expect(await mails()).toEqual([
      {
        recipient: `${userId}@plant.example`,
        subject: 'Twinward: 4 notifications',
        text:
          `Fan\n\nFan: Low of Air began.\n\n${when}\n\n` +
          `Pump\n\nPump: High of Heat ended. (2 times)\n\n${when}Began: in Asia/Kolkata\n\n` +
          'http://localhost:8080/apps/twins/1\n\n\n' +
          `Other notifications\n\nA disk is full.\n\n${when}`,
      },
    ]);
  });

  it('names the twin if all are of the same twin', async () => {
    const { db } = test.tenant;
    await choose({ period: 'daily' });
    const twinId = await makeTwin(db, { assetId: await makeAsset(db, { assetName: 'Mill' }) });
    for (const message of ['Mill: one', 'Mill: two']) await sendNotification(message, { twinId });
    await send();
    expect(await subjects()).toEqual(['Mill: 2 notifications']);
  });

  it('is rescheduled after a change of the choice and of the time zone', async () => {
    await choose({ period: 'daily' });
    await sendNotification('waits');
    const [before] = await jobs();
    await test.ask('POST', '/api/user/current/update', headers, { timeZone: 'Asia/Tokyo' });
    const [after] = (await jobs()).filter(({ payload }) => payload.dueAt !== before!.payload.dueAt);
    expect(new Date(toWall(after!.run_at.getTime(), 'Asia/Tokyo')).getUTCHours()).toBe(7);
    await choose({ period: 'at-once' });
    await send();
    expect(await subjects()).toEqual(['waits']);
  });

  it('is not sent to a disabled user', async () => {
    await choose({ period: 'daily' });
    await sendNotification('waits');
    const enabled = { enabled: false };
    await test.tenant.db.updateTable('app_user').set(enabled).where('id', '=', userId).execute();
    await send();
    expect(await mails()).toEqual([]);
  });
});
