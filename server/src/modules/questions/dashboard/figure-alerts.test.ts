import type { FigureAlert } from '@twinward/contracts/questions/figure-alert';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { makeSession, makeTag, makeUser, makeUserSession } from '../../../testing/factories.ts';
import { watchFigures } from './watch-figures.ts';

let test: TestApp;
let userId: number;
let headers: Record<string, string>;
let others: Record<string, string>;
beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  userId = await makeUser(db, { groups: ['VIEWERS'] });
  headers = await makeUserSession(db, userId);
  others = await makeUserSession(db, await makeUser(db, { groups: ['VIEWERS'] }));
});
afterAll(() => test.close());

const ask = (method: Method, url: string, body?: unknown) => test.ask(method, url, headers, body);
const values = { range: { from: 'now-1d', to: 'now' } };
const silent = { source: { kind: 'figure', figure: 'silent-twins' }, values };

const messages = async (): Promise<string[]> => {
  const rows = await test.tenant.db
    .selectFrom('notification')
    .select(['message', 'group_count'])
    .where('user_id', '=', userId)
    .where('source_type', '=', 'figure')
    .execute();
  return rows.map(({ message, group_count }) => `${message} ${group_count}`);
};

describe('an alert on a figure', () => {
  it('notifies its user once for each crossing, with hysteresis', async () => {
    const tagId = await makeTag(test.tenant.db);
    const administrator = await makeUserSession(
      test.tenant.db,
      await makeUser(test.tenant.db, { isAdmin: true }),
    );
    const made = await ask('POST', '/api/figure-alerts', {
      source: { kind: 'tag', tagId },
      values,
      name: 'Oil',
      direction: 'above',
      limit: 80,
      release: 70,
    });
    expect(made.statusCode, made.body).toBe(201);
    const { id } = made.json<FigureAlert>();
    const start = Date.now() - 3_600_000;
    const states: boolean[] = [];
    for (const [minute, value] of [79, 81.5, 75, 82, 70, 90].entries()) {
      const time = start + minute * 60_000;
      await test.ask('POST', `/api/tags/${tagId}/data-points`, administrator, [{ time, value }]);
      await watchFigures(test.tenant, test.context.log);
      await watchFigures(test.tenant, test.context.log);
      const [alert] = (await ask('GET', '/api/figure-alerts')).json<FigureAlert[]>();
      expect(alert).toMatchObject({ id, value });
      states.push(alert!.isOver);
    }
    expect(states).toEqual([false, true, true, true, false, true]);
    expect(await messages()).toEqual(['Oil: 90 is above 80. 2']);
    await ask('DELETE', `/api/figure-alerts/${id}`);
  });

  it('is visible only to its user, and refused if the figure can’t be read', async () => {
    const limit = { name: 'Silence', direction: 'below', limit: -1 };
    const { id } = (await ask('POST', '/api/figure-alerts', { ...silent, ...limit })).json<FigureAlert>();
    const path = `/api/figure-alerts/${id}`;
    expect((await test.ask('PUT', path, others, limit)).statusCode).toBe(404);
    expect((await test.ask('DELETE', path, others)).statusCode).toBe(404);
    expect((await test.ask('GET', '/api/figure-alerts', others)).json()).toEqual([]);
    const changed = await ask('PUT', path, { ...limit, release: 3 });
    expect(changed.json()).toMatchObject({ direction: 'below', limit: -1, release: 3, isOver: false });
    const wrong = await ask('PUT', path, { ...limit, release: -2 });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.body).toContain('Please enter a number that is not below the limit.');
    const gone = { source: { kind: 'query', queryId: 999_999 }, values, ...limit };
    expect((await ask('POST', '/api/figure-alerts', gone)).statusCode).toBe(404);
    await ask('DELETE', path);
  });

  it('does not affect other alerts when it fails', async () => {
    const { db } = test.tenant;
    const tagId = await makeTag(db);
    const limit = { direction: 'above', limit: -1 };
    await ask('POST', '/api/figure-alerts', {
      source: { kind: 'tag', tagId },
      values,
      name: 'Gone',
      ...limit,
    });
    await ask('POST', '/api/figure-alerts', { ...silent, name: 'Silence', ...limit });
    await db.deleteFrom('tag').where('id', '=', tagId).execute();
    await watchFigures(test.tenant, test.context.log);
    const alerts = (await ask('GET', '/api/figure-alerts')).json<FigureAlert[]>();
    expect(alerts.map(({ name, isOver, failure }) => [name, isOver, failure])).toEqual([
      ['Gone', false, 'Tag not found.'],
      ['Silence', true, null],
    ]);
  });

  it('returns when and why its figure can’t be read, until it can be read', async () => {
    const { db } = test.tenant;
    const manager = await makeSession(db, { groups: ['VIEWERS', 'DASHBOARD_MANAGERS'] });
    const query = {
      name: 'Twins',
      definition: {
        source: { kind: 'records', type: 'twin' },
        columns: [{ kind: 'aggregate', key: 'n', aggregate: 'count', caption: 'Twins' }],
        display: { view: 'number', values: ['n'] },
      },
    };
    const shared = { ...query, sharing: 'tenant' };
    const queryId = (await test.ask('POST', '/api/queries', manager, shared)).json<{ id: number }>().id;
    const path = `/api/queries/${queryId}`;
    const made = await ask('POST', '/api/figure-alerts', {
      source: { kind: 'query', queryId },
      values,
      name: 'Too many twins',
      direction: 'above',
      limit: 1000,
    });
    expect(made.statusCode, made.body).toBe(201);
    const { id } = made.json<FigureAlert>();
    const now = new Date();
    const afterCheck = async () => {
      await watchFigures(test.tenant, test.context.log, now);
      return (await ask('GET', '/api/figure-alerts')).json<FigureAlert[]>().find((one) => one.id === id)!;
    };
    expect(await afterCheck()).toMatchObject({ failedAt: null, failure: null, value: expect.any(Number) });
    const hidden = { ...query, sharing: 'private', version: 1 };
    expect((await test.ask('PUT', path, manager, hidden)).statusCode).toBe(200);
    expect(await afterCheck()).toMatchObject({
      failedAt: now.toISOString(),
      failure: 'Query not found.',
      isOver: false,
    });
    await test.ask('PUT', path, manager, { ...shared, version: 2 });
    expect(await afterCheck()).toMatchObject({ failedAt: null, failure: null });

    const { user_name: userName } = await db
      .selectFrom('app_user')
      .select('user_name')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const use = { kind: 'alert', id: null, name: `of ${userName}`, lastUsedOn: null };
    expect((await test.ask('GET', `${path}/uses`, manager)).json()).toContainEqual(use);
    expect((await ask('GET', `${path}/uses`)).json()).toContainEqual({ ...use, id, name: 'Too many twins' });
    const refused = await test.ask('DELETE', path, manager);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      `The query is used by alert of ${userName}. Please remove it there first.`,
    ]);
    await ask('DELETE', `/api/figure-alerts/${id}`);
    expect((await test.ask('DELETE', path, manager)).statusCode).toBe(204);
  });
});
