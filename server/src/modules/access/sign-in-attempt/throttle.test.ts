import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession, makeUserSession } from '../../../testing/factories.ts';
import { testTenant } from '../../../testing/headers.ts';
import { createAdministrator } from '../user/service.ts';
import { pruneSignInAttempts } from './service.ts';
import { delayAfter } from './throttle.ts';

const password = 'correct horse 1!';
const plant = '10.0.0.1';
const stranger = '203.0.113.7';
let test: TestApp;
let security: Record<string, string>;

beforeAll(async () => {
  test = await createTestApp();
  await createAdministrator(test.tenant.db, password);
  security = await makeSession(test.tenant.db, { groups: ['SECURITY_ADMINISTRATORS'] });
});
afterAll(() => test.close());
beforeEach(async () => {
  const { db } = test.tenant;
  await db.deleteFrom('sign_in_failure').execute();
  await db.deleteFrom('sign_in_address').execute();
});

function signIn(secret: string, address: string, userName = 'admin') {
  return test.app.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress: address,
    payload: { databaseName: testTenant, userName, password: secret },
  });
}

/** Sets the number of failures directly. */
async function setFailures(
  kind: 'pair' | 'name' | 'address',
  failures: number,
  key: { userName?: string; address?: string },
): Promise<void> {
  await test.tenant.db
    .insertInto('sign_in_failure')
    .values({ kind, user_name: key.userName ?? '', address: key.address ?? '', failures })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'user_name', 'address']).doUpdateSet({ failures, blocked_until: null }),
    )
    .execute();
}

const endDelays = () =>
  test.tenant.db
    .updateTable('sign_in_failure')
    .set({ blocked_until: sql<Date>`now() - interval '1 second'` })
    .execute();

describe('delayAfter', () => {
  it.each([
    [0, 0],
    [4, 0],
    [5, 1],
    [6, 2],
    [9, 16],
    [15, 900],
    [2000, 900],
  ])('after %d failures is %d s', (failures, seconds) => {
    expect(delayAfter(failures, { free: 5, longest: 900 })).toBe(seconds);
  });
});

describe('a name at an address', () => {
  it('is delayed after five failures, increasingly, and the answer contains the waiting time', async () => {
    for (let i = 0; i < 5; i++) expect((await signIn('wrong', stranger)).statusCode).toBe(401);
    const first = await signIn('wrong', stranger);
    expect(first.statusCode).toBe(429);
    expect(first.json().message).toBe('Too many failed attempts. Please try again in 1 second.');
    expect(first.headers['retry-after']).toBe('1');
    await setFailures('pair', 9, { userName: 'admin', address: stranger });
    expect((await signIn('wrong', stranger)).statusCode).toBe(401);
    const later = await signIn(password, stranger);
    expect(later.statusCode).toBe(429);
    expect(later.json().message).toMatch(/in (31|32) seconds\.$/);
    await endDelays();
    expect((await signIn(password, stranger)).statusCode).toBe(200);
  });

  it('is delayed whether or not the user exists, in any case', async () => {
    for (const name of ['nobody', 'Nobody', 'NOBODY', 'nobody', 'nobody']) {
      expect((await signIn('wrong', stranger, name)).statusCode).toBe(401);
    }
    expect((await signIn('wrong', stranger, 'nobody')).statusCode).toBe(429);
  });

  it('counts each of several concurrent attempts', async () => {
    const answers = await Promise.all(Array.from({ length: 9 }, () => signIn('wrong', stranger)));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(4).fill(429)]);
  });

  it('has its failures deleted after a success, and after a day', async () => {
    for (let i = 0; i < 4; i++) await signIn('wrong', plant);
    expect((await signIn(password, plant)).statusCode).toBe(200);
    for (let i = 0; i < 5; i++) expect((await signIn('wrong', plant)).statusCode).toBe(401);
    const { db } = test.tenant;
    await db
      .updateTable('sign_in_failure')
      .set({ last_at: sql<Date>`now() - interval '25 hours'`, blocked_until: null })
      .execute();
    for (let i = 0; i < 5; i++) expect((await signIn('wrong', plant)).statusCode).toBe(401);
  });
});

describe('an attacker', () => {
  it('cannot lock users out at addresses where they have signed in before', async () => {
    expect((await signIn(password, plant)).statusCode).toBe(200);
    await setFailures('name', 500, { userName: 'admin' });
    await setFailures('address', 500, { address: plant });
    expect((await signIn('wrong', stranger)).statusCode).toBe(401);
    expect((await signIn(password, stranger)).statusCode).toBe(429);
    expect((await signIn(password, plant)).statusCode).toBe(200);
  });

  it('is delayed after failures with many names', async () => {
    await setFailures('address', 100, { address: stranger });
    expect((await signIn('wrong', stranger, 'one')).statusCode).toBe(401);
    expect((await signIn('wrong', stranger, 'another')).statusCode).toBe(429);
  });

  it('delays a name that many addresses try', async () => {
    await setFailures('name', 50, { userName: 'admin' });
    expect((await signIn('wrong', stranger)).statusCode).toBe(401);
    expect((await signIn(password, '203.0.113.8')).statusCode).toBe(429);
  });
});

describe('a delay', () => {
  const post = (url: string, headers = security) => test.app.inject({ method: 'POST', url, headers });
  const users = async () => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/users/filters',
      headers: security,
      payload: { filters: [{ field: 'UserName', operator: 'EqualTo', value: 'admin', dataType: 'C' }] },
    });
    return answer.json<{ id: number; signInDelayedUntil: string | null }[]>();
  };

  it('is shown to user managers, who can end it', async () => {
    await setFailures('pair', 20, { userName: 'admin', address: stranger });
    await signIn('wrong', stranger);
    const [admin] = await users();
    expect(Date.parse(admin!.signInDelayedUntil!)).toBeGreaterThan(Date.now());
    expect((await post(`/api/users/${admin!.id}/unlock`)).statusCode).toBe(204);
    expect((await users())[0]!.signInDelayedUntil).toBeNull();
    expect((await signIn(password, stranger)).statusCode).toBe(200);
    const unlocked = await test.tenant.db
      .selectFrom('audit_entry')
      .select(['entity_name', 'user_id'])
      .where('action', '=', 'unlock')
      .execute();
    expect(unlocked).toEqual([{ entity_name: 'admin', user_id: expect.any(Number) }]);
  });

  it('answers 400, 401, 403 and 404', async () => {
    const viewer = await makeSession(test.tenant.db, { groups: ['VIEWERS'] });
    expect((await post('/api/users/x/unlock')).statusCode).toBe(400);
    expect((await post('/api/users/1/unlock', {})).statusCode).toBe(401);
    expect((await post('/api/users/1/unlock', viewer)).statusCode).toBe(403);
    expect((await post('/api/users/999999/unlock')).statusCode).toBe(404);
  });
});

it('records rejected sign-ins in the audit trail, with the address and without the victim as actor', async () => {
  const { db } = test.tenant;
  const latest = async () =>
    db
      .selectFrom('audit_entry')
      .select(['id', 'action', 'user_id', 'user_name', 'entity_name', 'new'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
  await signIn('wrong', stranger, 'a typed secret');
  expect((await latest())[0]).toMatchObject({
    action: 'sign-in-failed',
    user_id: null,
    user_name: 'Twinward',
    entity_name: 'Unknown user',
    new: { address: stranger },
  });
  await setFailures('pair', 4, { userName: 'admin', address: stranger });
  await signIn('wrong', stranger);
  expect((await latest()).map(({ action }) => action)).toEqual(['sign-in-failed', 'sign-in-delayed']);
  const tested = await test.app.inject({
    method: 'POST',
    url: '/api/settings/security/test',
    headers: security,
    remoteAddress: plant,
    payload: { userName: 'admin', password },
  });
  expect(tested.statusCode).toBe(204);
  const [line] = await latest();
  expect(line).toMatchObject({ action: 'test-sign-in', entity_name: 'admin', new: { address: plant } });
  expect(line!.user_id).not.toBeNull();
});

it('records a delay of password confirmations in the audit trail', async () => {
  const { db } = test.tenant;
  const { id } = await db
    .selectFrom('app_user')
    .select('id')
    .where('user_name', '=', 'admin')
    .executeTakeFirstOrThrow();
  const headers = await makeUserSession(db, id);
  await setFailures('pair', 4, { userName: 'admin' });
  const body = { currentPassword: 'wrong', newPassword: 'battery staple 2?' };
  const answer = await test.ask('POST', '/api/user/current/update/password', headers, body);
  expect(answer.json().message).toBe('currentPassword: The current password is wrong.');
  const entry = await db
    .selectFrom('audit_entry')
    .select(['action', 'user_name', 'entity_id', 'new'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({
    action: 'sign-in-delayed',
    user_name: 'Twinward',
    entity_id: String(id),
    new: { address: expect.any(String) },
  });
});

it('expired failures and addresses are deleted', async () => {
  const { db } = test.tenant;
  await signIn(password, plant);
  await signIn('wrong', stranger);
  await db.updateTable('sign_in_failure').set({ last_at: sql<Date>`now() - interval '2 days'` }).execute();
  await db.updateTable('sign_in_address').set({ last_at: sql<Date>`now() - interval '91 days'` }).execute();
  await pruneSignInAttempts(db);
  expect(await db.selectFrom('sign_in_failure').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('sign_in_address').selectAll().execute()).toEqual([]);
});
