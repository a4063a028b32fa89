import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { makeSession, makeTwin, makeUser, makeUserSession } from '../../testing/factories.ts';
import { toForm } from '../../testing/form.ts';
import { withTransaction } from '../database/transaction.ts';
import { AppError } from '../errors.ts';
import { deleteOldKeys, type IdempotentCall, runOnce } from './idempotency.ts';

const portal = 'https://portal.plant.example';
let test: TestApp;
let headers: Record<string, string>;
let userId: number;
let twinId: number;

beforeAll(async () => {
  test = await createTestApp({ environment: { BASE_PATH: '/twin/', CORS_ORIGINS: portal } });
  userId = await makeUser(test.tenant.db, { isAdmin: true });
  headers = await makeUserSession(test.tenant.db, userId);
  twinId = await makeTwin(test.tenant.db);
});
afterAll(() => test.close());

describe('methods', () => {
  it('that a path does not support are answered with 405 and the supported ones', async () => {
    const answer = await test.app.inject({ method: 'PATCH', url: '/api/twins/1' });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD, PUT, DELETE, OPTIONS');
    expect(answer.json()).toMatchObject({
      id: 'method-not-allowed',
      message: '/api/twins/1 takes GET, HEAD, PUT, DELETE, OPTIONS, and no PATCH.',
    });
    expect((await test.app.inject({ url: '/api/twins/filters/' })).statusCode).toBe(401);
    const other = await test.app.inject({ method: 'POST', url: '/version.json', payload: 'x' });
    expect([other.statusCode, other.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('are listed in the answer to OPTIONS', async () => {
    const answer = await test.app.inject({ method: 'OPTIONS', url: '/api/twins' });
    expect([answer.statusCode, answer.headers.allow]).toEqual([204, 'POST, OPTIONS']);
  });

  it('of a record are found by its name, even if another call has that path', async () => {
    const answer = await test.app.inject({ url: '/api/groups/filters', headers });
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Group not found.']);
  });
});

it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'a body of %s is rejected if JSON is required',
  async (type) => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/twins/filters',
      headers: { ...headers, 'content-type': type },
      payload: '{}',
    });
    expect([answer.statusCode, answer.json().id]).toEqual([415, 'unsupported-media-type']);
  },
);

it('a form is required for a file', async () => {
  const answer = await test.ask('POST', '/api/imports', headers, {});
  expect([answer.statusCode, answer.json().id]).toEqual([415, 'unsupported-media-type']);
});

it('a trailing slash and the base path make no difference', async () => {
  for (const url of ['/api/uom/units', '/api/uom/units/', '/twin/api/uom/units'])
    expect([url, (await test.app.inject({ url, headers })).statusCode]).toEqual([url, 200]);
});

it('pages find their files and the API below the base path', async () => {
  const docs = await test.app.inject({ url: '/twin/docs/operations' });
  expect(docs.body).toContain('<a href="/twin/docs/api">');
  expect(docs.body).not.toMatch(/href="\/(?!twin\/)/);
  const page = await test.app.inject({ url: '/twin/api/docs' });
  expect(page.body).toContain('src="/twin/api/docs/static/');
});

it('responses to reads have an ETag, and are sent again only if changed', async () => {
  const ask = (more: Record<string, string>) =>
    test.app.inject({ url: `/api/twins/${twinId}`, headers: { ...headers, ...more } });
  const first = await ask({});
  const tag = String(first.headers.etag);
  expect(tag).toMatch(/^W\/"[\w-]{27}"$/);
  for (const list of [tag, `"another", ${tag.slice(2)}`, '*']) {
    const again = await ask({ 'if-none-match': list, 'accept-encoding': 'gzip' });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag]);
  }
  const other = await ask({ 'if-none-match': '"another"' });
  expect([other.statusCode, other.body]).toEqual([200, first.body]);
});

describe('pages of another origin', () => {
  const ask = (origin: string, method: 'GET' | 'OPTIONS', more = {}) =>
    test.app.inject({ method, url: '/api/uom/units', headers: { ...headers, origin, ...more } });

  it('may call the API if the setting lists their origin', async () => {
    const asked = await ask(portal, 'OPTIONS', { 'access-control-request-method': 'GET' });
    expect(asked.statusCode).toBe(204);
    expect(asked.headers['access-control-allow-headers']).toContain('sessid');
    const answer = await ask(portal, 'GET');
    expect(answer.headers['access-control-allow-origin']).toBe(portal);
    expect(answer.headers['access-control-expose-headers']).toContain('x-paging-total-records');
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('are not allowed otherwise', async () => {
    const answer = await ask('https://elsewhere.example', 'GET');
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers.vary).toContain('Origin');
  });
});

describe('an Idempotency-Key', () => {
  const advisory = { summary: 'Replace the seal' };
  const create = (key: string, body: object = {}, by = headers) =>
    test.ask(
      'POST',
      '/api/failure-modes',
      { ...by, 'idempotency-key': key },
      {
        twinId,
        name: advisory.summary,
        ...body,
      },
    );
  const count = async () =>
    Number(
      (await test.app.inject({ url: `/api/twins/${twinId}/failure-modes`, headers })).headers[
        'x-paging-total-records'
      ],
    );
  const lostAnswer =
    'The call with this Idempotency-Key was carried out, but has not answered. Please look for what it made.';
  const keys = () => test.tenant.db.selectFrom('idempotent_call').selectAll().execute();

  it('returns the same response for a repeated call, and creates nothing', async () => {
    const before = await count();
    const first = await create('once');
    expect(first.statusCode).toBe(201);
    const again = await create('once');
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
    expect([first, again].map((each) => each.headers['idempotency-replayed'])).toEqual([undefined, 'true']);
    expect(await count()).toBe(before + 1);
    // For another user it is another key.
    const other = await makeSession(test.tenant.db, { isAdmin: true });
    expect(
      (await create('once', { name: 'Of another' }, other)).headers['idempotency-replayed'],
    ).toBeUndefined();
  });

  it('is rejected with another body, and if it is invalid', async () => {
    await create('fixed', { name: 'Worn' });
    const other = await create('fixed', { name: 'Torn' });
    expect([other.statusCode, other.json().message]).toEqual([
      409,
      'The Idempotency-Key was sent with another request. Please choose a new one.',
    ]);
    expect((await create('é')).statusCode).toBe(400);
  });

  it('creates something only once for concurrent calls', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => create('at once', { name: 'At once' })));
    const made = answers.filter(({ statusCode }) => statusCode === 201);
    expect(new Set(made.map(({ json }) => json().id)).size).toBe(1);
    for (const { statusCode, json } of answers)
      if (statusCode !== 201) expect(json().message).toContain('is still running');
  });

  it('can be used again after a failed call', async () => {
    expect((await create('failed', { name: '' })).statusCode).toBe(400);
    expect((await create('failed', { twinId: 999_999 })).statusCode).toBe(404);
    expect((await create('failed', { name: 'Then right' })).statusCode).toBe(201);
  });

  it('of a call that died can be used again unless the call had taken effect', async () => {
    const { db } = test.tenant;
    await create('died', { name: 'Died' });
    const own = db.updateTable('idempotent_call').where('key', '=', 'died');
    const old = new Date(Date.now() - 10 * 60_000);
    await own.set({ status: null, answer: null, started_at: old }).execute();
    const lost = await create('died', { name: 'Died' });
    expect([lost.statusCode, lost.json().message]).toEqual([409, lostAnswer]);
    await own.set({ committed: false }).execute();
    const taken = await create('died', { name: 'Died again' });
    expect(taken.statusCode).toBe(201);
  });

  /** A separate call, whose handler is passed to `runOnce`. */
  const callWith = (key: string, tenant = test.tenant) =>
    ({
      contract: { method: 'POST', path: '/api/made', status: 201 },
      request: {
        url: '/api/made',
        headers: { 'idempotency-key': key },
        body: {},
        log: { error: () => undefined },
      },
      reply: { header: () => undefined },
      actor: { userId, tenant, connection: null },
    }) as unknown as IdempotentCall;

  it.each([true, false])(
    'of a call whose response could not be stored is used up, with a transaction: %s',
    async (isOne) => {
      const { db, secrets } = test.tenant;
      const seal = (text: string, purpose: string) => {
        if (text.startsWith('{')) throw new Error('no space left');
        return secrets.seal(text, purpose);
      };
      const call = callWith(`not kept ${isOne}`, { ...test.tenant, secrets: { ...secrets, seal } });
      const effect = vi.fn(async () => {
        if (isOne) await withTransaction(db, async () => undefined);
        return { id: 1 };
      });
      expect(await runOnce(call, effect)).toEqual({ id: 1 });
      await expect(runOnce(call, effect)).rejects.toThrow(lostAnswer);
      expect(effect).toHaveBeenCalledTimes(1);
    },
  );

  it.each([
    [new Error('the connection is gone'), true],
    [new AppError('not-found', 'It is gone.'), true],
    [new Error('nothing was made'), false],
  ])('of a call that fails with "%s" is used up after its commit: %s', async (error, hasCommitted) => {
    const { db } = test.tenant;
    const call = callWith(error.message);
    const effect = vi.fn(async () => {
      if (hasCommitted) await withTransaction(db, async () => undefined);
      throw error;
    });
    await expect(runOnce(call, effect)).rejects.toBe(error);
    if (hasCommitted) await expect(runOnce(call, effect)).rejects.toThrow(lostAnswer);
    else await expect(runOnce(call, effect)).rejects.toBe(error);
    expect(effect).toHaveBeenCalledTimes(hasCommitted ? 1 : 2);
  });

  it('is rejected with a file, since files cannot be compared', async () => {
    const form = toForm({ name: 'a.csv', content: 'a' }, { ...headers, 'idempotency-key': 'file' });
    const answer = await test.app.inject({ method: 'POST', url: '/api/imports', ...form });
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'A call with a file takes no Idempotency-Key. Please leave the key out, and look for what an earlier call made.',
    ]);
    expect((await keys()).map(({ key }) => key)).not.toContain('file');
  });

  it('stores neither body nor response in readable form', async () => {
    const made = await create('sealed', { name: 'Like a password' });
    const row = (await keys()).find(({ key }) => key === 'sealed')!;
    expect(made.body).toContain('Like a password');
    expect(JSON.stringify(row)).not.toContain('Like a password');
    const hash = createHash('sha256').update(
      `/api/failure-modes\n${JSON.stringify({ twinId, name: 'Like a password' })}`,
    );
    expect(JSON.stringify(row)).not.toContain(hash.digest('base64'));
  });

  it('expires after a day', async () => {
    const { db } = test.tenant;
    const yesterday = new Date(Date.now() - 25 * 3600_000);
    await create('old', { name: 'Old' });
    await db.updateTable('idempotent_call').where('key', '=', 'old').set({ started_at: yesterday }).execute();
    await deleteOldKeys(db);
    expect((await keys()).map(({ key }) => key)).not.toContain('old');
    expect((await keys()).length).toBeGreaterThan(0);
  });
});
