import { loadImage } from '@napi-rs/canvas';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import {
  makeAsset,
  makeExcursion,
  makeProtection,
  makeTwin,
  makeUser,
  makeUserSession,
} from '../../../testing/factories.ts';
import { aggregateMailJob } from '../../outcomes/notification/jobs.ts';
import { drawPicture } from './draw.ts';
import { type Picture, pale, strong } from './picture.ts';

const bars: Picture = {
  name: 'bars',
  kind: 'bars',
  description: 'Bars',
  categories: ['One', 'Two'],
  series: [
    { name: 'Low', color: strong, values: [1, 5] },
    { name: 'High', color: pale, values: [2, 8] },
  ],
  limit: 4,
  prefix: '$',
  width: 300,
  height: 120,
};

describe('a picture', () => {
  it('is a PNG with twice its size in pixels', async () => {
    const image = await loadImage(drawPicture(bars));
    expect([image.width, image.height]).toEqual([600, 240]);
  });

  it('contains its values and texts', () => {
    const drawn = drawPicture(bars);
    expect(drawPicture(bars).equals(drawn)).toBe(true);
    const others = [
      { ...bars, limit: null },
      { ...bars, kind: 'lines' as const },
      { ...bars, prefix: '€' },
      { ...bars, categories: ['One', 'Three'] },
      { ...bars, series: [bars.series[0]!, { ...bars.series[1]!, values: [2, 7] }] },
    ];
    for (const other of others) expect(drawPicture(other).equals(drawn)).toBe(false);
  });
});

describe('the weekly summary mail', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());

  /** Creates a user with weekly mails, whose latest was due a minute ago. */
  async function reader(groups: ['VIEWERS'] | []): Promise<{ userId: number; email: string; dueAt: Date }> {
    const { db } = test.tenant;
    const userId = await makeUser(db, { groups });
    const email = `reader-${userId}@plant.example`;
    await db.updateTable('app_user').set({ email }).where('id', '=', userId).execute();
    await test.ask('POST', '/api/settings/notification', await makeUserSession(db, userId), {
      notifications: [],
      dailyAggregate: false,
      weeklyAggregate: true,
    });
    const dueAt = new Date(Math.floor(Date.now() / 600_000) * 600_000);
    await db
      .updateTable('notification_aggregate')
      .set({ due_at: dueAt, since: new Date(dueAt.getTime() - 7 * 86_400_000) })
      .where('user_id', '=', userId)
      .execute();
    return { userId, email, dueAt };
  }

  const run = (userId: number, dueAt: Date) =>
    aggregateMailJob.run({
      tenant: test.tenant,
      payload: { userId, period: 'weekly', dueAt: dueAt.toISOString() },
      log: test.context.log,
      signal: new AbortController().signal,
      attempt: 1,
      maximumAttempts: 25,
    });

  const mailTo = (recipient: string) =>
    test.tenant.db.selectFrom('mail').selectAll().where('recipient', '=', recipient).executeTakeFirst();

  it('contains alarms and value, with pictures and links, and escapes names', async () => {
    const { db } = test.tenant;
    const twinId = await makeTwin(db, { assetId: await makeAsset(db, { assetName: 'Pump' }) });
    const protectionId = await makeProtection(db, { twinId });
    const { userId, email, dueAt } = await reader(['VIEWERS']);
    for (let i = 1; i <= 12; i++) {
      const start = new Date(dueAt.getTime() - 3_600_000 + i * 1000).toISOString();
      await makeExcursion(db, { protectionId, start, end: start });
    }
    const closedAt = new Date(dueAt.getTime() - 60_000);
    await sql`
      with closed as (
        insert into advisory (twin_id, source, name, state, outcome, remediation_id, closed_at)
        values (${twinId}, 'user', 'Bearing', 'closed', 'prevented', 1, ${closedAt}) returning id)
      insert into advisory_value (advisory_id, closed_at, failure_cost_low, failure_cost_high, cost)
      select id, ${closedAt}, 20000, 50000, 1500 from closed`.execute(db);
    await sql`insert into notification (user_id, source_type, type, message, in_app, time_stamp, created_at)
      values (${userId}, 'twin', 'excursion', '<b>Pump</b> began.', false, ${closedAt}, ${closedAt})`.execute(
      db,
    );
    await run(userId, dueAt);
    const mail = (await mailTo(email))!;
    expect(mail.subject).toBe('Twinward: 1 notification of the week');
    expect(mail.text).toContain('Alarm performance\n- 12 alarms; ');
    expect(mail.text).toContain('- Most alarms in 10 minutes: 12, at most 10 wanted\n');
    expect(mail.text).toContain('1 closed, of which 1 with an approved value: $18,500 to $48,500 net');
    expect(mail.text).toContain('http://localhost:8080/apps/value-ledger?period=year');
    expect(mail.html).toContain('&lt;b&gt;Pump&lt;/b&gt; began.');
    expect(mail.html).toContain('href="http://localhost:8080/apps/alarm-performance?range=week&amp;until=');
    const pictures = await db
      .selectFrom('mail_picture')
      .select(['name', 'description', 'data'])
      .where('mail_id', '=', mail.id)
      .orderBy('position')
      .execute();
    expect(pictures.map(({ name, description }) => [name, description])).toEqual([
      ['alarms', 'Alarms per 1 h: at most 12; the dashed line is the target, 6'],
      ['value', expect.stringMatching(/^Net value by month: \d{4}-\d\d \$18,500 to \$48,500$/)],
    ]);
    for (const { name, data } of pictures) {
      expect(mail.html).toContain(`src="cid:${name}"`);
      expect((await loadImage(data)).width).toBe(1200);
    }
  });

  it('contains no plant data for a reader without access to it', async () => {
    const { userId, email, dueAt } = await reader([]);
    await run(userId, dueAt);
    expect(await mailTo(email)).toBeUndefined();
  });
});
