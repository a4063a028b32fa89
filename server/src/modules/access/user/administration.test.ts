import type { ManagedUser } from '@twinward/contracts/access/user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { makeSession, makeUser, makeUserSession, makeViewerSession } from '../../../testing/factories.ts';
import { testTenant, toHeaders } from '../../../testing/headers.ts';
import { createAdministrator } from './service.ts';

const password = 'correct horse 1!';
let test: TestApp;
let security: Record<string, string>;
let administrator: Record<string, string>;

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  security = await makeSession(db, { groups: ['SECURITY_ADMINISTRATORS'] });
  await createAdministrator(db, password);
  administrator = (await signIn('admin', password)).headers;
});
afterAll(() => test.close());

const call = (method: Method, url: string, body?: unknown, headers = security) =>
  test.ask(method, url, headers, body);

async function signIn(userName: string, secret: string) {
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { databaseName: testTenant, userName, password: secret },
  });
  return { status: answer.statusCode, headers: toHeaders(answer.json().id ?? '') };
}

const validate = async (headers: Record<string, string>) =>
  (await call('GET', '/api/validateSession', undefined, headers)).statusCode;

async function add(user: object, headers = security): Promise<ManagedUser> {
  const answer = await call('POST', '/api/users', user, headers);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

async function theAdministrator(): Promise<ManagedUser> {
  const filters = [{ field: 'UserName', operator: 'EqualTo', value: 'admin' }];
  return (await call('POST', '/api/users/filters', { filters })).json()[0];
}

describe('adding a user', () => {
  it('creates a user who can sign in, with the given rights', async () => {
    const fields = {
      userName: 'ada',
      email: 'ada@plant.example',
      firstName: 'Ada',
      lastName: 'Lovelace',
      middleName: '',
      timeZone: 'Europe/London',
      mobilePhone: null,
      assignedGroups: ['LIST_MANAGERS', 'VIEWERS'],
      directRecordTypes: ['tag'],
    };
    const user = await add({ ...fields, newPassword: password });
    expect(user).toEqual({
      id: expect.any(Number),
      ...fields,
      signInDelayedUntil: null,
      enabled: true,
      systemUser: false,
      isAdmin: false,
      assignedRecordTypes: ['tag'],
      allowDirectLogin: true,
      external: false,
    });
    expect((await call('GET', `/api/users/${user.id}`)).json()).toEqual(user);
    const session = await signIn('ada', password);
    expect((await call('GET', '/api/user/current', undefined, session.headers)).json()).toMatchObject({
      userName: 'ada',
      assignedRecordTypes: ['tag'],
    });
  });

  it('sets a password that must be changed at the first sign-in', async () => {
    const { id } = await add({ userName: 'lise', newPassword: password, assignedGroups: ['VIEWERS'] });
    const { headers } = await signIn('lise', password);
    const refused = await call('GET', '/api/user/current/sessions', undefined, headers);
    expect([refused.statusCode, refused.json().id]).toEqual([403, 'new-password-required']);
    expect((await call('GET', '/api/validateSession', undefined, headers)).json()).toMatchObject({
      mustChangePassword: true,
      mustEnrol: false,
    });
    const change = (newPassword: string) =>
      call('POST', '/api/user/current/update/password', { currentPassword: password, newPassword }, headers);
    expect((await change(password)).json().message).toBe(
      'newPassword: This password was set for you. Please choose another.',
    );
    expect((await change('battery staple 2?')).statusCode).toBe(204);
    expect((await call('GET', '/api/user/current/sessions', undefined, headers)).statusCode).toBe(200);
    await call('PUT', `/api/users/${id}`, { newPassword: password });
    const again = await signIn('lise', password);
    expect((await call('GET', '/api/user/current/sessions', undefined, again.headers)).statusCode).toBe(403);
  });

  it('sets a permanent password if requested, for example for a program', async () => {
    await add({ userName: 'collector', newPassword: password, temporaryPassword: false });
    const { headers } = await signIn('collector', password);
    expect((await call('GET', '/api/user/current/sessions', undefined, headers)).statusCode).toBe(200);
  });

  it('reports each invalid field', async () => {
    const answer = await call('POST', '/api/users', {
      userName: ' x',
      email: 'nowhere',
      lastName: 'x'.repeat(101),
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toEqual([
      {
        path: 'userName',
        message:
          'Please enter a name without control characters and without leading or trailing white space.',
      },
      { path: 'lastName', message: '1 characters over maximum length of 100.' },
      { path: 'email', message: 'Please enter a valid e-mail address.' },
    ]);
  });

  it.each([
    [{ assignedGroups: ['NOBODY'] }, "assignedGroups: There is no group 'NOBODY'."],
    [{ directRecordTypes: ['ship'] }, "directRecordTypes: There is no record type 'ship'."],
    [
      { newPassword: 'newcomer1' },
      'newPassword: Password must contain letters, numbers, and special characters',
    ],
    [{ external: true, newPassword: password }, 'newPassword: External users have no password in Twinward.'],
  ])('rejects %j and creates no user', async (fields, message) => {
    const answer = await call('POST', '/api/users', { userName: 'newcomer', ...fields });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toBe(message);
    const filters = [{ field: 'UserName', operator: 'EqualTo', value: 'newcomer' }];
    expect((await call('POST', '/api/users/filters', { filters })).json()).toEqual([]);
  });

  it('rejects a name in use, ignoring case', async () => {
    await add({ userName: 'Grace' });
    const answer = await call('POST', '/api/users', { userName: 'gRACE' });
    expect(answer.statusCode).toBe(409);
    expect(answer.json().message).toBe('A user with that name already exists.');
  });
});

describe('changing a user', () => {
  it('keeps fields that are not given', async () => {
    const user = await add({ userName: 'alan', assignedGroups: ['VIEWERS'], directRecordTypes: ['twin'] });
    const answer = await call('PUT', `/api/users/${user.id}`, { lastName: 'Turing', assignedGroups: [] });
    expect(answer.json()).toEqual({ ...user, lastName: 'Turing', assignedGroups: [] });
  });

  it('ends the sessions of a disabled user at once', async () => {
    const user = await add({ userName: 'disabled', newPassword: password });
    const session = await signIn('disabled', password);
    expect(await validate(session.headers)).toBe(200);
    await call('PUT', `/api/users/${user.id}`, { enabled: false });
    expect(await validate(session.headers)).toBe(401);
    expect((await signIn('disabled', password)).status).toBe(401);
    await call('PUT', `/api/users/${user.id}`, { enabled: true });
    expect(await validate(session.headers)).toBe(401);
    expect((await signIn('disabled', password)).status).toBe(200);
  });

  it('can end the sessions of one user, and of all', async () => {
    const { db } = test.tenant;
    const [ann, bob, head] = [await makeUser(db), await makeUser(db), await makeUser(db, { isAdmin: true })];
    const open = async () => ({
      ann: await makeUserSession(db, ann),
      bob: await makeUserSession(db, bob),
      head: await makeUserSession(db, head),
    });
    const end = (which: number | null, headers = security) =>
      call(
        'POST',
        which === null ? '/api/users/sessions/end' : `/api/users/${which}/sessions/end`,
        undefined,
        headers,
      );
    const states = async (of: Awaited<ReturnType<typeof open>>) => [
      await validate(of.ann),
      await validate(of.bob),
      await validate(of.head),
    ];
    const first = await open();
    expect((await end(ann)).statusCode).toBe(204);
    expect(await states(first)).toEqual([401, 200, 200]);
    expect((await end(head)).statusCode).toBe(403);
    expect((await end(head, first.head)).json().message).toBe('End your own sessions in your user settings.');
    expect((await end(999_999_999)).statusCode).toBe(404);
    const second = await open();
    expect((await end(null)).json()).toEqual({ ended: expect.any(Number) });
    expect(await states(second)).toEqual([401, 401, 200]);
    expect(await validate(security)).toBe(200);
    const third = await open();
    expect((await end(null, third.head)).statusCode).toBe(200);
    expect(await states(third)).toEqual([401, 401, 200]);
    expect(await validate(security)).toBe(401);
    security = await makeSession(db, { groups: ['SECURITY_ADMINISTRATORS'] });
    administrator = (await signIn('admin', password)).headers;
    await db.updateTable('app_user').set({ is_admin: false }).where('id', '=', head).execute();
    const filters = [{ field: 'Action', operator: 'EqualTo', value: 'sign-out' }];
    expect((await call('POST', '/api/audit/filters', { filters })).json()).toMatchObject([
      { entityName: 'All users', new: { sessions: expect.any(Number) } },
      { entityName: 'All users but administrators' },
      { entityId: String(ann), new: { sessions: 1 } },
    ]);
  });

  it('ends the sessions if the password is replaced', async () => {
    const user = await add({ userName: 'renewed', newPassword: password });
    const session = await signIn('renewed', password);
    await call('PUT', `/api/users/${user.id}`, { newPassword: 'battery staple 2?' });
    expect(await validate(session.headers)).toBe(401);
    expect((await signIn('renewed', 'battery staple 2?')).status).toBe(200);
  });

  it('prevents direct sign-in for users without the right and for external users', async () => {
    const user = await add({ userName: 'elsewhere', newPassword: password });
    await call('PUT', `/api/users/${user.id}`, { allowDirectLogin: false });
    expect((await signIn('elsewhere', password)).status).toBe(401);
    await call('PUT', `/api/users/${user.id}`, { allowDirectLogin: true, external: true });
    expect((await signIn('elsewhere', password)).status).toBe(401);
  });

  it('keeps at least one administrator who can sign in', async () => {
    const admin = await theAdministrator();
    const last = 'At least one administrator must be able to sign in.';
    for (const change of [
      { isAdmin: false },
      { enabled: false },
      { allowDirectLogin: false },
      { external: true },
    ]) {
      const answer = await call('PUT', `/api/users/${admin.id}`, change, administrator);
      expect(answer.statusCode).toBe(409);
      expect(answer.json().message).toBe(last);
    }
    expect(await validate(administrator)).toBe(200);
    const answer = await call('PUT', `/api/users/${admin.id}`, { userName: 'root' }, administrator);
    expect(answer.statusCode).toBe(409);
    expect(answer.json().message).toBe('The name of the system’s own user stays as it is.');
  });

  it('allows disabling the system’s own user if there is another administrator', async () => {
    const { db } = test.tenant;
    const admin = await theAdministrator();
    const other = await makeUser(db, { isAdmin: true });
    const session = await makeUserSession(db, other);
    const set = async (enabled: boolean) =>
      (await call('PUT', `/api/users/${admin.id}`, { enabled }, session)).statusCode;
    expect(await set(false)).toBe(200);
    expect((await signIn('admin', password)).status).toBe(401);
    expect(await set(true)).toBe(200);
    administrator = (await signIn('admin', password)).headers;
    await db.updateTable('app_user').set({ is_admin: false }).where('id', '=', other).execute();
  });

  it('keeps one administrator if two remove each other’s right concurrently', async () => {
    const admin = await theAdministrator();
    for (let i = 0; i < 5; i++) {
      const other = await add({ userName: `second ${i}`, isAdmin: true }, administrator);
      const otherSession = await makeUserSession(test.tenant.db, other.id);
      const answers = await Promise.all([
        call('PUT', `/api/users/${admin.id}`, { isAdmin: false }, otherSession),
        call('PUT', `/api/users/${other.id}`, { isAdmin: false }, administrator),
      ]);
      expect(answers.map((answer) => answer.statusCode).filter((status) => status === 200)).toHaveLength(1);
      await test.tenant.db
        .updateTable('app_user')
        .set({ is_admin: true })
        .where('id', '=', admin.id)
        .execute();
      await test.tenant.db
        .updateTable('app_user')
        .set({ is_admin: false })
        .where('id', '=', other.id)
        .execute();
    }
  });

  it('requires an administrator to change administrators', async () => {
    const admin = await theAdministrator();
    const user = await add({ userName: 'climber' });
    for (const [url, method, body] of [
      [`/api/users/${admin.id}`, 'PUT', { newPassword: 'battery staple 2?' }],
      [`/api/users/${admin.id}`, 'PUT', { email: 'me@evil.example' }],
      [`/api/users/${user.id}`, 'PUT', { isAdmin: true }],
      ['/api/users', 'POST', { userName: 'new admin', isAdmin: true }],
    ] as const) {
      expect((await call(method, url, body)).statusCode).toBe(403);
    }
    const promoted = await call('PUT', `/api/users/${user.id}`, { isAdmin: true }, administrator);
    expect(promoted.json()).toMatchObject({ isAdmin: true });
    await call('PUT', `/api/users/${user.id}`, { isAdmin: false }, administrator);
  });

  it('accepts a user as it was read, and ignores read-only fields', async () => {
    const id = await makeUser(test.tenant.db);
    const read = (await call('GET', `/api/users/${id}`)).json();
    const body = { ...read, systemUser: true, id: 1, assignedRecordTypes: ['tag'] };
    const answer = await call('PUT', `/api/users/${id}`, body);
    expect([answer.statusCode, answer.json()]).toEqual([200, read]);
    expect((await call('PUT', `/api/users/${id}`, { ...read, surprise: 1 })).statusCode).toBe(400);
  });

  it('rejects a name in use', async () => {
    await add({ userName: 'first' });
    const other = await add({ userName: 'other' });
    const answer = await call('PUT', `/api/users/${other.id}`, { userName: 'FIRST' });
    expect(answer.statusCode).toBe(409);
    expect(answer.json().message).toBe('A user with that name already exists.');
  });
});

describe('users', () => {
  it('are listed with filters and sorting', async () => {
    await add({ userName: 'zz 1', lastName: 'Zulu', assignedGroups: ['LIST_MANAGERS'] });
    await add({ userName: 'zz 2', lastName: 'Zebra' });
    const filters = [{ field: 'UserName', operator: 'StartsWith', value: 'zz' }];
    const sorts = [{ field: 'LastName', direction: 'Ascending' }];
    const answer = await call('POST', '/api/users/filters?page-size=1', { filters, sorts });
    expect(answer.json()).toMatchObject([{ userName: 'zz 2' }]);
    expect(answer.headers['x-paging-total-records']).toBe('2');
    const group = [...filters, { field: 'Group', operator: 'Contains', value: 'LIST_MANAGERS' }];
    expect((await call('POST', '/api/users/filters', { filters: group })).json()).toMatchObject([
      { userName: 'zz 1' },
    ]);
    const answer400 = await call('POST', '/api/users/filters', {
      filters: [{ field: 'PasswordHash', operator: 'IsNotNull' }],
    });
    expect(answer400.statusCode).toBe(400);
  });

  it('answer 401, 403 and 404', async () => {
    const viewer = await makeViewerSession(test.tenant.db);
    for (const [method, url] of [
      ['POST', '/api/users/filters'],
      ['GET', '/api/users/1'],
      ['POST', '/api/users'],
      ['PUT', '/api/users/1'],
    ] as const) {
      expect((await call(method, url, undefined, {})).statusCode).toBe(401);
      expect((await call(method, url, undefined, viewer)).statusCode).toBe(403);
    }
    for (const method of ['GET', 'PUT'] as const) {
      const answer = await call(method, '/api/users/999999', method === 'PUT' ? {} : undefined);
      expect(answer.statusCode).toBe(404);
      expect(answer.json().message).toBe('User not found.');
    }
  });

  it('are audited when created and changed, without passwords', async () => {
    const user = await add({ userName: 'traced', newPassword: password });
    await call('PUT', `/api/users/${user.id}`, {
      assignedGroups: ['VIEWERS'],
      newPassword: 'battery staple 2?',
    });
    const filters = [
      { field: 'EntityType', operator: 'EqualTo', value: 'user' },
      { field: 'EntityId', operator: 'EqualTo', value: String(user.id) },
    ];
    const answer = await call('POST', '/api/audit/filters', { filters });
    expect(answer.json()).toMatchObject([
      {
        action: 'update',
        old: { assignedGroups: [], passwordChanged: null },
        new: { assignedGroups: ['VIEWERS'], passwordChanged: true },
      },
      { action: 'create', old: null, new: { userName: 'traced', passwordChanged: true } },
    ]);
    for (const secret of [password, 'battery staple', 'argon2']) expect(answer.body).not.toContain(secret);
  });
});
