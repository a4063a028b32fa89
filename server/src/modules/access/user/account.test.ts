import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { makeSession } from '../../../testing/factories.ts';
import { testTenant, toHeaders } from '../../../testing/headers.ts';
import { createAdministrator } from './service.ts';

const password = 'correct horse 1!';
let test: TestApp;
let headers: Record<string, string>;

beforeAll(async () => {
  test = await createTestApp();
  headers = await makeSession(test.tenant.db, { groups: ['VIEWERS'] });
  await createAdministrator(test.tenant.db, password);
});
afterAll(() => test.close());

const call = (method: Method, url: string, body?: unknown, as = headers) => test.ask(method, url, as, body);

async function signIn(secret = password) {
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { 'user-agent': 'a browser' },
    payload: { databaseName: testTenant, userName: 'admin', password: secret },
  });
  return { status: answer.statusCode, headers: toHeaders(answer.json().id ?? '') };
}

describe('POST /api/user/current/update', () => {
  const update = (body: object, as = headers) => call('POST', '/api/user/current/update', body, as);

  it('changes the given fields and keeps the others', async () => {
    const full = {
      firstName: 'Ada',
      lastName: 'King',
      middleName: 'B',
      mobilePhone: '+44 1',
      timeZone: 'Europe/London',
    };
    expect((await update(full)).json()).toMatchObject(full);
    const answer = await update({ lastName: 'Lovelace' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ ...full, lastName: 'Lovelace' });
    expect((await call('GET', '/api/user/current')).json()).toEqual(answer.json());
  });

  it('returns whether the user may write records', async () => {
    const hasRecordAccess = async (user: Parameters<typeof makeSession>[1]) =>
      (await call('GET', '/api/user/current', undefined, await makeSession(test.tenant.db, user))).json()
        .hasRecordAccess;
    expect(await hasRecordAccess({ groups: ['VIEWERS'] })).toBe(false);
    expect(await hasRecordAccess({ recordTypes: ['tag'] })).toBe(true);
    expect(await hasRecordAccess({ isAdmin: true })).toBe(true);
  });

  it('rejects invalid fields, each with its error', async () => {
    const answer = await update({ email: 'nowhere', timeZone: 'Mars/Olympus', firstName: 'x'.repeat(102) });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      id: 'invalid-request',
      message: 'firstName: 2 characters over maximum length of 100.',
      errors: [
        { path: 'firstName', message: '2 characters over maximum length of 100.' },
        { path: 'email', message: 'Please enter a valid e-mail address.' },
        { path: 'timeZone', message: 'Please choose a time zone.' },
      ],
    });
  });

  it.each([{ isAdmin: true }, { assignedGroups: ['ADMINISTRATORS'] }, { enabled: false }, { userName: 'x' }])(
    'cannot grant further rights: %j',
    async (body) => {
      const before = (await call('GET', '/api/user/current')).json();
      const answer = await update(body);
      expect([answer.statusCode, answer.json()]).toEqual([200, before]);
      expect((await call('GET', '/api/user/current')).json()).toEqual(before);
    },
  );

  it('accepts the user as it was read, and rejects unknown fields', async () => {
    const before = (await call('GET', '/api/user/current')).json();
    expect((await update(before)).json()).toEqual(before);
    expect((await update({ ...before, colour: 'red' })).json().message).toBe('There is no field colour.');
  });

  it('requires a session', async () => expect((await update({}, {})).statusCode).toBe(401));
});

describe('POST /api/user/current/update/password', () => {
  const change = (body: object, as: Record<string, string>) =>
    call('POST', '/api/user/current/update/password', body, as);

  it('changes the password, and ends the user’s other sessions', async () => {
    const here = await signIn();
    const elsewhere = await signIn();
    const next = 'battery staple 2?';
    const answer = await change({ currentPassword: password, newPassword: next }, here.headers);
    expect(answer.statusCode).toBe(204);
    expect((await call('GET', '/api/validateSession', undefined, here.headers)).statusCode).toBe(200);
    expect((await call('GET', '/api/validateSession', undefined, elsewhere.headers)).statusCode).toBe(401);
    expect((await signIn()).status).toBe(401);
    expect((await signIn(next)).status).toBe(200);
    expect((await change({ currentPassword: next, newPassword: password }, here.headers)).statusCode).toBe(
      204,
    );
  });

  it.each([
    [
      { currentPassword: 'wrong', newPassword: 'abcdefg1!' },
      'currentPassword: The current password is wrong.',
    ],
    [
      { currentPassword: password, newPassword: 'short1!' },
      'newPassword: 1 characters under minimal length of 8.',
    ],
    [
      { currentPassword: password, newPassword: 'abcdefgh' },
      'newPassword: Password must contain letters, numbers, and special characters',
    ],
  ])('rejects %j', async (body, message) => {
    const answer = await change(body, (await signIn()).headers);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toBe(message);
  });

  it('is rejected for an external user', async () => {
    const session = await signIn();
    await test.tenant.db
      .updateTable('app_user')
      .set({ external: true })
      .where('user_name', '=', 'admin')
      .execute();
    const answer = await change({ currentPassword: password, newPassword: 'abcdefg1!' }, session.headers);
    await test.tenant.db.updateTable('app_user').set({ external: false }).execute();
    expect(answer.statusCode).toBe(409);
    expect(answer.json().message).toBe('Your password is kept by your identity provider.');
  });

  it('requires a session', async () => expect((await change({}, {})).statusCode).toBe(401));
});

describe('the own sessions', () => {
  it('are listed, and can be ended one by one or all others at once', async () => {
    const [here, second, third] = [await signIn(), await signIn(), await signIn()];
    await call('DELETE', '/api/user/current/sessions', undefined, third!.headers);
    expect((await call('GET', '/api/validateSession', undefined, here!.headers)).statusCode).toBe(401);
    const fourth = await signIn();
    const list = (await call('GET', '/api/user/current/sessions', undefined, fourth.headers)).json();
    expect(list).toEqual([
      {
        id: expect.any(String),
        current: true,
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
        address: '127.0.0.1',
        userAgent: 'a browser',
      },
      expect.objectContaining({ current: false }),
    ]);
    const url = `/api/user/current/sessions/${list[1].id}`;
    expect((await call('DELETE', url)).statusCode).toBe(404);
    expect((await call('DELETE', url, undefined, fourth.headers)).statusCode).toBe(204);
    for (const ended of [second!, third!]) {
      expect((await call('GET', '/api/validateSession', undefined, ended.headers)).statusCode).toBe(401);
    }
    const again = await call('DELETE', url, undefined, fourth.headers);
    expect(again.statusCode).toBe(404);
    expect(again.json().message).toBe('Session not found.');
  });

  it('answer 400, 401 and 404', async () => {
    const answer = await call('DELETE', '/api/user/current/sessions/1');
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toBe('sessionId: Please give the session’s id.');
    expect((await call('GET', '/api/user/current/sessions', undefined, {})).statusCode).toBe(401);
  });
});

describe('own settings', () => {
  it.each([
    [
      'appearance',
      { theme: 'system', density: 'compact' },
      { theme: 'dark', density: 'comfortable' },
      { theme: 'pink' },
    ],
    ['watchlistsort', { value: 'name' }, { value: 'level' }, { value: 'luck' }],
  ])('of %s are stored per user, and reject invalid values', async (name, initial, chosen, wrong) => {
    const url = `/api/settings/user/${name}`;
    expect((await call('GET', url)).json()).toEqual(initial);
    expect((await call('POST', url, chosen)).json()).toEqual(chosen);
    expect((await call('GET', url)).json()).toEqual(chosen);
    const other = await makeSession(test.tenant.db);
    expect((await call('GET', url, undefined, other)).json()).toEqual(initial);
    expect((await call('POST', url, wrong)).statusCode).toBe(400);
    expect((await call('GET', url, undefined, {})).statusCode).toBe(401);
  });
});

describe('the audit trail', () => {
  it('contains sign-ins, including failed ones, and changes without secrets', async () => {
    await signIn('in vain 1!');
    const security = await makeSession(test.tenant.db, { groups: ['SECURITY_ADMINISTRATORS'] });
    const answer = await call('POST', '/api/audit/filters?page-size=1000', {}, security);
    const actions = new Set(answer.json().map((entry: { action: string }) => entry.action));
    expect([...actions].sort()).toEqual([
      'change-password',
      'sign-in',
      'sign-in-failed',
      'sign-out',
      'update',
    ]);
    expect(answer.json()[0]).toMatchObject({
      action: 'sign-in-failed',
      userId: null,
      userName: 'Twinward',
      entityName: 'admin',
      new: { address: '127.0.0.1' },
    });
    expect(answer.body).not.toContain('argon2');
    expect(answer.body).not.toContain('in vain 1!');
    const update = answer.json().find((entry: { action: string }) => entry.action === 'update');
    expect(update).toMatchObject({
      old: { lastName: 'King' },
      new: { lastName: 'Lovelace' },
    });
  });
});
