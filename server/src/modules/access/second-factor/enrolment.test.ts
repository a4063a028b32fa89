import { routes } from '@twinward/contracts/core/routes';
import type { AuditEntry } from '@twinward/contracts/system/audit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../../platform/passwords.ts';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { type MakeUser, makeUser, makeUserSession, makeViewerSession } from '../../../testing/factories.ts';
import { Authenticator, totpCode } from '../../../testing/second-factor.ts';
import { lengthenDelays } from '../../../testing/sign-in-failures.ts';

const password = 'correct horse 1!';
const page = 'https://twinward.plant.example';
const own = '/api/user/current/second-factor';
const setting = '/api/settings/security/second-factor';
let test: TestApp;
let passwordHash: string;

beforeAll(async () => {
  test = await createTestApp();
  passwordHash = await hashPassword(password);
});
afterAll(() => test.close());

let caller = 0;
/** Uses a different address for each call, so that limits per address do not apply. */
function ask(method: Method, url: string, headers: Record<string, string>, payload?: object, origin = page) {
  caller += 1;
  return test.app.inject({
    method,
    url,
    headers: { origin, ...headers },
    remoteAddress: `10.7.${caller >> 8}.${caller & 255}`,
    ...(payload ? { payload } : {}),
  });
}

interface Person {
  id: number;
  headers: Record<string, string>;
}

async function makePerson(user: MakeUser & { external?: boolean } = {}): Promise<Person> {
  const { db } = test.tenant;
  const id = await makeUser(db, user);
  const external = user.external ?? false;
  await db
    .updateTable('app_user')
    .set({ email: `person-${id}@plant.example`, external, password_hash: external ? null : passwordHash })
    .where('id', '=', id)
    .execute();
  return { id, headers: await makeUserSession(db, id) };
}

async function addTotp({ headers }: Person): Promise<{ recoveryCodes: string[] | null }> {
  const { challenge, secret } = (await ask('POST', `${own}/totp`, headers, { password })).json();
  const answer = await ask('POST', `${own}/totp/confirm`, headers, { challenge, code: totpCode(secret) });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

async function addPasskey({ headers }: Person, name = 'Key ring') {
  const { challenge, options } = (await ask('POST', `${own}/passkeys`, headers, { password })).json();
  const registration = new Authenticator().register(options, page);
  return ask('POST', `${own}/passkeys/confirm`, headers, { challenge, name, registration });
}

const getFactors = async ({ headers }: Person) => (await ask('GET', own, headers)).json();

async function mailsTo({ id }: Person): Promise<string[]> {
  const mails = await test.tenant.db
    .selectFrom('mail')
    .select('text')
    .where('recipient', '=', `person-${id}@plant.example`)
    .orderBy('id')
    .execute();
  return mails.map(({ text }) => text!.split('. User:')[0]!);
}

async function readAudit({ id }: Person): Promise<Pick<AuditEntry, 'action' | 'userId'>[]> {
  const rows = await test.tenant.db
    .selectFrom('audit_entry')
    .select(['action', 'user_id'])
    .where('entity_type', '=', 'user')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ action: row.action, userId: row.user_id }));
}

describe('a user’s own second factors', () => {
  it('are empty at first', async () => {
    expect(await getFactors(await makePerson())).toEqual({
      totp: null,
      passkeys: [],
      recoveryCodesLeft: 0,
      required: false,
      passkeyOrigin: null,
    });
  });

  it('include ten recovery codes that are shown once, and end the sessions opened with only the password', async () => {
    const person = await makePerson();
    const elsewhere = await makeUserSession(test.tenant.db, person.id);
    const { recoveryCodes } = await addTotp(person);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes!)
      expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){6}$/);
    expect((await ask('GET', '/api/validateSession', elsewhere)).statusCode).toBe(401);
    expect((await addPasskey(person)).json()).toEqual({ recoveryCodes: null });
    expect(await getFactors(person)).toEqual({
      totp: { createdAt: expect.any(String), lastUsedAt: null },
      passkeys: [
        {
          id: expect.any(Number),
          name: 'Key ring',
          host: 'twinward.plant.example',
          createdAt: expect.any(String),
          lastUsedAt: null,
        },
      ],
      recoveryCodesLeft: 10,
      required: false,
      passkeyOrigin: null,
    });
  });

  it('are reported by mail and audited at every change', async () => {
    const person = await makePerson();
    await addTotp(person);
    await addPasskey(person);
    const renewed = await ask('POST', `${own}/recovery-codes`, person.headers, { password });
    expect(renewed.json().recoveryCodes).toHaveLength(10);
    const [passkey] = (await getFactors(person)).passkeys;
    for (const path of [`${own}/passkeys/${passkey.id}/remove`, `${own}/totp/remove`]) {
      expect((await ask('POST', path, person.headers, { password })).statusCode).toBe(204);
    }
    expect(await mailsTo(person)).toEqual([
      'An authenticator app was added',
      "The passkey 'Key ring' was added",
      'New recovery codes were made',
      'A passkey was removed',
      'The authenticator app was removed',
    ]);
    const actions = (await readAudit(person)).map(({ action }) => action);
    expect(actions).toEqual([
      'add-second-factor',
      'add-second-factor',
      'renew-recovery-codes',
      'remove-second-factor',
      'remove-second-factor',
    ]);
    expect(await getFactors(person)).toMatchObject({ totp: null, passkeys: [], recoveryCodesLeft: 0 });
  });

  it('require the password for every change', async () => {
    const person = await makePerson();
    const paths = [
      `${own}/totp`,
      `${own}/totp/remove`,
      `${own}/passkeys`,
      `${own}/passkeys/1/remove`,
      `${own}/recovery-codes`,
    ];
    for (const path of paths) {
      const wrong = await ask('POST', path, person.headers, { password: 'wrong' });
      expect([wrong.statusCode, wrong.json().errors]).toEqual([
        400,
        [{ path: 'password', message: 'The password is wrong.' }],
      ]);
      expect((await ask('POST', path, person.headers, {})).statusCode).toBe(400);
      expect((await ask('POST', path, {}, { password })).statusCode).toBe(401);
    }
  });

  it('require a recent sign-in of a user with a factor, like a new password and e-mail address', async () => {
    const person = await makePerson();
    const ageSession = () =>
      test.tenant.db
        .updateTable('session')
        .set({ created_at: sql<Date>`now() - interval '11 minutes'` })
        .where('user_id', '=', person.id)
        .execute();
    await ageSession();
    await addTotp(person);
    const profile = '/api/user/current/update';
    const attempts = [
      () => ask('POST', `${own}/totp`, person.headers, { password }),
      () => ask('POST', `${own}/recovery-codes`, person.headers, { password }),
      () => ask('POST', profile, person.headers, { email: 'new@plant.example', currentPassword: password }),
      () =>
        ask('POST', `${profile}/password`, person.headers, {
          currentPassword: password,
          newPassword: 'battery staple 2?',
        }),
    ];
    const statuses = async () => {
      const answers = [];
      for (const attempt of attempts) answers.push(await attempt());
      return answers.map((answer) => [answer.statusCode, answer.json().message]);
    };
    const refused = [
      409,
      'You signed in more than 10 minutes ago. Please sign out, sign in again, and then change this.',
    ];
    expect(await statuses()).toEqual(attempts.map(() => refused));
    person.headers = await makeUserSession(test.tenant.db, person.id);
    expect((await attempts[1]!()).statusCode).toBe(200);
    expect((await attempts[3]!()).statusCode).toBe(204);
  });

  it('delay the account after too many wrong passwords', async () => {
    const person = await makePerson();
    const guess = () => ask('POST', `${own}/totp`, person.headers, { password: 'wrong' });
    expect((await guess()).statusCode).toBe(400);
    await lengthenDelays(test.tenant.db);
    expect((await guess()).statusCode).toBe(400);
    const right = await ask('POST', `${own}/totp`, person.headers, { password });
    expect(right.statusCode).toBe(429);
  });

  it('are rejected with a wrong code, and for the enrolment of another user', async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    const { challenge, secret } = (await ask('POST', `${own}/totp`, person.headers, { password })).json();
    const confirm = (headers: Record<string, string>, code: string) =>
      ask('POST', `${own}/totp/confirm`, headers, { challenge, code });
    const wrong = await confirm(person.headers, totpCode(secret, 1));
    expect([wrong.statusCode, wrong.json().errors[0].path]).toEqual([400, 'code']);
    const stranger = await confirm(other.headers, totpCode(secret));
    expect([stranger.statusCode, stranger.json().message]).toEqual([
      404,
      'This took too long or was already completed. Please start again.',
    ]);
    expect((await confirm(person.headers, totpCode(secret))).statusCode).toBe(200);
    expect((await confirm(person.headers, totpCode(secret))).statusCode).toBe(404);
  });

  it('are rejected if the browser’s response is invalid, or the passkey is already registered', async () => {
    const person = await makePerson();
    const { challenge, options } = (
      await ask('POST', `${own}/passkeys`, person.headers, { password })
    ).json();
    const key = new Authenticator();
    const confirm = (registration: object, given = challenge) =>
      ask('POST', `${own}/passkeys/confirm`, person.headers, { challenge: given, name: 'Key', registration });
    const wrong = await confirm(key.register(options, 'https://evil.example'));
    expect([wrong.statusCode, wrong.json().errors[0].path]).toEqual([400, 'registration']);
    expect((await confirm(key.register(options, page))).statusCode).toBe(200);
    const again = (await ask('POST', `${own}/passkeys`, person.headers, { password })).json();
    expect(again.options.excludeCredentials).toEqual([
      { id: key.id, transports: ['usb'], type: 'public-key' },
    ]);
    const known = await confirm(key.register(again.options, page), again.challenge);
    expect([known.statusCode, known.json().message]).toEqual([409, 'This passkey is already registered.']);
  });

  it('can be removed only by their user', async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    await addPasskey(person);
    const [passkey] = (await getFactors(person)).passkeys;
    const path = `${own}/passkeys/${passkey.id}/remove`;
    expect((await ask('POST', path, other.headers, { password })).statusCode).toBe(404);
    expect((await ask('POST', `${own}/totp/remove`, other.headers, { password })).statusCode).toBe(404);
    const codes = await ask('POST', `${own}/recovery-codes`, other.headers, { password });
    expect(codes.statusCode).toBe(409);
  });

  it('are managed by the identity provider for an external user', async () => {
    const person = await makePerson({ external: true });
    const answer = await ask('POST', `${own}/totp`, person.headers, { password });
    expect(answer.statusCode).toBe(409);
    expect(answer.json().message).toContain('asks for a second factor');
  });
});

describe('a passkey', () => {
  const start = async (origin: string) => {
    const { headers } = await makePerson();
    return ask('POST', `${own}/passkeys`, headers, { password }, origin);
  };

  it.each(['http://twinward.plant.example', 'http://10.0.0.7:8080', 'https://10.0.0.7', 'null'])(
    'is not created at %s',
    async (origin) => {
      const answer = await start(origin);
      expect([answer.statusCode, answer.json().message]).toEqual([
        409,
        'Passkeys need https and a host name. Use an authenticator app instead.',
      ]);
    },
  );

  it.each(['https://twinward.plant.example:8443', 'http://localhost:8080'])(
    'is created at %s',
    async (origin) => {
      expect((await start(origin)).json().options.rp.id).toBe(new URL(origin).hostname);
    },
  );

  it('is created only at the public address, if that uses https', async () => {
    const { db } = test.tenant;
    const mail = {
      host: '',
      port: 587,
      security: 'none',
      userName: '',
      from: 'a@b',
      publicAddress: `${page}/`,
    };
    await db
      .insertInto('system_setting')
      .values({ name: 'mail', value: JSON.stringify(mail) })
      .execute();
    try {
      const refused = await start('https://localhost');
      expect(refused.json().message).toBe(`Passkeys work at ${page} only. Open Twinward there to add one.`);
      expect((await start(page)).statusCode).toBe(200);
      expect((await getFactors(await makePerson())).passkeyOrigin).toBe(page);
    } finally {
      await db.deleteFrom('system_setting').where('name', '=', 'mail').execute();
    }
  });
});

describe('the reset by an administrator', () => {
  const reset = (id: number, { headers }: Person) =>
    ask('POST', `/api/users/${id}/second-factor/reset`, headers, {});

  it('removes all factors and codes, ends the sessions, and notifies the user', async () => {
    const [administrator, person] = [await makePerson({ isAdmin: true }), await makePerson()];
    await addTotp(person);
    await addPasskey(person);
    const enrolled = () => ask('GET', `/api/users/${person.id}/second-factor`, administrator.headers);
    expect((await enrolled()).json()).toEqual({ enrolled: true });
    expect((await reset(person.id, administrator)).statusCode).toBe(204);
    expect((await enrolled()).json()).toEqual({ enrolled: false });
    expect((await ask('GET', own, person.headers)).statusCode).toBe(401);
    expect((await mailsTo(person)).at(-1)).toBe('An administrator removed your second factors');
    expect((await readAudit(person)).at(-1)).toEqual({
      action: 'reset-second-factor',
      userId: administrator.id,
    });
    const again = { ...person, headers: await makeUserSession(test.tenant.db, person.id) };
    expect(await getFactors(again)).toMatchObject({ totp: null, passkeys: [], recoveryCodesLeft: 0 });
  });

  it('requires the right to manage users, or an administrator, and another user than oneself', async () => {
    const [administrator, person] = [await makePerson({ isAdmin: true }), await makePerson()];
    const manager = await makePerson({ groups: ['SECURITY_ADMINISTRATORS'] });
    const viewer = { id: 0, headers: await makeViewerSession(test.tenant.db) };
    expect((await reset(administrator.id, manager)).statusCode).toBe(403);
    expect((await reset(person.id, viewer)).statusCode).toBe(403);
    expect((await reset(person.id, { id: 0, headers: {} })).statusCode).toBe(401);
    expect((await reset(person.id, manager)).statusCode).toBe(204);
    expect((await reset(999_999_999, manager)).statusCode).toBe(404);
    expect((await ask('GET', '/api/users/999999999/second-factor', manager.headers)).statusCode).toBe(404);
    expect((await ask('GET', '/api/users/x/second-factor', manager.headers)).statusCode).toBe(400);
    const self = await reset(administrator.id, administrator);
    expect([self.statusCode, self.json().message]).toEqual([
      409,
      'Remove your own second factor in your user settings.',
    ]);
  });
});

describe('if a second factor is required', () => {
  let administrator: Person;
  const require = ({ headers }: Person, required: string) => ask('POST', setting, headers, { required });

  beforeAll(async () => {
    administrator = await makePerson({ isAdmin: true });
  });

  it('the setting can be enabled only by an administrator who has one', async () => {
    expect((await ask('GET', setting, administrator.headers)).json()).toEqual({ required: 'none' });
    const without = await require(administrator, 'administrators');
    expect([without.statusCode, without.json().message]).toEqual([
      409,
      'Set up a second factor for yourself before requiring one.',
    ]);
    const manager = await makePerson({ groups: ['SECURITY_ADMINISTRATORS'] });
    expect((await require(manager, 'administrators')).statusCode).toBe(403);
    expect((await ask('POST', setting, administrator.headers, {})).statusCode).toBe(400);
    await addTotp(administrator);
    expect((await require(administrator, 'administrators')).json()).toEqual({ required: 'administrators' });
  });

  it('an administrator without one can make only the calls that set one up', async () => {
    const person = await makePerson({ isAdmin: true });
    const allowed: string[] = [];
    for (const { method, path, access, connection, service } of routes) {
      if (access === 'public' || connection === 'only' || service === 'only') continue;
      // Some of these calls end the session, so each call uses a new one.
      const headers = await makeUserSession(test.tenant.db, person.id);
      const url = path.replace(/:\w+/g, '999999999');
      const answer = await ask(
        method,
        url,
        headers,
        method === 'GET' || method === 'DELETE' ? undefined : {},
      );
      if (answer.statusCode === 403) {
        expect(answer.json()).toMatchObject({
          id: 'second-factor-required',
          title: 'Second factor required',
          message: 'Set up a second factor first: it is required here.',
        });
      } else allowed.push(`${method} ${path}`);
    }
    expect(allowed.sort()).toEqual([
      'GET /api/user/current',
      'GET /api/user/current/second-factor',
      'GET /api/validateSession',
      'POST /api/logout',
      'POST /api/sessions',
      'POST /api/user/current/second-factor/passkeys',
      'POST /api/user/current/second-factor/passkeys/confirm',
      'POST /api/user/current/second-factor/totp',
      'POST /api/user/current/second-factor/totp/confirm',
    ]);
  });

  it('an administrator who sets one up can continue, and cannot remove the last one', async () => {
    const person = await makePerson({ isAdmin: true });
    const state = async () => (await ask('GET', '/api/validateSession', person.headers)).json().mustEnrol;
    expect(await state()).toBe(true);
    expect(await getFactors(person)).toMatchObject({ required: true });
    await addTotp(person);
    expect(await state()).toBe(false);
    expect((await ask('GET', setting, person.headers)).statusCode).toBe(200);
    const last = await ask('POST', `${own}/totp/remove`, person.headers, { password });
    expect([last.statusCode, last.json().message]).toEqual([
      409,
      'You need a second factor. Add another before you remove this one.',
    ]);
    expect(await getFactors(person)).toMatchObject({ recoveryCodesLeft: 10 });
    await addPasskey(person);
    expect((await ask('POST', `${own}/totp/remove`, person.headers, { password })).statusCode).toBe(204);
  });

  it('other users, and administrators of the identity provider, do not need one', async () => {
    const others = [
      await makePerson({ groups: ['SECURITY_ADMINISTRATORS'] }),
      await makePerson({ isAdmin: true, external: true }),
    ];
    for (const { headers } of others) expect((await ask('GET', setting, headers)).statusCode).toBe(200);
  });

  it('all users except those of the identity provider need one if it is required for all', async () => {
    expect((await require(administrator, 'all')).statusCode).toBe(200);
    const viewer = await makePerson({ groups: ['VIEWERS'] });
    const external = await makePerson({ groups: ['VIEWERS'], external: true });
    const read = async ({ headers }: Person) =>
      (await ask('GET', '/api/user/current/sessions', headers)).statusCode;
    expect([await read(viewer), await read(external), await read(administrator)]).toEqual([403, 200, 200]);
    await addTotp(viewer);
    expect(await read(viewer)).toBe(200);
  });
});
