import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../../../platform/context.ts';
import { runJobs } from '../../../platform/jobs/job-runner.ts';
import { appendPoints } from '../../../series/index.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { Client } from '../../../testing/client.ts';
import {
  makeAsset,
  makeProtection,
  makeTag,
  makeTwin,
  makeUser,
  makeUserSession,
} from '../../../testing/factories.ts';
import { startEvaluation } from '../../protections/evaluation/service.ts';
import { sendMailJob } from '../../system/mail/jobs.ts';
import { plantTimeZone, writeSystemSetting } from '../../system/setting/service.ts';
import { adviseOfFiringsJob } from '../advisory/jobs.ts';
import { notifyOfEventsJob } from './jobs.ts';

let test: TestApp;
let running: Running[] = [];

beforeAll(async () => {
  test = await createTestApp();
  running = [
    await runJobs(test.tenant, [notifyOfEventsJob, adviseOfFiringsJob, sendMailJob], test.context.log),
    await startEvaluation(test.tenant, test.context.log),
  ];
});
afterAll(async () => {
  await Promise.all(running.map((part) => part.close()));
  await test.close();
});

/** Makes a twin with a protection whose threshold High is `[Temperature] > 80`, evaluated at a point of 20. */
async function makeWatched(assetName: string, actions: unknown[]) {
  const { db } = test.tenant;
  const assetId = await makeAsset(db, { assetName });
  const tagId = await makeTag(db, { assetIds: [assetId] });
  const aliases = [{ name: 'Temperature', type: 'data_point' as const, mappedTagId: tagId }];
  const twinId = await makeTwin(db, { assetId, aliases });
  const [protectionId, threshold] = await db.transaction().execute(async (transaction) => {
    const id = await makeProtection(transaction, { twinId, name: 'Heat' });
    const row = await transaction
      .updateTable('threshold')
      .set({ actions: JSON.stringify(actions) })
      .where('protection_id', '=', id)
      .returning('id')
      .executeTakeFirstOrThrow();
    return [id, row.id];
  });
  let time = Date.UTC(2026, 0, 1);
  async function point(value: number): Promise<void> {
    time += 60_000;
    await appendPoints(db, [{ tagId, times: [time], values: [value] }]);
    await expect
      .poll(
        async () => {
          const row = await db
            .selectFrom('protection')
            .select('evaluated_at')
            .where('id', '=', protectionId)
            .executeTakeFirst();
          return row?.evaluated_at?.getTime();
        },
        { timeout: 10_000 },
      )
      .toBe(time);
  }
  await point(20);
  return { twinId, threshold, point, tagId, start: Date.UTC(2026, 0, 1) };
}

/** Returns the address of the Monitor of a twin with a range. */
const monitor = (twinId: number, from: string, to: string) =>
  `/apps/twins/${twinId}/protections?${new URLSearchParams({ from, to })}`;

async function settled(): Promise<void> {
  const count = async () => {
    const { rows } = await test.tenant.pool.query('select count(*) as count from graphile_worker.jobs');
    return rows[0].count;
  };
  await expect.poll(count, { timeout: 10_000 }).toBe(0);
}

async function listMessages(userId: number) {
  await settled();
  return test.tenant.db
    .selectFrom('notification')
    .select(['message', 'group_count as count', 'source_type as context'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

const viewer = () => makeUser(test.tenant.db, { groups: ['VIEWERS'] });
const subscribe = (userId: number, twinId: number) =>
  test.tenant.db.insertInto('subscription').values({ user_id: userId, twin_id: twinId }).execute();

describe('a threshold’s notify action', () => {
  it('notifies its recipients once per excursion, in its direction', async () => {
    const [entering, leaving, both] = [await viewer(), await viewer(), await viewer()];
    const notifying = (direction: string, id: number) => ({
      type: 'notify',
      direction,
      who: [{ type: 'user', id }],
      notifySubscribers: false,
    });
    const { point } = await makeWatched('Pump', [
      notifying('enter', entering),
      notifying('exit', leaving),
      notifying('both', both),
      { type: 'advisory', direction: 'enter' },
    ]);
    await point(90);
    await point(95);
    const began = { message: 'Pump: High of Heat began.', context: 'protection', count: 1 };
    expect(await listMessages(entering)).toEqual([began]);
    expect(await listMessages(leaving)).toEqual([]);
    expect(await listMessages(both)).toEqual([began]);
    await point(10);
    const ended = { message: 'Pump: High of Heat ended.', context: 'protection', count: 1 };
    expect(await listMessages(entering)).toEqual([began]);
    expect(await listMessages(leaving)).toEqual([ended]);
    expect(await listMessages(both)).toEqual([{ ...ended, count: 2 }]);
  });

  it('sends mails with time, threshold, values in the units of the logic, and duration', async () => {
    const { db } = test.tenant;
    const who = [{ type: 'email', value: 'shift@plant.example' }];
    const { point, tagId, twinId, threshold } = await makeWatched('Fan', [
      { type: 'notify', direction: 'both', who },
    ]);
    await db.updateTable('tag').set({ unit: '[degF]' }).where('id', '=', tagId).execute();
    await db.updateTable('tag_alias').set({ unit: 'Cel' }).where('twin_id', '=', twinId).execute();
    const stated = {
      cause: 'Dry bearing',
      consequence: '',
      response: 'Grease above {warm}',
      timeToRespond: 'PT8H',
    };
    await db
      .insertInto('twin_parameter')
      .values({ twin_id: twinId, name: 'warm', kind: 'number', unit: 'Cel', value: JSON.stringify(60) })
      .execute();
    await db
      .updateTable('threshold')
      .set({ rationalization: JSON.stringify(stated) })
      .where('id', '=', threshold)
      .execute();
    // 90.5 and 10 °C
    await point(194.9);
    await settled();
    await writeSystemSetting(db, plantTimeZone, { timeZone: 'Asia/Tokyo' });
    await point(50);
    await settled();
    await writeSystemSetting(db, plantTimeZone, { timeZone: 'UTC' });
    const mails = await db
      .selectFrom('mail')
      .select(['subject', 'text'])
      .where('recipient', '=', 'shift@plant.example')
      .orderBy('id')
      .execute();
    const linkTo = (from: string, to: string) =>
      `http://localhost:8080${monitor(twinId, `2025-12-31T12:${from}:00.000Z`, `2026-01-01T12:${to}:00.000Z`)}`;
    expect(mails).toEqual([
      {
        subject: 'Fan: High of Heat began.',
        text:
          'Fan: High of Heat began.\n\nWhen: 2026-01-01 00:02 (+00:00, UTC)\n' +
          'What: [Temperature] > 80, level 500\nValues: Temperature 90.5 °C (limit > 80 °C)\n' +
          `Cause: Dry bearing\nResponse: Grease above 60 °C\nRespond within: 8 h\n\n${linkTo('02', '02')}\n`,
      },
      {
        subject: 'Fan: High of Heat ended.',
        text:
          'Fan: High of Heat ended.\n\nWhen: 2026-01-01 09:03 (+09:00, Asia/Tokyo)\n' +
          'What: [Temperature] > 80, level 500\nValues: Temperature 10 °C (limit > 80 °C)\n' +
          `Began: 2026-01-01 09:02 (+09:00, Asia/Tokyo)\nLasted: 1 min\n\n${linkTo('02', '03')}\n`,
      },
    ]);
  });

  it('notifies the twin’s subscribers if configured, and each user only once', async () => {
    const subscriber = await viewer();
    const action = { type: 'notify', who: [{ type: 'user', id: subscriber }], notifySubscribers: true };
    const { twinId, point } = await makeWatched('Fan', [action]);
    await subscribe(subscriber, twinId);
    await point(90);
    expect(await listMessages(subscriber)).toEqual([
      { message: 'Fan: High of Heat began.', context: 'protection', count: 1 },
    ]);
  });

  it('does not fire for late points', async () => {
    const userId = await viewer();
    const action = { type: 'notify', who: [{ type: 'user', id: userId }] };
    const { point, tagId, start, twinId } = await makeWatched('Late', [action]);
    await subscribe(userId, twinId);
    await point(20);
    await appendPoints(test.tenant.db, [{ tagId, times: [start + 90_000], values: [99] }]);
    await expect
      .poll(
        async () => {
          const rows = await test.tenant.db
            .selectFrom('excursion')
            .innerJoin('protection', 'protection.id', 'excursion.protection_id')
            .select('excursion.id')
            .where('twin_id', '=', twinId)
            .execute();
          return rows.length;
        },
        { timeout: 10_000 },
      )
      .toBe(1);
    expect(await listMessages(userId)).toEqual([]);
  });
});

describe('a subscriber', () => {
  it('is notified of each excursion of the twin, and a later one replaces the earlier one', async () => {
    const [subscriber, other] = [await viewer(), await viewer()];
    const { twinId, point, threshold } = await makeWatched('Mill', []);
    await subscribe(subscriber, twinId);
    await point(90);
    await point(20);
    await point(91);
    expect(await listMessages(subscriber)).toEqual([
      { message: 'Mill: High of Heat began.', context: 'twin', count: 2 },
    ]);
    expect(await listMessages(other)).toEqual([]);
    const row = await test.tenant.db
      .selectFrom('notification')
      .select(['url', 'grouping', 'twin_id', 'type'])
      .where('user_id', '=', subscriber)
      .executeTakeFirst();
    expect(row).toEqual({
      url: monitor(twinId, '2025-12-31T12:04:00.000Z', '2026-01-01T12:04:00.000Z'),
      grouping: `threshold:${threshold}`,
      twin_id: twinId,
      type: 'excursion',
    });
  });

  it('receives the cause of an excursion: level, value against the limit, begin and end', async () => {
    const subscriber = await viewer();
    const { twinId, point, tagId } = await makeWatched('Saw', []);
    await test.tenant.db.updateTable('tag').set({ unit: 'Cel' }).where('id', '=', tagId).execute();
    await subscribe(subscriber, twinId);
    const readExcursion = async () => {
      await settled();
      const row = await test.tenant.db
        .selectFrom('notification')
        .select('excursion')
        .where('user_id', '=', subscriber)
        .executeTakeFirst();
      return row?.excursion;
    };
    await point(90);
    const drivenBy = { protection: 'Heat', threshold: 'High', level: 500 };
    const value = { input: 'Temperature', unit: '°C', limit: '> 80 °C' };
    expect(await readExcursion()).toEqual({
      ...drivenBy,
      values: [{ ...value, value: 90 }],
      start: '2026-01-01T00:02:00.000Z',
      end: null,
    });
  });

  it('receives notifications on an open page', async () => {
    const userId = await viewer();
    const address = await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { twinId, point } = await makeWatched('Kiln', []);
    await subscribe(userId, twinId);
    const client = new Client(address, await makeUserSession(test.tenant.db, userId));
    const stream = await client.events();
    await point(90);
    const notified = () =>
      stream.events.flatMap((event) => (event.type === 'notification' ? [event.notification] : []));
    await expect
      .poll(notified)
      .toMatchObject([{ message: 'Kiln: High of Heat began.', twinId, read: false }]);
    stream.stop();
  });
});
