import { createHash } from 'node:crypto';
import { totalHeader } from '@twinward/contracts/core/list';
import { routes } from '@twinward/contracts/core/routes';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createAdministrator } from './modules/access/user/service.ts';
import { csvOfRows, readRows } from './modules/jobs/row-import/service.ts';
import { toAttachmentHeader } from './modules/signals/data-point/csv.ts';
import { workColumns } from './modules/work/work/service.ts';
import type { Tenant } from './platform/database/tenants.ts';
import { hashPassword } from './platform/passwords.ts';
import { createTestApp, type Method, type TestApp } from './testing/app.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';
import {
  type MakeUser,
  makeAsset,
  makeSession,
  makeTag,
  makeTwin,
  makeUser,
  makeUserSession,
} from './testing/factories.ts';
import { testTenant, toHeaders, unknownSessionId } from './testing/headers.ts';
import { readSheets } from './testing/workbooks.ts';

/** What an attacker would try, each kind once, against one app. */

const password = 'correct horse 1!';
let test: TestApp;
let other: TestDatabase;
let administrator: Record<string, string>;
/** Manages users without being an administrator. */
let manager: Record<string, string>;
let managerId: number;
let administratorId: number;

beforeAll(async () => {
  test = await createTestApp();
  other = await createTestDatabase();
  const { get } = test.context.tenants;
  const tenant: Tenant = { name: 'other', ...other };
  test.context.tenants.get = async (name) => (name === 'other' ? tenant : get(name));
  const { db } = test.tenant;
  await createAdministrator(db, password);
  const { id } = await db.selectFrom('app_user').select('id').executeTakeFirstOrThrow();
  administratorId = id;
  administrator = await makeUserSession(db, id);
  managerId = await makeUser(db, { groups: ['SECURITY_ADMINISTRATORS'] });
  manager = await makeUserSession(db, managerId);
});
afterAll(async () => {
  await test.close();
  await other.drop();
});

let caller = 0;
/** Each call comes from a separate address, so that no limit per address applies. */
function from(method: Method, url: string, body?: object, headers: Record<string, string> = {}) {
  caller += 1;
  return test.app.inject({
    method,
    url,
    headers,
    remoteAddress: `10.9.${caller >> 8}.${caller & 255}`,
    ...(body ? { payload: body } : {}),
  });
}
const signIn = (body: object, headers: Record<string, string> = {}) =>
  from('POST', '/api/login', body, headers);
const whoAmI = (headers: Record<string, string>) => from('GET', '/api/user/current', undefined, headers);
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('a session', () => {
  const credentials = { databaseName: testTenant, userName: 'admin', password };

  it('never has an id that the client chose', async () => {
    const planted = unknownSessionId();
    const answer = await signIn(credentials, { ...toHeaders(planted), cookie: `SessId=${planted}` });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().id).not.toBe(planted);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await whoAmI(toHeaders(planted))).statusCode).toBe(401);
    expect((await signIn({ ...credentials, id: planted, sessionId: planted })).statusCode).toBe(400);
  });

  it('is new at each sign-in, and a sign-out ends only the session of the call', async () => {
    const [first, second] = [await signIn(credentials), await signIn(credentials)].map(
      (answer) => answer.json().id as string,
    );
    expect(first).not.toBe(second);
    expect((await from('POST', '/api/logout', {}, toHeaders(first!))).statusCode).toBe(204);
    expect((await whoAmI(toHeaders(first!))).statusCode).toBe(401);
    expect((await whoAmI(toHeaders(second!))).statusCode).toBe(200);
  });

  it.each<[string, () => Record<string, string>]>([
    ['are not base64', () => ({ sessid: '{"$ne":null}', dbname: '*' })],
    ['are empty', () => ({ sessid: '', dbname: '' })],
    ['contain a zero character', () => toHeaders('a\0b', `${testTenant}\0`)],
    ['contain SQL', () => toHeaders("' or true --", testTenant)],
    ['name a database by a path', () => toHeaders(unknownSessionId(), '../test')],
    ['name a database of PostgreSQL itself', () => toHeaders(unknownSessionId(), 'template1')],
    ['name a property of an object', () => toHeaders(unknownSessionId(), '__proto__')],
    ['contain the hash of the session', () => toHeaders(toHash(administrator.sessid!))],
    ['are not encoded', () => ({ ...administrator, dbname: testTenant })],
    ['omit the database', () => ({ sessid: administrator.sessid! })],
    ['name another tenant', () => ({ ...administrator, dbname: base64('other') })],
  ])('is rejected with 401 if the headers %s', async (_name, headers) => {
    const answer = await whoAmI(headers());
    expect([answer.statusCode, answer.json().message]).toEqual([401, 'Please sign in.']);
  });

  it('of one tenant gives no access to another', async () => {
    const theirs = await makeSession(other.db, { isAdmin: true });
    expect((await whoAmI(theirs)).statusCode).toBe(401);
    const there = { ...theirs, dbname: base64('other') };
    expect((await whoAmI(there)).statusCode).toBe(200);
    const assetId = await makeAsset(test.tenant.db, { assetName: 'Ours' });
    expect((await from('GET', `/api/assets/${assetId}`, undefined, administrator)).statusCode).toBe(200);
    expect((await from('GET', `/api/assets/${assetId}`, undefined, there)).statusCode).toBe(404);
    const list = await from('POST', '/api/assets/filters', {}, there);
    expect([list.statusCode, list.headers[totalHeader]]).toEqual([200, '0']);
  });

  const toHash = (encoded: string) =>
    createHash('sha256').update(Buffer.from(encoded, 'base64').toString()).digest('base64url');
});

describe('unknown and read-only fields', () => {
  it('do not make a user an administrator', async () => {
    const own = { ...(await makeSession(test.tenant.db)) };
    const before = (await whoAmI(own)).json();
    const update = (extra: object) => from('POST', '/api/user/current/update', extra, own);
    // Ignored, because the response has these fields.
    for (const extra of [
      { isAdmin: true },
      { systemUser: true },
      { assignedGroups: ['ADMINISTRATORS'] },
      { assignedRecordTypes: ['twin'] },
      { id: administratorId },
      { enabled: false },
      { external: true },
    ]) {
      const answer = await update(extra);
      expect([answer.statusCode, answer.json()]).toEqual([200, before]);
    }
    for (const extra of [{ passwordHash: 'x' }, { is_admin: true }]) {
      expect((await update({ firstName: 'Eve', ...extra })).statusCode).toBe(400);
    }
    expect((await whoAmI(own)).json()).toEqual(before);
  });

  it.each([{ id: 1 }, { systemUser: true }, { assignedRecordTypes: ['twin'] }, { password_hash: 'x' }])(
    'are rejected when a user is created: %j',
    async (extra) => {
      const added = await from('POST', '/api/users', { userName: 'mallory', ...extra }, administrator);
      expect(added.statusCode).toBe(400);
    },
  );

  it.each([{ id: 1 }, { systemUser: true }, { assignedRecordTypes: ['twin'] }])(
    'are ignored when a user is changed, if the response has them: %j',
    async (extra) => {
      const path = `/api/users/${managerId}`;
      const before = (await from('GET', path, undefined, administrator)).json();
      const changed = await from('PUT', path, extra, administrator);
      expect(changed.statusCode).toBe(200);
      expect((await from('GET', path, undefined, administrator)).json()).toEqual(before);
    },
  );

  it('are rejected when a user is changed, if the response lacks them', async () => {
    const changed = await from('PUT', `/api/users/${managerId}`, { password_hash: 'x' }, administrator);
    expect(changed.statusCode).toBe(400);
  });

  it('do not pollute prototypes', async () => {
    const body =
      '{"firstName":"Eve","__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}';
    const own = await makeSession(test.tenant.db);
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/user/current/update',
      headers: { ...own, 'content-type': 'application/json' },
      payload: body,
    });
    expect(answer.statusCode).toBe(400);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    expect((await whoAmI(own)).json().isAdmin).toBe(false);
  });

  it('are rejected by every call whose body is an object', () => {
    const lenient = routes
      .filter(({ body }) => isLenient(body))
      .map(({ method, path }) => `${method} ${path}`);
    // Its body is a message of JSON-RPC, which later versions of the protocol may extend.
    expect(lenient).toEqual(['POST /api/mcp']);
  });
});

/** Whether a body's schema is an object that accepts unknown fields. */
function isLenient(body: unknown): boolean {
  if (body instanceof z.ZodArray) return isLenient(body.element);
  if (!(body instanceof z.ZodObject)) return false;
  return !(body.def.catchall instanceof z.ZodNever);
}

describe('the existence of a user', () => {
  it('is not revealed by the response to a sign-in', async () => {
    const { db } = test.tenant;
    const disabled = await makeUser(db, { enabled: false });
    const names: string[] = ['admin', 'nobody'];
    const row = await db
      .selectFrom('app_user')
      .select('user_name')
      .where('id', '=', disabled)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('app_user')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', disabled)
      .execute();
    const answers = await Promise.all([
      ...names.map((userName) => signIn({ databaseName: testTenant, userName, password: 'wrong-1!' })),
      signIn({ databaseName: testTenant, userName: row.user_name, password }),
      signIn({ databaseName: 'nowhere', userName: 'admin', password }),
    ]);
    const seen = answers.map((answer) => {
      const { requestId, ...body } = answer.json();
      const { date, 'x-request-id': id, 'content-security-policy': policy, ...headers } = answer.headers;
      return { status: answer.statusCode, body, headers: Object.keys(headers).sort() };
    });
    expect(seen[0]).toMatchObject({ status: 401, body: { id: 'sign-in-failed' } });
    for (const each of seen) expect(each).toEqual(seen[0]);
  });

  it('is not revealed by a request for a password reset', async () => {
    const jobs = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count
        from graphile_worker.jobs where task_identifier = 'request-reset'`.execute(test.tenant.db);
      return rows[0]!.count;
    };
    const before = await jobs();
    const seen = [];
    for (const userName of ['admin', 'nobody', 'nobody@nowhere.example']) {
      const answer = await from('POST', '/api/user/password/request-reset', {
        databaseName: testTenant,
        userName,
      });
      seen.push([answer.statusCode, answer.body]);
    }
    expect(seen).toEqual(Array(3).fill([204, '']));
    expect((await jobs()) - before).toBe(3);
  });
});

describe('a password reset token', () => {
  const reset = (token: string, databaseName = testTenant) =>
    from('POST', '/api/user/password/reset', { databaseName, token, newPassword: 'another horse 2!' });
  const tooOld = 'This link was used already or is too old. Please ask for a new one.';

  async function newToken(userId: number, minutes: number): Promise<string> {
    const token = unknownSessionId();
    await test.tenant.db
      .insertInto('password_reset')
      .values({
        token_hash: createHash('sha256').update(token).digest(),
        user_id: userId,
        expires_at: new Date(Date.now() + minutes * 60_000),
      })
      .execute();
    return token;
  }

  it('works once, in its own tenant and before it expires, and ends the sessions of the user', async () => {
    const userId = await makeUser(test.tenant.db);
    const session = await makeUserSession(test.tenant.db, userId);
    const token = await newToken(userId, 10);
    expect((await reset(token, 'other')).json().message).toBe(tooOld);
    const answers = await Promise.all([reset(token), reset(token), reset(token)]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([204, 400, 400]);
    expect((await reset(token)).json().message).toBe(tooOld);
    expect((await whoAmI(session)).statusCode).toBe(401);
    expect((await reset(await newToken(userId, -1))).json().message).toBe(tooOld);
    expect((await reset(createHash('sha256').update(token).digest('hex'))).json().message).toBe(tooOld);
  });
});

describe('a script in a text or URL', () => {
  const script = '<script>alert(1)</script><img src=x onerror=alert(1)>';

  it('is returned as JSON with nosniff', async () => {
    const assetId = await makeAsset(test.tenant.db, { assetName: script, uniqueId: script });
    const answer = await from('GET', `/api/assets/${assetId}`, undefined, {
      ...administrator,
      accept: 'text/html',
    });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.json().assetName).toBe(script);
  });

  it.each([`/api/${script}`, `/${script}`, `/docs/${script}`, `/api/assets/${script}`])(
    'is not reflected as HTML: %s',
    async (url) => {
      const answer = await from('GET', encodeURI(url), undefined, { ...administrator, accept: '*/*' });
      expect([400, 404]).toContain(answer.statusCode);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    },
  );

  it.each(['/docs', '/version.json'])('is blocked by the strict policy of %s', async (url) => {
    const policy = (await from('GET', url)).headers['content-security-policy'] as string;
    const directives = new Map(
      policy.split(';').map((part) => part.trim().split(/ (.*)/) as [string, string]),
    );
    expect(directives.get('default-src')).toBe("'none'");
    expect(directives.get('script-src')).toMatch(/^'self' 'nonce-[0-9a-f]{32}'$/);
    expect(directives.get('base-uri')).toBe("'none'");
    expect(directives.get('frame-ancestors')).toBe("'none'");
    expect(directives.get('form-action')).toBe("'self'");
    expect(policy).not.toContain('unsafe-eval');
  });

  it.each(['/api/version.json', '/api/nothing', '/api/user/current'])(
    'is blocked by the policy of %s, which loads nothing',
    async (url) => {
      expect((await from('GET', url)).headers['content-security-policy']).toBe(
        "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
      );
    },
  );
});

describe('a value that cannot be stored', () => {
  it.each([
    ['\0', 'Text must not contain the character of code zero.'],
    ['\ud800', 'Text must not contain half of a character (a lone surrogate).'],
  ])('is rejected with the reason if it would be stored within JSON: %j', async (text, message) => {
    const body = { advisoryIds: [1], transition: 'reject', reason: `a${text}b` };
    const bulk = await from('POST', '/api/advisories/transition', body, administrator);
    expect([bulk.statusCode, bulk.json().message]).toEqual([400, message]);
  });

  it('is rejected instead of replaced, and nothing is changed', async () => {
    const change = { firstName: 'Ada', lastName: 'x\udc00' };
    const before = (await from('GET', '/api/user/current', undefined, administrator)).json();
    const answer = await from('POST', '/api/user/current/update', change, administrator);
    const message = 'Text must not contain half of a character (a lone surrogate).';
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      expect.objectContaining({ message, errors: [{ path: 'lastName', message }] }),
    ]);
    expect((await from('GET', '/api/user/current', undefined, administrator)).json()).toEqual(before);
    const tag = {
      name: 'half\ud800',
      caption: 'Half',
      type: 'data_point',
      assetIds: [await makeAsset(test.tenant.db)],
    };
    const made = await from('POST', '/api/tags', [tag], administrator);
    expect([made.statusCode, made.json().errors]).toEqual([400, [{ path: '0.name', message }]]);
  });

  it('is rejected: a mission time of 999,999,999 years', async () => {
    const endless = { name: 'Endless', startDate: '2024-01-01T00:00:00.000Z', missionTime: 'P999999999Y' };
    const answer = await from('POST', '/api/riskanalyses/', [endless] as never, administrator);
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      '0.missionTime: Mission time must be a value between 1 day and 100 years',
    ]);
  });
});

describe('a formula in an export', () => {
  it.each(['=1+1', '+1', '-1+cmd', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '=HYPERLINK("http://evil","x")'])(
    'is escaped in CSV: %j',
    async (formula) => {
      const row = { line: 2, action: 'error', message: formula } as const;
      const rows = async (after: number) => (after === 0 ? [row] : []);
      let text = '';
      for await (const piece of csvOfRows([['name', () => formula]], rows)) text += piece;
      const cells = splitCells(text.slice(text.indexOf('\r\n') + 2).replace(/\r\n$/, ''));
      expect(cells).toEqual(['2', 'error', `'${formula}`, `'${formula}`]);
    },
  );

  it('is escaped in a workbook, and unescaped by an import', async () => {
    const { db } = test.tenant;
    const tagId = await makeTag(db, { type: 'work' });
    const name = '=HYPERLINK("http://evil","x")';
    const work = { tagId, number: '+1', name, kind: 'other' };
    expect((await from('POST', '/api/work', work, administrator)).statusCode).toBe(201);
    const filters = [{ field: 'TagId', operator: 'EqualTo', value: tagId }];
    const file = await from('POST', '/api/work/export', { filters }, administrator);
    const row = readSheets(file.rawPayload).Work![1]!;
    expect(row.slice(1, 3)).toEqual(["'+1", `'${name}`]);

    const lines = [row.slice(0, 3) as string[]];
    async function* source() {
      yield [['Tag', 'Number', 'Name'], ...lines].map((cells, at) => ({ line: at + 1, cells }));
    }
    const [read] = await readRows(source(), workColumns, ['tag']);
    expect(read!.cells).toEqual({ tag: lines[0]![0], number: '+1', name });
  });

  it('has its special characters replaced in the name of a file', () => {
    expect(toAttachmentHeader("=cmd|'/c calc'!A1\"\r\nset-cookie: a=b")).toBe(
      'attachment; filename="_cmd___c calc__A1___set-cookie_ a_b.csv"',
    );
  });
});

/** The cells of one line of csv. */
function splitCells(line: string): string[] {
  return [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
    .slice(0, 4)
    .map(([, cell]) => (cell!.startsWith('"') ? cell!.slice(1, -1).replaceAll('""', '"') : cell!));
}

describe('an id of another record or user in a URL', () => {
  const notFound = (answers: { statusCode: number; json(): { id: string } }[]) =>
    expect(answers.map((answer) => [answer.statusCode, answer.json().id])).toEqual(
      answers.map(() => [404, 'not-found']),
    );
  const write: MakeUser = {
    groups: ['VIEWERS'],
    recordTypes: ['asset', 'tag', 'work', 'advisory', 'risk-analysis'],
  };

  it('is answered with 404 for scenarios, assets and attachments', async () => {
    const { db } = test.tenant;
    const eve = await makeSession(db, write);
    const analysis = async (name: string) => {
      const assetIds = [await makeAsset(db)];
      const dates = { startDate: '2024-01-01T00:00:00.000Z', missionTime: 'P365D' };
      const answer = await from('POST', '/api/riskanalyses/', [{ name, assetIds, ...dates }], eve);
      return { url: `/api/riskanalyses/${answer.json()[0].id}`, assetId: assetIds[0]! };
    };
    const [one, other] = [await analysis('One'), await analysis('Other')];
    const made = await from('POST', `${one.url}/scenarios`, { name: 'Early' }, eve);
    expect(made.statusCode).toBe(201);
    const scenario = `${other.url}/scenarios/${made.json().id}`;
    const twinId = await makeTwin(db);
    const advise = async () =>
      `/api/advisories/${(await from('POST', '/api/advisories', { twinId, name: 'Look' }, eve)).json().id}`;
    const [advisory, another] = [await advise(), await advise()];
    const attached = (await send(`${advisory}/attachments`, 'a.txt', 'ours', eve)).json().id;
    notFound([
      await from('GET', scenario, undefined, eve),
      await from('GET', `${scenario}/assets.xlsx`, undefined, eve),
      await from('POST', `${scenario}/recalculate`, undefined, eve),
      await from('DELETE', scenario, undefined, eve),
      await from('GET', `${other.url}/assets/${one.assetId}`, undefined, eve),
      await from('GET', `${other.url}/assets/${one.assetId}/probabilities`, undefined, eve),
      await from('GET', `${another}/attachments/${attached}`, undefined, eve),
      await from('DELETE', `${another}/attachments/${attached}`, undefined, eve),
    ]);
    const file = await from('GET', `${advisory}/attachments/${attached}`, undefined, eve);
    expect([file.statusCode, file.body]).toEqual([200, 'ours']);
  });

  it('is answered with 404 for imports, also for an import of another kind', async () => {
    const [ada, eve] = [await makeSession(test.tenant.db, write), await makeSession(test.tenant.db, write)];
    const started = await send('/api/assets/imports', 'a.csv', 'Name,Unique id\r\nPump,P-1\r\n', ada);
    expect(started.statusCode).toBe(202);
    const { commandId } = started.json();
    const url = `/api/assets/imports/${commandId}`;
    notFound([
      await from('GET', `/api/commands/${commandId}`, undefined, eve),
      await from('POST', `/api/commands/${commandId}/cancel`, undefined, eve),
      await from('GET', `${url}/rows.csv`, undefined, eve),
      await from('POST', `${url}/rows/filters`, {}, eve),
      await from('POST', `${url}/run`, undefined, eve),
      await from('POST', `/api/work/imports/${commandId}/run`, undefined, ada),
      await from('GET', `/api/imports/${commandId}/refused`, undefined, eve),
    ]);
    expect((await from('POST', '/api/commands/filters', {}, eve)).json()).toEqual([]);
  });

  /** Sends a file as forms do. */
  function send(url: string, name: string, content: string, headers: Record<string, string>) {
    const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
    return test.app.inject({
      method: 'POST',
      url,
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
      payload: `${head}${content}\r\n--b--\r\n`,
    });
  }
});

describe('a concurrent deletion', () => {
  /** Waits until a call waits for a lock of a transaction. */
  const someoneWaits = () =>
    expect
      .poll(async () => {
        const waiting = sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return (await waiting.execute(test.tenant.db)).rows.length;
      })
      .toBeGreaterThan(0);

  it('of a twin fails the creation of its advisory with 409 and the reason', async () => {
    const { db } = test.tenant;
    const twinId = await makeTwin(db);
    let answer: ReturnType<typeof from> | undefined;
    await db.transaction().execute(async (deleting) => {
      await deleting.deleteFrom('twin').where('id', '=', twinId).execute();
      answer = from('POST', '/api/advisories', { twinId, name: 'Look' }, administrator);
      void answer.then();
      await someoneWaits();
    });
    const { statusCode, json } = await answer!;
    expect([statusCode, json()]).toEqual([
      409,
      expect.objectContaining({
        id: 'conflict',
        message: 'A related record was deleted. Please reload the page.',
      }),
    ]);
    const kept = db.selectFrom('advisory').select('id').where('twin_id', '=', twinId);
    expect(await kept.execute()).toEqual([]);
  });
});

describe('a path', () => {
  it.each([
    '/../../etc/passwd',
    '/..%2f..%2fetc%2fpasswd',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..\\..\\package.json',
    '/%00',
    '/docs/..%2f..%2fpackage.json',
    '/docs/images/..%2f..%2fpackage.json',
    '/api/docs/static/..%2f..%2f..%2fpackage.json',
    '/.stamp',
  ])('does not lead out of the served folder: %s', async (url) => {
    const answer = await from('GET', url);
    expect([400, 403, 404]).toContain(answer.statusCode);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.body).not.toMatch(/root:|workspaces/);
  });

  it.each(['../../etc/passwd', '/etc/cron.d/x', 'C:\\windows\\x', '..%2fx', '"; x="y'])(
    'is removed from the name of an imported file: %s',
    async (name) => {
      const boundary = 'b';
      const quoted = name.replaceAll('"', '%22');
      const payload = `--b\r\nContent-Disposition: form-data; name="file"; filename="${quoted}.csv"\r\n\r\ntag,time,value\n\r\n--b--\r\n`;
      const answer = await test.app.inject({
        method: 'POST',
        url: '/api/assets/imports',
        headers: { ...administrator, 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload,
      });
      expect([202, 400]).toContain(answer.statusCode);
      if (answer.statusCode !== 202) return;
      const { commandId } = answer.json();
      const command = await from('GET', `/api/commands/${commandId}`, undefined, administrator);
      expect(JSON.stringify(command.json())).not.toContain('/etc/');
    },
  );
});

describe('an oversized request', () => {
  it.each<[string, Record<string, string>]>([
    ['session', { sessid: base64('x'.repeat(20_000)), dbname: base64(testTenant) }],
    ['database', { sessid: base64('x'), dbname: base64('x'.repeat(20_000)) }],
  ])('is answered with 401 if the header of the %s is too long', async (_name, headers) => {
    expect((await whoAmI(headers)).statusCode).toBe(401);
  });

  it('is rejected with 431 for a long header and 400 for a long path', async () => {
    const address = await test.app.listen({ port: 0, host: '127.0.0.1' });
    const large = await fetch(`${address}/api/user/current`, { headers: { sessid: 'x'.repeat(40_000) } });
    expect(large.status).toBe(431);
    const longAddress = await fetch(`${address}/api/assets/${'9'.repeat(5000)}`);
    expect(longAddress.status).toBe(400);
  });

  it('is rejected with 413 for a large body, and with 401 without a session', async () => {
    const body = { firstName: 'x'.repeat(2_000_000) };
    const answer = await from('POST', '/api/user/current/update', body, administrator);
    expect(answer.statusCode).toBe(413);
    expect((await from('POST', '/api/user/current/update', body)).statusCode).toBe(401);
    expect(
      (await signIn({ databaseName: testTenant, userName: 'admin', password: 'x'.repeat(100_000) }))
        .statusCode,
    ).toBe(400);
  });
});

describe('a user manager who is not an administrator', () => {
  const forbidden = 'You do not have sufficient privileges to access this page.';
  const asManager = (method: Method, url: string, body?: object) => from(method, url, body, manager);

  it('cannot make anyone an administrator', async () => {
    for (const answer of [
      await asManager('POST', '/api/users', { userName: 'puppet', isAdmin: true }),
      await asManager('PUT', `/api/users/${managerId}`, { isAdmin: true }),
    ]) {
      expect([answer.statusCode, answer.json().message]).toEqual([403, forbidden]);
    }
  });

  it.each([
    { email: 'mallory@evil.example' },
    { newPassword: 'mallory owns 1!' },
    { enabled: false },
    { isAdmin: false },
    { external: true },
    { userName: 'mallory' },
    { assignedGroups: [] },
    {},
  ])('cannot change an administrator: %j', async (change) => {
    const answer = await asManager('PUT', `/api/users/${administratorId}`, change);
    expect([answer.statusCode, answer.json().message]).toEqual([403, forbidden]);
  });

  it('cannot set the identity provider, or read mails and their settings', async () => {
    const provider = { issuer: 'https://evil.example', clientId: 'a', label: 'a', userNameClaim: 'sub' };
    const url = '/api/settings/security/identity-provider';
    expect((await asManager('POST', url, provider)).statusCode).toBe(403);
    expect((await asManager('GET', '/api/settings/system/mail')).statusCode).toBe(403);
    expect((await asManager('POST', '/api/mail/filters', {})).statusCode).toBe(403);
  });
});

describe('a member of ADMINISTRATORS who is not an administrator', () => {
  it('cannot redirect mails, which contain password reset tokens', async () => {
    const keeper = await makeSession(test.tenant.db, { groups: ['ADMINISTRATORS'] });
    const evil = {
      host: 'evil.example',
      port: 25,
      security: 'none',
      userName: '',
      from: 'a@b',
      publicAddress: 'https://evil.example',
    };
    const answer = await from('POST', '/api/settings/system/mail', evil, keeper);
    expect(answer.statusCode).toBe(403);
  });
});
