import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { makeSession, makeTwin, makeUser, makeUserSession } from '../../testing/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it.each([
  ['makes a file', 'GET', '/api/advisories/1/attachments/999999', undefined, 404],
  ['starts a command', 'POST', '/api/tags/999999/recalculate', {}, 404],
] as const)(
  'limits how often a user calls a route that %s, over all of their sessions',
  async (_, method, url, body, status) => {
    const { db } = test.tenant;
    const [userId, otherId] = [await makeUser(db, { isAdmin: true }), await makeUser(db, { isAdmin: true })];
    const sessions = [await makeUserSession(db, userId), await makeUserSession(db, userId)];
    const statuses = new Set<number>();
    for (let count = 0; count < 120; count += 1) {
      statuses.add((await test.ask(method, url, sessions[count % 2]!, body)).statusCode);
    }
    expect([...statuses]).toEqual([status]);
    const refused = await test.ask(method, url, sessions[0]!, body);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.json().id).toBe('too-many-requests');
    expect((await test.ask(method, url, await makeUserSession(db, otherId), body)).statusCode).toBe(status);
  },
);

it.each(['page-number=2&page-size=1', 'pageNumber=2&pageSize=1', 'page=2&size=1'])(
  'returns a page of a list for %s',
  async (query) => {
    const { db } = test.tenant;
    const viewer = await makeSession(db, { groups: ['VIEWERS'] });
    const twinId = await makeTwin(db);
    const writer = await makeSession(db, { isAdmin: true });
    for (const name of ['A', 'B']) await test.ask('POST', '/api/failure-modes', writer, { twinId, name });
    const answer = await test.ask('GET', `/api/twins/${twinId}/failure-modes?${query}`, viewer);
    expect(answer.headers['x-paging-total-records']).toBe('2');
    expect(answer.json().map(({ name }: { name: string }) => name)).toEqual(['B']);
  },
);
