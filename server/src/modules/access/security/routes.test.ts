import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession, makeUser } from '../../../testing/factories.ts';
import { createAdministrator } from '../user/service.ts';

const password = 'correct horse 1!';
let test: TestApp;
let anyone: Record<string, string>;
let ids: { ada: number; gone: number };

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  anyone = await makeSession(db);
  await createAdministrator(db, password);
  ids = { ada: await makeUser(db), gone: await makeUser(db, { enabled: false }) };
  const ada = { user_name: 'ada', first_name: 'Ada', last_name: 'Lovelace', email: 'ada@plant.example' };
  await db.updateTable('app_user').set(ada).where('id', '=', ids.ada).execute();
  const gone = { user_name: 'gone', last_name: 'Lovejoy' };
  await db.updateTable('app_user').set(gone).where('id', '=', ids.gone).execute();
});
afterAll(() => test.close());

const post = (url: string, body: object, headers = anyone) =>
  test.app.inject({ method: 'POST', url, headers, payload: body });

it('resolves ids of users and names of groups, and skips unknown ones', async () => {
  const answer = await post('/api/security/resolve', {
    users: [ids.ada, ids.gone, 999_999],
    groups: ['VIEWERS', 'NOBODY'],
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    users: [
      { id: ids.ada, userName: 'ada', firstName: 'Ada', lastName: 'Lovelace', enabled: true },
      { id: ids.gone, userName: 'gone', firstName: '', lastName: 'Lovejoy', enabled: false },
    ],
    groups: [{ name: 'VIEWERS', caption: 'Viewers' }],
  });
  expect((await post('/api/security/resolve', {})).json()).toEqual({ users: [], groups: [] });
});

it('matches enabled users and groups by parts of their names', async () => {
  const match = async (body: object) => (await post('/api/security/match', body)).json();
  expect((await match({ users: ['LOVE'] })).users.map((user: { userName: string }) => user.userName)).toEqual(
    ['ada'],
  );
  expect((await match({ users: ['da love'] })).users).toHaveLength(1);
  expect((await match({ groups: ['manager', 'viewer'] })).groups).toEqual([
    { name: 'CONNECTION_MANAGERS', caption: 'Connection managers' },
    { name: 'DASHBOARD_MANAGERS', caption: 'Dashboard managers' },
    { name: 'LIST_MANAGERS', caption: 'List managers' },
    { name: 'VIEWERS', caption: 'Viewers' },
  ]);
  expect(await match({ users: ['%'], groups: ['_x'] })).toEqual({ users: [], groups: [] });
});

it('tests credentials without signing in', async () => {
  const security = await makeSession(test.tenant.db, { groups: ['SECURITY_ADMINISTRATORS'] });
  const check = (body: object, headers = security) => post('/api/settings/security/test', body, headers);
  const count = async () => (await test.tenant.db.selectFrom('session').select('public_id').execute()).length;
  const before = await count();
  expect((await check({ userName: 'admin', password })).statusCode).toBe(204);
  const wrong = await check({ userName: 'admin', password: 'wrong' });
  expect(wrong.statusCode).toBe(401);
  expect(wrong.json()).toMatchObject({
    id: 'sign-in-failed',
    message: 'The database, user name or password is wrong.',
  });
  expect(await count()).toBe(before);
  expect((await check({ userName: '' })).statusCode).toBe(400);
  expect((await check({ userName: 'admin', password }, anyone)).statusCode).toBe(403);
  expect((await check({ userName: 'admin', password }, {})).statusCode).toBe(401);
});

it.each(['/api/security/resolve', '/api/security/match'])('%s answers 400 and 401', async (url) => {
  expect((await post(url, { users: [{}] })).statusCode).toBe(400);
  expect((await post(url, {}, {})).statusCode).toBe(401);
});

it('lists the record types that can be assigned, including restricted ones', async () => {
  const { db } = test.tenant;
  const admin = await makeSession(db, { isAdmin: true });
  const security = await makeSession(db, { groups: ['SECURITY_ADMINISTRATORS'] });
  for (const type of [
    { name: 'walk', caption: 'Walk' },
    { name: 'secret', caption: 'A secret', restricted: true },
  ]) {
    expect((await test.ask('POST', '/api/recordtypes', admin, type)).statusCode).toBe(201);
  }
  const ask = (headers: Record<string, string>) => test.ask('GET', '/api/security/recordtypes', headers);
  const types = (await ask(security)).json();
  expect(types[0]).toEqual({ name: 'asset', caption: 'Asset', isSystem: true });
  expect(types).toContainEqual({ name: 'library-model', caption: 'Library model', isSystem: true });
  expect(types.slice(-2)).toEqual([
    { name: 'secret', caption: 'A secret', isSystem: false },
    { name: 'walk', caption: 'Walk', isSystem: false },
  ]);
  expect((await ask(anyone)).statusCode).toBe(403);
  expect((await ask({})).statusCode).toBe(401);
});
