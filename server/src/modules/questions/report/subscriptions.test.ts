import { loadImage } from '@napi-rs/canvas';
import type { DashboardCard } from '@twinward/contracts/questions/dashboard-card';
import { cardFigures } from '@twinward/contracts/questions/dashboard-card';
import type { ReportSubscription } from '@twinward/contracts/questions/report-subscription';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import {
  makeAsset,
  makeExcursion,
  makeProtection,
  makeTag,
  makeTwin,
  makeUser,
  makeUserSession,
} from '../../../testing/factories.ts';
import { sendDueReports } from './send.ts';

let test: TestApp;
let manager: Person;
let viewer: Person;
beforeAll(async () => {
  test = await createTestApp();
  manager = await makePerson('manager', ['VIEWERS', 'DASHBOARD_MANAGERS']);
  viewer = await makePerson('viewer', ['VIEWERS']);
});
afterAll(() => test.close());

interface Person {
  userId: number;
  email: string;
  ask(method: Method, url: string, body?: unknown): ReturnType<TestApp['ask']>;
}

async function makePerson(name: string, groups: ('VIEWERS' | 'DASHBOARD_MANAGERS')[]): Promise<Person> {
  const { db } = test.tenant;
  const userId = await makeUser(db, { groups, timeZone: 'Europe/Berlin' });
  const email = `${name}@plant.example`;
  await db.updateTable('app_user').set({ email }).where('id', '=', userId).execute();
  const headers = await makeUserSession(db, userId);
  return { userId, email, ask: (method, url, body) => test.ask(method, url, headers, body) };
}

const weekly = { period: 'weekly', hour: 7, timeZone: 'Europe/Berlin' } as const;
const place = { title: '', x: 0, y: 0, w: 4, h: 4 };

async function subscribe({ ask }: Person, subject: object): Promise<ReportSubscription> {
  const answer = await ask('POST', '/api/report-subscriptions', { subject, ...weekly });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

async function makeDashboard(cards: Partial<DashboardCard>[], sharing = 'private'): Promise<string> {
  const placed = cards.map((card, y) => ({ ...place, y, id: `card-${y}`, ...card }));
  const answer = await manager.ask('POST', '/api/dashboards', {
    name: 'Shift',
    sharing,
    content: { cards: placed },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().id;
}

async function makeQuery(name: string, definition: object): Promise<number> {
  const answer = await manager.ask('POST', '/api/queries', { name, sharing: 'tenant', definition });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().id;
}

const send = (now = new Date()) => sendDueReports(test.tenant, test.context.log, now);
const mailsTo = ({ email }: Person) =>
  test.tenant.db.selectFrom('mail').selectAll().where('recipient', '=', email).orderBy('id').execute();

/** Writes the mail of a dashboard or query immediately. */
async function writeMail(person: Person, subject: object) {
  const { id } = await subscribe(person, subject);
  expect((await person.ask('POST', `/api/report-subscriptions/${id}/send`)).statusCode).toBe(204);
  await send();
  await person.ask('DELETE', `/api/report-subscriptions/${id}`);
  return (await mailsTo(person)).at(-1)!;
}

describe('a report', () => {
  it('is mailed once when it is due, and again by its schedule in its time zone', async () => {
    const made = await subscribe(viewer, { kind: 'dashboard', id: 'data-health' });
    expect(made).toMatchObject({ name: 'Data health', lastAt: null, ...weekly });
    const dueAt = new Date(made.nextAt);
    const inBerlin = new Intl.DateTimeFormat('en-US', {
      timeZone: 'Europe/Berlin',
      weekday: 'long',
      hour: '2-digit',
      hour12: false,
    });
    expect(inBerlin.format(dueAt)).toBe('Monday, 07');
    await send(new Date(dueAt.getTime() - 1000));
    expect(await mailsTo(viewer)).toEqual([]);
    await Promise.all([send(dueAt), send(dueAt)]);
    await send(dueAt);
    const [mail, ...others] = await mailsTo(viewer);
    expect(others).toEqual([]);
    expect(mail!.subject).toBe('Twinward: Data health');
    expect(mail!.text).toContain('http://localhost:8080/dashboard?id=data-health');
    const [after] = (await viewer.ask('GET', '/api/report-subscriptions')).json<ReportSubscription[]>();
    expect(after!.lastAt).toBe(made.nextAt);
    expect(Date.parse(after!.nextAt)).toBeGreaterThan(dueAt.getTime());
    await viewer.ask('DELETE', `/api/report-subscriptions/${made.id}`);
  });

  it('is accessible only to its user', async () => {
    const { id } = await subscribe(manager, { kind: 'dashboard', id: 'plant-risk' });
    const path = `/api/report-subscriptions/${id}`;
    for (const [method, url, body] of [
      ['PUT', path, weekly],
      ['DELETE', path, undefined],
      ['POST', `${path}/send`, undefined],
    ] as const) {
      expect((await viewer.ask(method, url, body)).statusCode).toBe(404);
    }
    const changed = await manager.ask('PUT', path, { ...weekly, period: 'monthly', hour: 23 });
    expect(changed.json()).toMatchObject({ period: 'monthly', hour: 23 });
    const own = await makeDashboard([]);
    const refused = await viewer.ask('POST', '/api/report-subscriptions', {
      subject: { kind: 'dashboard', id: own },
      ...weekly,
    });
    expect(refused.statusCode).toBe(404);
  });

  it('contains every kind of card, with tables and charts, and escapes names', async () => {
    const { db } = test.tenant;
    const twinId = await makeTwin(db, { assetId: await makeAsset(db, { assetName: '<b>Pump</b>' }) });
    const protectionId = await makeProtection(db, { twinId });
    const now = Date.now();
    const start = new Date(now - 7_200_000).toISOString();
    await makeExcursion(db, { protectionId, start, end: start });
    const tagId = await makeTag(db, { unit: 'Cel' });
    await test.ask('POST', `/api/tags/${tagId}/data-points`, await administrator(), [
      { time: now - 7_200_000, value: 20 },
      { time: now - 3_600_000, value: 80 },
    ]);
    const queryId = await makeQuery('Twins by level', {
      source: { kind: 'records', type: 'twin' },
      columns: [
        { kind: 'group', key: 'name', path: 'asset.assetName', caption: 'Twin' },
        { kind: 'aggregate', key: 'count', aggregate: 'count', caption: 'Number' },
      ],
      display: { view: 'bar', values: ['count'], conditionalColors: [] },
    });
    const dashboardId = await makeDashboard([
      { kind: 'text', text: '# Handover' },
      { kind: 'query', queryId },
      ...cardFigures.map((figure) => ({
        kind: 'number' as const,
        source: { kind: 'figure' as const, figure },
      })),
      { kind: 'number', source: { kind: 'tag', tagId } },
      { kind: 'number', source: { kind: 'query', queryId } },
      { kind: 'trend', tagId, protectionId },
      { kind: 'twin-map' },
      { kind: 'risk-matrix' },
      { kind: 'top-risks' },
      { kind: 'protection-record' },
      { kind: 'advisories' },
      { kind: 'excursions' },
      { kind: 'silent-twins' },
      { kind: 'levels' },
      ...(['figures', 'rate', 'targets', 'priorities', 'worst'] as const).map((part) => ({
        kind: 'alarm-performance' as const,
        part,
      })),
      { kind: 'query', queryId: 999_999 },
    ]);
    const values = { range: { from: 'now-1d', to: 'now' } };
    const { id, text, html } = await writeMail(manager, { kind: 'dashboard', id: dashboardId, values });
    expect(text).toContain('Text\n- # Handover\n');
    expect(text).toContain('Twin | Number\n<b>Pump</b> | 1\n');
    expect(html).toContain('&lt;b&gt;Pump&lt;/b&gt;');
    expect(html).not.toContain('<b>Pump');
    expect(text).toContain('80 °C at last, 20 °C to 80 °C in the range');
    expect(text).toContain('1 began in the range');
    expect(text).toContain('Excursions\n- 1\n- 0 before\n');
    expect(text).toContain('- There is no risk analysis.\n');
    expect(text).toContain('Figure | Value | At most | Met\n');
    expect(text).toContain('- Error loading query/card.\n');
    expect(text).toContain(`/dashboard?id=${dashboardId}&from=now-1d&to=now`);
    const pictures = await db
      .selectFrom('mail_picture')
      .select(['name', 'description', 'data'])
      .where('mail_id', '=', id)
      .execute();
    expect(pictures.map(({ name }) => name.replace(/\d+/, 'N'))).toEqual(
      expect.arrayContaining([
        'card-N-chart',
        'card-N-course',
        'card-N-trend',
        'card-N-levels',
        'card-N-alarms',
      ]),
    );
    for (const { name, description, data } of pictures) {
      expect(html).toContain(`src="cid:${name}"`);
      expect(description).not.toBe('');
      expect((await loadImage(data)).width).toBe(1200);
    }
  });

  it('of a query contains its number', async () => {
    const queryId = await makeQuery('Twins', {
      source: { kind: 'records', type: 'twin' },
      columns: [{ kind: 'aggregate', key: 'count', aggregate: 'count', caption: 'Number' }],
      display: { view: 'number', values: ['count'], conditionalColors: [] },
    });
    const { subject, text } = await writeMail(viewer, { kind: 'query', id: queryId });
    expect(subject).toBe('Twinward: Twins');
    expect(text).toMatch(/- Number: \d+\n/);
  });

  it('of a query prevents the deletion of the query', async () => {
    const queryId = await makeQuery('Kept', {
      source: { kind: 'records', type: 'twin' },
      columns: [{ kind: 'aggregate', key: 'count', aggregate: 'count', caption: 'Number' }],
    });
    const path = `/api/queries/${queryId}`;
    const { id } = await subscribe(viewer, { kind: 'query', id: queryId });
    const { user_name: userName } = await test.tenant.db
      .selectFrom('app_user')
      .select('user_name')
      .where('id', '=', viewer.userId)
      .executeTakeFirstOrThrow();
    const use = { kind: 'report', id: null, name: `of ${userName}`, lastUsedOn: null };
    expect((await manager.ask('GET', `${path}/uses`)).json()).toEqual([use]);
    expect((await viewer.ask('GET', `${path}/uses`)).json()).toEqual([{ ...use, id, name: 'Kept' }]);
    expect((await manager.ask('DELETE', path)).json().message).toBe(
      `The query is used by report of ${userName}. Please remove it there first.`,
    );
    await viewer.ask('DELETE', `/api/report-subscriptions/${id}`);
    expect((await manager.ask('DELETE', path)).statusCode).toBe(204);
  });

  it('ends with a mail when its reader loses access', async () => {
    const id = await makeDashboard([{ kind: 'levels' }], 'tenant');
    const { id: subscriptionId } = await subscribe(viewer, { kind: 'dashboard', id });
    await manager.ask('DELETE', `/api/dashboards/${id}`);
    await viewer.ask('POST', `/api/report-subscriptions/${subscriptionId}/send`);
    await send();
    const mail = (await mailsTo(viewer)).at(-1)!;
    expect(mail.subject).toBe('Twinward: Shift is no longer mailed');
    const left = (await viewer.ask('GET', '/api/report-subscriptions')).json<ReportSubscription[]>();
    expect(left.filter((one) => one.id === subscriptionId)).toEqual([]);
  });

  it('is not written for a disabled user', async () => {
    const { userId, email, ask } = await makePerson('left', ['VIEWERS']);
    const { id } = await subscribe({ userId, email, ask }, { kind: 'dashboard', id: 'data-health' });
    await ask('POST', `/api/report-subscriptions/${id}/send`);
    await test.tenant.db.updateTable('app_user').set({ enabled: false }).where('id', '=', userId).execute();
    await send();
    expect(await mailsTo({ userId, email, ask })).toEqual([]);
  });
});

describe('a report that fails', () => {
  it('is reported to its reader and to administrators, is retried with back-off, and recovers', async () => {
    const { db } = test.tenant;
    const { id, nextAt } = await subscribe(viewer, { kind: 'dashboard', id: 'data-health' });
    const setZone = (timeZone: string) =>
      db.updateTable('app_user').set({ time_zone: timeZone }).where('id', '=', viewer.userId).execute();
    // Simulates a zone that was removed from the time zone database.
    await setZone('Mars/Base');
    const own = async () =>
      (await viewer.ask('GET', '/api/report-subscriptions'))
        .json<ReportSubscription[]>()
        .find((one) => one.id === id)!;
    let now = new Date(nextAt);
    for (const minutes of [10, 20, 40]) {
      await send(now);
      const failed = await own();
      const failure = 'The report could not be written.';
      expect(failed).toMatchObject({ failedAt: now.toISOString(), failure, lastAt: null });
      expect(Date.parse(failed.nextAt) - now.getTime()).toBe(minutes * 60_000);
      now = new Date(failed.nextAt);
    }
    const path = '/api/report-subscriptions/failures';
    const { failure } = await own();
    const { rows } = await sql<{ user_name: string }>`
      select user_name from app_user where id = ${viewer.userId}`.execute(db);
    expect((await test.ask('GET', path, await administrator())).json()).toEqual([
      expect.objectContaining({ id, name: 'Data health', userName: rows[0]!.user_name, failure }),
    ]);
    await setZone('Europe/Berlin');
    await send(now);
    expect(await own()).toMatchObject({ failedAt: null, failure: null, lastAt: now.toISOString() });
    expect((await test.ask('GET', path, await administrator())).json()).toEqual([]);
    await viewer.ask('DELETE', `/api/report-subscriptions/${id}`);
  });
});

it('a user can have at most 50 reports and 50 alerts, also with concurrent requests', async () => {
  const { ask } = await makePerson('eager', ['VIEWERS']);
  const values = { range: { from: 'now-1d', to: 'now' } };
  const report = { subject: { kind: 'dashboard', id: 'data-health' }, ...weekly };
  const alert = {
    source: { kind: 'figure', figure: 'silent-twins' },
    values,
    name: 'Silence',
    direction: 'above',
    limit: 1,
  };
  for (const [path, body] of [
    ['/api/report-subscriptions', report],
    ['/api/figure-alerts', alert],
  ] as const) {
    const answers = await Promise.all(Array.from({ length: 56 }, () => ask('POST', path, body)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(50);
    expect((await ask('GET', path)).json()).toHaveLength(50);
  }
});

async function administrator(): Promise<Record<string, string>> {
  const { db } = test.tenant;
  return makeUserSession(db, await makeUser(db, { isAdmin: true }));
}
