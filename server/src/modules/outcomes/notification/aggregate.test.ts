import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeUser, makeUserSession } from '../../../testing/factories.ts';
import { aggregateMailJob } from './aggregate.ts';
import { nextDue } from './aggregate-store.ts';

let test: TestApp;
let userId: number;
let headers: Record<string, string>;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  const { db } = test.tenant;
  userId = await makeUser(db, { groups: ['VIEWERS'] });
  headers = await makeUserSession(db, userId);
  const zone = { email: 'ada@plant.example', time_zone: 'Europe/Berlin' };
  await db.updateTable('app_user').set(zone).where('id', '=', userId).execute();
  await db.deleteFrom('mail').execute();
});

const choose = (body: { dailyAggregate?: boolean; weeklyAggregate?: boolean }) =>
  test.app.inject({
    method: 'POST',
    url: '/api/settings/notification',
    headers,
    payload: { notifications: [], dailyAggregate: false, weeklyAggregate: false, ...body },
  });

const due = () =>
  test.tenant.db
    .selectFrom('notification_aggregate')
    .select(['period', 'since', 'due_at'])
    .where('user_id', '=', userId)
    .orderBy('period')
    .execute();

async function listJobs(): Promise<{ key: string; run_at: Date }[]> {
  const { rows } = await test.tenant.pool.query(
    'select key, run_at from graphile_worker.jobs where key like $1 order by key',
    [`aggregate:%:${userId}`],
  );
  return rows;
}

const mails = () =>
  test.tenant.db.selectFrom('mail').select(['recipient', 'subject', 'text']).orderBy('id').execute();

const run = (period: 'daily' | 'weekly', dueAt: Date) =>
  aggregateMailJob.run({
    tenant: test.tenant,
    payload: { userId, period, dueAt: dueAt.toISOString() },
    log: test.context.log,
    signal: new AbortController().signal,
    attempt: 1,
    maximumAttempts: 25,
  });

describe('the next summary mail', () => {
  it.each([
    ['daily', '2026-03-02T05:59:59Z', '2026-03-02T06:00:00.000Z'],
    ['daily', '2026-03-02T06:00:00Z', '2026-03-03T06:00:00.000Z'],
    ['daily', '2026-03-28T12:00:00Z', '2026-03-29T05:00:00.000Z'],
    ['weekly', '2026-03-02T05:00:00Z', '2026-03-02T06:00:00.000Z'],
    ['weekly', '2026-03-02T07:00:00Z', '2026-03-09T06:00:00.000Z'],
    ['weekly', '2026-03-25T07:00:00Z', '2026-03-30T05:00:00.000Z'],
  ] as const)('with period %s after %s is due at %s', async (period, after, dueAt) => {
    const next = await nextDue(test.tenant.db, userId, period, new Date(after));
    expect(next.toISOString()).toBe(dueAt);
  });

  it('is a job while enabled', async () => {
    await choose({ dailyAggregate: true, weeklyAggregate: true });
    const rows = await due();
    expect(rows.map(({ period }) => period)).toEqual(['daily', 'weekly']);
    expect(await listJobs()).toEqual([
      { key: `aggregate:daily:${userId}`, run_at: rows[0]!.due_at },
      { key: `aggregate:weekly:${userId}`, run_at: rows[1]!.due_at },
    ]);
    await choose({});
    expect(await due()).toEqual([]);
    await run('daily', rows[0]!.due_at);
    expect(await mails()).toEqual([]);
  });

  it('follows the user’s time zone', async () => {
    await choose({ dailyAggregate: true });
    const [before] = await due();
    await test.app.inject({
      method: 'POST',
      url: '/api/user/current/update',
      headers,
      payload: { timeZone: 'Asia/Tokyo' },
    });
    const [after] = await due();
    expect(after!.due_at.getUTCHours()).toBe(22);
    expect(after!.since).toEqual(before!.since);
    expect(await listJobs()).toEqual([{ key: `aggregate:daily:${userId}`, run_at: after!.due_at }]);
  });
});

describe('a summary mail', () => {
  async function scheduled(): Promise<Date> {
    await choose({ dailyAggregate: true });
    const dueAt = new Date(Date.now() - 60_000);
    await test.tenant.db
      .updateTable('notification_aggregate')
      .set({ since: new Date(dueAt.getTime() - 86_400_000), due_at: dueAt })
      .where('user_id', '=', userId)
      .execute();
    return dueAt;
  }

  async function add(message: string, createdAt: Date, more: object = {}): Promise<void> {
    const row = {
      user_id: userId,
      source_type: 'twin',
      type: 'excursion',
      message,
      in_app: false,
      time_stamp: new Date('2026-03-02T10:30:00Z'),
      ...more,
    };
    const { id } = await test.tenant.db
      .insertInto('notification')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow();
    await test.tenant.pool.query('update notification set created_at = $2 where id = $1', [id, createdAt]);
  }

  it('contains new notifications once, in the user’s time zone, with offsets in a repeated hour', async () => {
    const dueAt = await scheduled();
    const before = (milliseconds: number) => new Date(dueAt.getTime() - milliseconds);
    await add('too old', before(90_000_000));
    const excursion = {
      protection: 'Heat',
      threshold: 'High',
      level: 500,
      values: [{ input: 'Temperature', value: 90, unit: '°C', limit: '> 80 °C' }],
      start: '2026-03-02T10:30:00.000Z',
      end: null,
    };
    const known = { group_count: 3, excursion: JSON.stringify(excursion) };
    await add('Pump: High of Heat began.', before(2000), known);
    await add('Fan: High of Heat began.', before(1000), { time_stamp: new Date('2026-10-25T01:10:00Z') });
    await add('too new', new Date(dueAt.getTime() + 1000));
    await run('daily', dueAt);
    await run('daily', dueAt);
    expect(await mails()).toEqual([
      {
        recipient: 'ada@plant.example',
        subject: 'Twinward: 2 notifications of the day',
        text:
          '2026-10-25 02:10 +01:00  Fan: High of Heat began.\n' +
          '2026-03-02 11:30  Pump: High of Heat began. (3 times) ' +
          'Level 500. Temperature 90 °C (limit > 80 °C).\n\n' +
          'http://localhost:8080/home\n',
      },
    ]);
    const [next] = await due();
    expect(next!.since).toEqual(dueAt);
    expect(next!.due_at.getTime()).toBeGreaterThan(Date.now());
    expect((await listJobs())[0]!.run_at).toEqual(next!.due_at);
  });

  it('is not sent if there is nothing to report', async () => {
    await run('daily', await scheduled());
    expect(await mails()).toEqual([]);
    expect((await due())[0]!.due_at.getTime()).toBeGreaterThan(Date.now());
  });
});
