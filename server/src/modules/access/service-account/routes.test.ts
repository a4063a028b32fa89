import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { makeSession, makeViewerSession } from '../../../testing/factories.ts';
import { testTenant } from '../../../testing/headers.ts';

let test: TestApp;
let manager: Record<string, string>;
beforeAll(async () => {
  test = await createTestApp();
  manager = await makeSession(test.tenant.db, { groups: ['SECURITY_ADMINISTRATORS'] });
});
afterAll(() => test.close());

const path = '/api/service-accounts';
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const ask = (method: Method, url: string, body?: unknown, headers = manager) =>
  test.ask(method, url, headers, body);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
let count = 0;
async function create(fields: object = {}) {
  const body = { name: `Report ${++count}`, scopes: ['read', 'write'], groups: ['VIEWERS'] };
  const answer = await ask('POST', path, { ...body, expiresAt: inDays(90), ...fields });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const whoIs = async (token: string) => {
  const answer = await ask('GET', '/api/user/current', undefined, bearer(token));
  return answer.statusCode === 200 ? answer.json().userName : answer.statusCode;
};
const getAccount = async (id: number) => (await ask('GET', `${path}/${id}`)).json();

describe('a service account', () => {
  it('makes calls with its token, within its rights', async () => {
    const { id, name, token } = await create({ recordTypes: ['asset'] });
    expect(token.startsWith(`service-${Buffer.from(testTenant).toString('base64url')}.`)).toBe(true);
    expect(await whoIs(token)).toBe(name);
    expect((await getAccount(id)).lastUsedAt).not.toBeNull();
    const asset = { uniqueId: `A${id}`, assetName: 'Pump' };
    expect((await ask('POST', '/api/assets', asset, bearer(token))).statusCode).toBe(201);
    expect((await ask('POST', '/api/users/filters', {}, bearer(token))).statusCode).toBe(403);
    const trail = await ask('POST', '/api/audit/filters', {
      filters: [{ field: 'UserName', operator: 'EqualTo', value: name, dataType: 'C' }],
    });
    expect(trail.json()).toMatchObject([{ userId: id, action: 'create', entityType: 'asset' }]);
  });

  it('is returned without its token', async () => {
    const { id, token, ...created } = await create({ description: 'Of the night shift' });
    expect(created).toMatchObject({
      description: 'Of the night shift',
      scopes: ['read', 'write'],
      state: 'active',
      replacedUntil: null,
      lastUsedAt: null,
    });
    const read = await ask('GET', `${path}/${id}`);
    expect(read.json()).toEqual({ id, ...created });
    const listed = await ask('POST', `${path}/filters`, {
      filters: [{ field: 'Name', operator: 'EqualTo', value: created.name, dataType: 'C' }],
    });
    expect(listed.json()).toEqual([{ id, ...created }]);
    const stored = await sql<{ line: string }>`
      select service_token::text || service_account::text as line from service_token join service_account using (user_id)
      union all select to_jsonb(audit_entry)::text from audit_entry`.execute(test.tenant.db);
    expect(stored.rows.filter(({ line }) => line.includes(token))).toEqual([]);
  });

  it('has changed rights at once', async () => {
    const { id, name, token } = await create();
    const change = { name: `${name} of the day`, scopes: ['write'], groups: ['VIEWERS'] };
    expect((await ask('PUT', `${path}/${id}`, change)).json()).toMatchObject({ ...change, description: '' });
    expect((await ask('GET', '/api/assets', undefined, bearer(token))).json().message).toBe(
      "The service account lacks the scope 'read'.",
    );
  });

  it('can use its old token for a while after a new one is created', async () => {
    const { id, name, token } = await create();
    const made = (await ask('POST', `${path}/${id}/token`, { expiresAt: inDays(1) })).json();
    expect([await whoIs(token), await whoIs(made.token)]).toEqual([name, name]);
    expect(made).toMatchObject({ state: 'expiring', replacedUntil: expect.any(String) });
    const body = { expiresAt: inDays(365), keepHours: 0 };
    const last = (await ask('POST', `${path}/${id}/token`, body)).json();
    expect([await whoIs(token), await whoIs(made.token), await whoIs(last.token)]).toEqual([401, 401, name]);
    expect(last).toMatchObject({ state: 'active', replacedUntil: null });
  });

  it('is rejected after its token is revoked or has expired', async () => {
    const [revoked, expired] = [await create(), await create()];
    expect((await ask('DELETE', `${path}/${revoked.id}/token`)).statusCode).toBe(204);
    await sql`update service_token set expires_at = now() where user_id = ${expired.id}`.execute(
      test.tenant.db,
    );
    expect([await whoIs(revoked.token), await whoIs(expired.token)]).toEqual([401, 401]);
    expect(await getAccount(revoked.id)).toMatchObject({ state: 'revoked', expiresAt: null });
    expect(await getAccount(expired.id)).toMatchObject({ state: 'expired' });
  });

  it('is not listed or changed as a user, and cannot sign in', async () => {
    const { id, name, token } = await create();
    const users = await ask('POST', '/api/users/filters', { filters: [] });
    expect(users.json().map(({ userName }: { userName: string }) => userName)).not.toContain(name);
    const change = { newPassword: 'correct horse 1!', allowDirectLogin: true };
    expect((await ask('PUT', `/api/users/${id}`, change)).statusCode).toBe(404);
    const signIn = { databaseName: testTenant, userName: name, password: token };
    expect((await ask('POST', '/api/login', signIn, {})).statusCode).toBe(401);
  });
});

describe('calls of service accounts', () => {
  it.each([
    [{ name: '' }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['everything'] }, 'scopes.0'],
    [{ groups: ['NOBODY'] }, 'groups'],
    [{ recordTypes: ['nothing'] }, 'recordTypes'],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ expiresAt: inDays(800) }, 'expiresAt'],
  ])('refuse %j', async (fields, where) => {
    const body = { name: `Refused ${++count}`, scopes: ['read'], expiresAt: inDays(1), ...fields };
    const answer = await ask('POST', path, body);
    expect([answer.statusCode, answer.json().errors?.[0]?.path]).toEqual([400, where]);
  });

  it('refuse a name that a user or another account has', async () => {
    const { id, name } = await create();
    const body = { name: name.toUpperCase(), scopes: ['read'], expiresAt: inDays(1) };
    expect((await ask('POST', path, body)).statusCode).toBe(409);
    const other = await create();
    expect(other.id).not.toBe(id);
    expect((await ask('PUT', `${path}/${other.id}`, { name, scopes: ['read'] })).statusCode).toBe(409);
  });

  it('require the right to manage users', async () => {
    const viewer = await makeViewerSession(test.tenant.db);
    expect((await ask('POST', `${path}/filters`, {}, viewer)).statusCode).toBe(403);
    expect((await ask('POST', `${path}/filters`, {}, {})).statusCode).toBe(401);
  });

  it('answer 404 for the id of a user', async () => {
    const { id } = (await ask('GET', '/api/user/current')).json();
    const missing = [
      ask('GET', `${path}/${id}`),
      ask('PUT', `${path}/${id}`, { name: 'Taken over', scopes: ['read'] }),
      ask('POST', `${path}/${id}/token`, { expiresAt: inDays(1) }),
      ask('DELETE', `${path}/${id}/token`),
    ];
    expect((await Promise.all(missing)).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
  });
});
