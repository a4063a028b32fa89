import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession } from '../../../testing/factories.ts';
import { testTenant, toHeaders } from '../../../testing/headers.ts';
import { createAdministrator } from '../user/service.ts';
import { calculateExpiry } from './settings.ts';

const password = 'correct horse 1!';
const minute = 60_000;
const url = '/api/settings/security/sessions';
let test: TestApp;
let security: Record<string, string>;

beforeAll(async () => {
  test = await createTestApp();
  await createAdministrator(test.tenant.db, password);
  security = await makeSession(test.tenant.db, { groups: ['SECURITY_ADMINISTRATORS'] });
});
afterAll(() => test.close());

const set = (body: unknown, headers = security) => test.ask('POST', url, headers, body);

async function signIn(): Promise<{ id: string; timeLeft: number }> {
  const body = { databaseName: testTenant, userName: 'admin', password };
  return (await test.ask('POST', '/api/login', {}, body)).json();
}

it.each([
  [0, 15],
  [50, 65],
  [119, 120],
  [200, 120],
])('a session used after %d minutes lasts until minute %d, never past its absolute end', (used, end) => {
  const start = new Date('2026-01-01T00:00:00Z');
  const settings = { idleMinutes: 15, maximumHours: 2 };
  const now = start.getTime() + used * minute;
  expect(calculateExpiry(settings, start, now).getTime() - start.getTime()).toBe(end * minute);
});

it('the session length applies to new sessions and to extensions', async () => {
  expect((await test.ask('GET', url, security)).json()).toEqual({ idleMinutes: 720, maximumHours: 168 });
  expect((await set({ idleMinutes: 30, maximumHours: 1 })).statusCode).toBe(200);
  const { id, timeLeft } = await signIn();
  expect(timeLeft).toBe(30 * minute);
  const { db } = test.tenant;
  const created_at = new Date(Date.now() - 58 * minute);
  await db
    .updateTable('session')
    .set({ expires_at: new Date(Date.now() + minute) })
    .execute();
  const headers = toHeaders(id);
  const extend = async () => (await test.ask('POST', '/api/sessions', headers)).json().timeLeft;
  expect(await extend()).toBeGreaterThan(29 * minute);
  // Sets the start of the session to 58 minutes ago.
  await db.executeQuery(
    db
      .updateTable('session')
      .set({ expires_at: new Date(Date.now() + minute), created_at: created_at as never })
      .compile(),
  );
  expect(await extend()).toBeLessThanOrEqual(2 * minute);
});

it.each([
  [{ idleMinutes: 5, maximumHours: 1 }, 'idleMinutes: Please enter a number between 10 and 10080.'],
  [{ idleMinutes: 30.5, maximumHours: 1 }, 'idleMinutes: Please enter an integer.'],
  [{ idleMinutes: 30, maximumHours: 5000 }, 'maximumHours: Please enter a number between 1 and 2160.'],
])('the settings %j are rejected', async (body, message) => {
  const answer = await set(body);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().message).toBe(message);
});

it('the settings answer 400, 401 and 403', async () => {
  expect((await set({ idleMinutes: 30 })).statusCode).toBe(400);
  expect((await set({ idleMinutes: 30, maximumHours: 1 }, {})).statusCode).toBe(401);
  const viewer = await makeSession(test.tenant.db, { groups: ['VIEWERS'] });
  expect((await set({ idleMinutes: 30, maximumHours: 1 }, viewer)).statusCode).toBe(403);
});
