import { sessionHeaders } from '@twinward/contracts/access/session';
import { getConnection } from '@twinward/contracts/connections/connection';
import { pushPoints } from '@twinward/contracts/connections/intake';
import { routes } from '@twinward/contracts/core/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { makeSession } from '../../../testing/factories.ts';
import { testTenant, toHeaders } from '../../../testing/headers.ts';

let test: TestApp;
let manager: Record<string, string>;
beforeAll(async () => {
  test = await createTestApp();
  manager = await makeSession(test.tenant.db, { groups: ['ADMINISTRATORS'] });
});
afterAll(() => test.close());

const ask = (method: Method, url: string, body?: unknown, headers = manager) =>
  test.ask(method, url, headers, body);
let count = 0;
async function create(): Promise<number> {
  const body = { name: `Gateway ${++count}`, type: 'http', configuration: {} };
  return (await ask('POST', '/api/connections', body)).json().id;
}
async function makeToken(id: number): Promise<string> {
  const answer = await ask('POST', `/api/connections/${id}/token`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().token;
}
const bearer = (token: string, scheme = 'Bearer') => ({ authorization: `${scheme} ${token}` });
/** A call for connections with an empty body: it answers 400 once it is authenticated. */
const push = async (id: number, headers: Record<string, string>) =>
  (await ask('POST', pushPoints.path.replace(':id', String(id)), [], headers)).statusCode;

describe('the token of a connection', () => {
  it('contains the name of its database, and is accepted in each header', async () => {
    const id = await create();
    const token = await makeToken(id);
    expect(token.split('.')[0]).toBe(`connection-${Buffer.from(testTenant).toString('base64url')}`);
    for (const headers of [
      bearer(token),
      bearer(token, 'Token'),
      bearer(token, 'bearer'),
      toHeaders(token),
      toHeaders(token, 'another'),
      { [sessionHeaders.session]: Buffer.from(token).toString('base64') },
    ]) {
      expect([headers, await push(id, headers)]).toEqual([headers, 400]);
    }
  });

  it('is valid only for its own connection', async () => {
    const [id, other] = [await create(), await create()];
    expect(await push(other, bearer(await makeToken(id)))).toBe(403);
  });

  it('is rejected by all other calls', async () => {
    const id = await create();
    const token = bearer(await makeToken(id));
    const others = routes.filter(({ access, connection }) => access !== 'public' && !connection);
    expect(others).toContain(getConnection);
    for (const { method, path } of others) {
      const url = path.replaceAll(/:\w+/g, String(id));
      const refused = await ask(method, url, method === 'GET' || method === 'DELETE' ? undefined : {}, token);
      expect([`${method} ${path}`, refused.statusCode]).toEqual([`${method} ${path}`, 403]);
    }
  });

  it('is revoked by a new token, on request, and with its connection', async () => {
    const [replaced, revoked, deleted] = [await create(), await create(), await create()];
    const tokens = [await makeToken(replaced), await makeToken(revoked), await makeToken(deleted)];
    const statuses = () =>
      Promise.all([replaced, revoked, deleted].map((id, place) => push(id, bearer(tokens[place]!))));
    expect(await statuses()).toEqual([400, 400, 400]);
    const next = await makeToken(replaced);
    expect((await ask('GET', `/api/connections/${revoked}`)).json().secretsSet).toEqual(['token']);
    await ask('DELETE', `/api/connections/${revoked}/token`);
    expect((await ask('GET', `/api/connections/${revoked}`)).json().secretsSet).toEqual([]);
    await ask('DELETE', `/api/connections/${deleted}`);
    expect(await statuses()).toEqual([401, 401, 401]);
    expect(await push(replaced, bearer(next))).toBe(400);
  });

  it('is stored and audited without its text', async () => {
    const id = await create();
    const token = await makeToken(id);
    const random = token.split('.')[1]!;
    const answers = [
      await ask('GET', `/api/connections/${id}`),
      await ask('POST', '/api/connections/filters', {}),
    ];
    for (const { body } of answers) expect(body).not.toContain(random);
    const rows = await test.tenant.db.selectFrom('connection').selectAll().execute();
    const trail = await test.tenant.db.selectFrom('audit_entry').selectAll().execute();
    expect(JSON.stringify([rows, trail])).not.toContain(random);
    expect(trail.filter(({ new: now }) => now?.tokenMade === true).length).toBeGreaterThan(0);
  });
});

describe('a wrong token', () => {
  const ofTenant = `connection-${Buffer.from(testTenant).toString('base64url')}`;
  it.each([
    ['of the same database', `${ofTenant}.${'A'.repeat(43)}`],
    ['of another database', `connection-${Buffer.from('nowhere').toString('base64url')}.${'A'.repeat(43)}`],
    ['without a random part', ofTenant],
    ['without a database', `connection-.${'A'.repeat(43)}`],
    ['that is no base64', 'connection-%00%ff.x'],
    ['that is far too long', `${ofTenant}.${'A'.repeat(5000)}`],
    ['of no connection', 'A'.repeat(43)],
  ])('%s is answered like a call without a session', async (_, token) => {
    const id = await create();
    const path = pushPoints.path.replace(':id', String(id));
    const answer = await ask('POST', path, [], bearer(token));
    expect(answer.statusCode).toBe(401);
    const { requestId: _id, ...body } = answer.json();
    expect(body).toEqual({ id: 'unauthenticated', title: 'Not signed in', message: 'Please sign in.' });
  });
});
