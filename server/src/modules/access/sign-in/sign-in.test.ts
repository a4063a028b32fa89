import { hash } from '@node-rs/argon2';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { testTenant, toHeaders, unknownSessionId } from '../../../testing/headers.ts';
import { createAdministrator } from '../user/service.ts';

const password = 'correct horse 1!';
const hour = 3600_000;
let test: TestApp;
let app: FastifyInstance;

beforeAll(async () => {
  test = await createTestApp();
  app = test.app;
  await createAdministrator(test.tenant.db, password);
});
afterAll(() => test.close());

function signIn(body: object) {
  return app.inject({ method: 'POST', url: '/api/login', body });
}

async function newSession(): Promise<string> {
  const answer = await signIn({ databaseName: testTenant, userName: 'admin', password });
  return answer.json<{ id: string }>().id;
}

function get(url: string, sessionId: string, database?: string) {
  return app.inject({ url, headers: toHeaders(sessionId, database) });
}

async function expireIn(milliseconds: number): Promise<void> {
  const end = new Date(Date.now() + milliseconds);
  await test.tenant.db.updateTable('session').set({ expires_at: end }).execute();
}

describe('signing in', () => {
  it('returns the session’s id and lifetime, and ignores the case of the user name', async () => {
    const answer = await signIn({ databaseName: testTenant, userName: 'ADMIN', password });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ id: expect.stringMatching(/^[\w-]{43}$/), timeLeft: 12 * hour });
  });

  it('ends the earlier session of the browser', async () => {
    const [earlier, other] = [await newSession(), await newSession()];
    const body = { databaseName: testTenant, userName: 'admin', password };
    const inBrowser = (payload: object) =>
      app.inject({ method: 'POST', url: '/api/login', headers: toHeaders(earlier), payload });
    expect((await inBrowser({ ...body, password: 'wrong' })).statusCode).toBe(401);
    expect((await get('/api/validateSession', earlier)).statusCode).toBe(200);
    const { id } = (await inBrowser(body)).json();
    const statuses = [earlier, other, id].map(
      async (session) => (await get('/api/validateSession', session)).statusCode,
    );
    expect(await Promise.all(statuses)).toEqual([401, 200, 200]);
  });

  it('replaces a password hash with outdated parameters', async () => {
    const { db } = test.tenant;
    const readHash = async () =>
      (await db.selectFrom('app_user').select('password_hash').executeTakeFirstOrThrow()).password_hash!;
    const outdated = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await db.updateTable('app_user').set({ password_hash: outdated }).execute();
    await newSession();
    const renewed = await readHash();
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await newSession();
    expect(await readHash()).toBe(renewed);
  });

  it('stores only a hash of the id', async () => {
    const id = await newSession();
    const { rows } = await sql<{ found: boolean }>`
      select bool_or(position(${Buffer.from(id)}::bytea in id_hash) > 0) as found from session`.execute(
      test.tenant.db,
    );
    expect(rows[0]!.found).toBe(false);
  });

  it('returns the same error for a wrong database, user and password', async () => {
    const wrong = [
      { databaseName: 'nowhere', userName: 'admin', password },
      { databaseName: testTenant, userName: 'nobody', password },
      { databaseName: testTenant, userName: 'admin', password: 'wrong' },
    ];
    for (const body of wrong) {
      const answer = await signIn(body);
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({
        id: 'sign-in-failed',
        title: 'Sign-in failed',
        message: 'The database, user name or password is wrong.',
        requestId: expect.any(String),
      });
    }
  });

  it('reports each missing field', async () => {
    const answer = await signIn({ userName: '' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toEqual([
      { path: 'databaseName', message: 'Required.' },
      { path: 'userName', message: 'Required.' },
      { path: 'password', message: 'Required.' },
    ]);
  });

  it('rejects text with U+0000', async () => {
    const answer = await signIn({ databaseName: testTenant, userName: 'a\0b', password });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toBe('Text must not contain the character of code zero.');
  });
});

describe('a session', () => {
  it('returns the signed-in user', async () => {
    const answer = await get('/api/user/current', await newSession());
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      userName: 'admin',
      isAdmin: true,
      enabled: true,
      assignedGroups: [],
    });
  });

  it('is required by every call that is not public', async () => {
    const id = await newSession();
    for (const headers of [
      {},
      toHeaders(unknownSessionId()),
      toHeaders(id, 'nowhere'),
      { sessid: '%', dbname: '%' },
    ]) {
      const answer = await app.inject({ url: '/api/user/current', headers });
      expect(answer.statusCode).toBe(401);
      expect(answer.json().message).toBe('Please sign in.');
    }
  });

  it('ends when it expires', async () => {
    const id = await newSession();
    await expireIn(-1);
    expect((await get('/api/validateSession', id)).statusCode).toBe(401);
  });

  it('ends with the sign-out', async () => {
    const id = await newSession();
    const answer = await app.inject({ method: 'POST', url: '/api/logout', headers: toHeaders(id), body: {} });
    expect(answer.statusCode).toBe(204);
    expect((await get('/api/validateSession', id)).statusCode).toBe(401);
  });

  it.each([
    ['databaseName', { databaseName: 'other' }],
    ['sessionId', { sessionId: 'another' }],
  ])('is kept if the sign-out names another: %s', async (path, body) => {
    const id = await newSession();
    const answer = await app.inject({ method: 'POST', url: '/api/logout', headers: toHeaders(id), body });
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, path]);
    expect((await get('/api/validateSession', id)).statusCode).toBe(200);
    const own = { databaseName: test.tenant.name, sessionId: id };
    const out = await app.inject({ method: 'POST', url: '/api/logout', headers: toHeaders(id), body: own });
    expect(out.statusCode).toBe(204);
  });

  it('ends when its user is disabled', async () => {
    const id = await newSession();
    await test.tenant.db.updateTable('app_user').set({ enabled: false }).execute();
    expect((await get('/api/validateSession', id)).statusCode).toBe(401);
    await test.tenant.db.updateTable('app_user').set({ enabled: true }).execute();
    expect((await get('/api/validateSession', id)).statusCode).toBe(200);
  });

  it('is extended only within its last five minutes', async () => {
    const id = await newSession();
    await expireIn(6 * 60_000);
    const keep = () => app.inject({ method: 'POST', url: '/api/sessions', headers: toHeaders(id) });
    expect((await keep()).json().timeLeft).toBeLessThanOrEqual(6 * 60_000);
    await expireIn(4 * 60_000);
    expect((await keep()).json().timeLeft).toBeGreaterThan(12 * hour - 60_000);
    expect((await get('/api/validateSession', id)).json()).toMatchObject({
      databaseName: testTenant,
      onPremise: true,
      version: '25.05.28.0001',
    });
  });
});
