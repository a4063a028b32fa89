import { routes } from '@twinward/contracts/core/routes';
import type { CreatedDisplay, Display } from '@twinward/contracts/questions/display';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publish } from '../../../platform/live/live-events.ts';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { makeSession, makeUser, makeUserSession, makeViewerSession } from '../../../testing/factories.ts';
import { toHeaders } from '../../../testing/headers.ts';

let test: TestApp;
let managerId: number;
let manager: Record<string, string>;
beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  managerId = await makeUser(db, { groups: ['VIEWERS', 'DASHBOARD_MANAGERS'], timeZone: 'Europe/Berlin' });
  manager = await makeUserSession(db, managerId);
});
afterAll(() => test.close());

const hour = 3600_000;
const inAnHour = () => new Date(Date.now() + hour).toISOString();
const ask = (method: Method, url: string, body?: unknown, headers = manager) =>
  test.ask(method, url, headers, body);
const status = async (answer: Promise<{ statusCode: number }>) => (await answer).statusCode;
async function open(fields: object = {}): Promise<CreatedDisplay> {
  const answer = await ask('POST', '/api/displays', {
    name: 'Hall',
    dashboards: ['data-health'],
    expiresAt: inAnHour(),
    ...fields,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
async function makeDashboard(): Promise<string> {
  const card = { id: 'silent', kind: 'silent-twins', x: 0, y: 0, w: 4, h: 4 };
  const answer = await ask('POST', '/api/dashboards', { name: 'Own', content: { cards: [card] } });
  return answer.json().id;
}
const values = { values: { range: { from: 'now-7d', to: 'now' } } };

describe('a display', () => {
  it('can read its dashboards and their cards, and nothing else', async () => {
    const [own, hidden] = [await makeDashboard(), await makeDashboard()];
    const { token, ...display } = await open({ dashboards: [own, 'data-health'], seconds: 30 });
    const wall = toHeaders(token);
    const content = (await ask('GET', '/api/displays/content', undefined, wall)).json();
    expect(content).toMatchObject({ name: 'Hall', seconds: 30, timeZone: 'Europe/Berlin' });
    expect(content.dashboards.map((one: { id: string }) => one.id)).toEqual([own, 'data-health']);
    const card = await ask('POST', `/api/dashboards/${own}/cards/silent`, values, wall);
    expect(card.json()).toEqual({ kind: 'silent-twins', twins: [], total: 0 });
    expect(await status(ask('POST', `/api/dashboards/${hidden}/cards/silent`, values, wall))).toBe(404);
    expect(await status(ask('POST', '/api/dashboards/plant-risk/cards/top', values, wall))).toBe(404);
    const [listed] = (await ask('GET', '/api/displays'))
      .json<Display[]>()
      .filter(({ id }) => id === display.id);
    expect(listed!.lastSeenAt).not.toBeNull();
  });

  it('may make no other call, although its owner is an administrator', async () => {
    const administrator = await makeSession(test.tenant.db, { isAdmin: true });
    const answer = await ask(
      'POST',
      '/api/displays',
      { name: 'Hall', dashboards: ['plant-risk'], expiresAt: inAnHour() },
      administrator,
    );
    const wall = toHeaders(answer.json().token);
    const others = routes.filter(({ access, display }) => access !== 'public' && !display);
    expect(others.length).toBeGreaterThan(200);
    for (const { method, path } of others) {
      const url = path.replaceAll(/:\w+/g, '1');
      const refused = await ask(method, url, method === 'GET' || method === 'DELETE' ? undefined : {}, wall);
      expect([`${method} ${path}`, refused.statusCode]).toEqual([`${method} ${path}`, 403]);
    }
  });

  it('is refused after it is deleted or expired, or its owner is disabled', async () => {
    const { db } = test.tenant;
    const [deleted, expired, left] = [await open(), await open(), await open()];
    const seen = ({ token }: CreatedDisplay) =>
      status(ask('GET', '/api/displays/content', undefined, toHeaders(token)));
    expect([await seen(deleted), await seen(expired), await seen(left)]).toEqual([200, 200, 200]);
    await ask('DELETE', `/api/displays/${deleted.id}`);
    await db
      .updateTable('display')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', expired.id)
      .execute();
    expect([await seen(deleted), await seen(expired), await seen(left)]).toEqual([401, 401, 200]);
    await db.updateTable('app_user').set({ enabled: false }).where('id', '=', managerId).execute();
    expect(await seen(left)).toBe(401);
    await db.updateTable('app_user').set({ enabled: true }).where('id', '=', managerId).execute();
    expect(await seen(left)).toBe(200);
  });

  it('loses access that its owner loses', async () => {
    const { db } = test.tenant;
    const { token } = await open();
    await db.deleteFrom('user_group_member').where('user_id', '=', managerId).execute();
    expect(await status(ask('GET', '/api/displays/content', undefined, toHeaders(token)))).toBe(403);
    for (const group_name of ['VIEWERS', 'DASHBOARD_MANAGERS']) {
      await db.insertInto('user_group_member').values({ user_id: managerId, group_name }).execute();
    }
  });

  it('is stored without its token', async () => {
    const { token } = await open();
    const rows = await test.tenant.db.selectFrom('display').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect((await ask('GET', '/api/displays')).body).not.toContain(token);
    const trail = await test.tenant.db.selectFrom('audit_entry').selectAll().execute();
    expect(JSON.stringify(trail)).not.toContain(token);
  });

  it('is created and deleted by managers for themselves', async () => {
    const { db } = test.tenant;
    const viewer = await makeViewerSession(db);
    const second = await makeSession(db, { groups: ['VIEWERS', 'DASHBOARD_MANAGERS'] });
    const own = await makeDashboard();
    const body = { name: 'Hall', dashboards: ['plant-risk'], expiresAt: inAnHour() };
    expect(await status(ask('POST', '/api/displays', body, viewer))).toBe(403);
    expect(await status(ask('POST', '/api/displays', body, {}))).toBe(401);
    const { id } = await open();
    expect(await status(ask('DELETE', `/api/displays/${id}`, undefined, second))).toBe(404);
    const foreign = await ask('POST', '/api/displays', { ...body, dashboards: [own] }, second);
    expect([foreign.statusCode, foreign.json().message]).toEqual([
      400,
      'dashboards.0: There is no such dashboard.',
    ]);
    for (const expiresAt of [new Date(Date.now() - hour), new Date(Date.now() + 3 * 366 * 24 * hour)]) {
      const refused = await ask('POST', '/api/displays', { ...body, expiresAt: expiresAt.toISOString() });
      expect(refused.json().message).toBe('expiresAt: Please give a time at most two years ahead.');
    }
  });

  it('receives change events, but no events for single users', async () => {
    const address = await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { token } = await open();
    const abort = new AbortController();
    const response = await fetch(`${address}/api/displays/events`, {
      headers: toHeaders(token),
      signal: abort.signal,
    });
    expect(response.status).toBe(200);
    let heard = '';
    const reading = (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of response.body!) heard += decoder.decode(chunk, { stream: true });
    })().catch(() => undefined);
    await expect.poll(() => heard).toContain('"opened"');
    await publish(test.tenant.db, { type: 'changed', kind: 'user-setting' }, managerId);
    await publish(test.tenant.db, { type: 'command', command: { commandId: 'x' } as never });
    await publish(test.tenant.db, { type: 'points', tagIds: [7] });
    await expect.poll(() => heard).toContain('"points"');
    expect(heard).not.toContain('user-setting');
    expect(heard).not.toContain('command');
    abort.abort();
    await reading;
  });
});
