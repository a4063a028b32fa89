import { createHash } from 'node:crypto';
import type { SecondFactorStep } from '@twinward/contracts/access/second-factor';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../../platform/passwords.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeUser } from '../../../testing/factories.ts';
import { testTenant, toHeaders } from '../../../testing/headers.ts';
import { Authenticator, totpCode, totpStep } from '../../../testing/second-factor.ts';
import { lengthenDelays } from '../../../testing/sign-in-failures.ts';
import { maximumAnswers } from './challenge.ts';

const password = 'correct horse 1!';
const page = 'https://twinward.plant.example';
const own = '/api/user/current/second-factor';
const begunAnew = 'The sign-in took too long, was tried too often or was already used. Please sign in again.';
let test: TestApp;
let passwordHash: string;

beforeAll(async () => {
  test = await createTestApp();
  passwordHash = await hashPassword(password);
});
afterAll(() => test.close());

let caller = 0;
/** Uses a different address for each call, so that limits per address do not apply. */
function post(url: string, payload: object, headers: Record<string, string> = {}, origin = page) {
  caller += 1;
  const remoteAddress = `10.8.${caller >> 8}.${caller & 255}`;
  return test.app.inject({ method: 'POST', url, headers: { origin, ...headers }, remoteAddress, payload });
}

interface Person {
  id: number;
  userName: string;
  headers: Record<string, string>;
}

async function makePerson(): Promise<Person> {
  const { db } = test.tenant;
  const id = await makeUser(db);
  const email = `person-${id}@plant.example`;
  await db.updateTable('app_user').set({ password_hash: passwordHash, email }).where('id', '=', id).execute();
  const { user_name } = await db
    .selectFrom('app_user')
    .select('user_name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const session = (await begin({ userName: user_name })).json<{ id: string }>();
  return { id, userName: user_name, headers: toHeaders(session.id) };
}

function begin({ userName }: { userName: string }, origin = page) {
  return post('/api/login', { databaseName: testTenant, userName, password }, {}, origin);
}

async function beginChallenge(person: { userName: string }, origin = page): Promise<SecondFactorStep> {
  const answer = await begin(person, origin);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ secondFactor: SecondFactorStep }>().secondFactor;
}

function complete({ challenge }: { challenge: string }, proof: object, databaseName = testTenant) {
  return post('/api/login/second-factor', { databaseName, challenge, proof });
}
const byCode = (code: string) => ({ type: 'totp', code });
const byRecoveryCode = (code: string) => ({ type: 'recovery-code', code });

/** Makes a user with an authenticator app, none of whose codes was used. */
async function makeTotpPerson(): Promise<Person & { secret: string; recoveryCodes: string[] }> {
  const person = await makePerson();
  const { challenge, secret } = (await post(`${own}/totp`, { password }, person.headers)).json();
  const confirmed = await post(`${own}/totp/confirm`, { challenge, code: totpCode(secret) }, person.headers);
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  await test.tenant.db
    .updateTable('totp_factor')
    .set({ last_step: 0 })
    .where('user_id', '=', person.id)
    .execute();
  return { ...person, secret, recoveryCodes: confirmed.json().recoveryCodes };
}

async function makePasskeyPerson(): Promise<Person & { key: Authenticator; recoveryCodes: string[] }> {
  const person = await makePerson();
  const key = new Authenticator();
  const { recoveryCodes } = await addPasskey(person, key);
  return { ...person, key, recoveryCodes };
}

async function addPasskey({ headers }: Person, key: Authenticator) {
  const { challenge, options } = (await post(`${own}/passkeys`, { password }, headers)).json();
  const answer = await post(
    `${own}/passkeys/confirm`,
    { challenge, name: 'Key ring', registration: key.register(options, page) },
    headers,
  );
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ recoveryCodes: string[] }>();
}

const getStatus = async (headers: Record<string, string>) =>
  (await test.ask('GET', '/api/validateSession', headers)).statusCode;

describe('a user with an authenticator app', () => {
  it('gets no session for only the password, and one for a code', async () => {
    const person = await makeTotpPerson();
    const answer = await begin(person);
    expect(answer.json()).toEqual({
      secondFactor: {
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        timeLeft: 300_000,
        totp: true,
        passkey: null,
      },
    });
    const completed = await complete(answer.json().secondFactor, byCode(totpCode(person.secret)));
    expect(completed.statusCode).toBe(200);
    expect(completed.json()).toEqual({ id: expect.any(String), timeLeft: expect.any(Number) });
    expect(await getStatus(toHeaders(completed.json().id))).toBe(200);
    const line = await test.tenant.db
      .selectFrom('audit_entry')
      .select('new')
      .where('action', '=', 'sign-in')
      .where('user_id', '=', person.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(line.new).toMatchObject({ method: 'password', secondFactor: 'totp' });
  });

  it('is rejected with a used code and with an old code', async () => {
    const person = await makeTotpPerson();
    const code = totpCode(person.secret);
    expect((await complete(await beginChallenge(person), byCode(code))).statusCode).toBe(200);
    const again = await beginChallenge(person);
    for (const used of [code, totpCode(person.secret, totpStep() - 3)]) {
      const answer = await complete(again, byCode(used));
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({
        id: 'second-factor-failed',
        message: 'The code is wrong or was already used. Enter the current code from the app.',
      });
    }
  });

  it('is rejected with the code that enrolled the app', async () => {
    const person = await makePerson();
    const { challenge, secret } = (await post(`${own}/totp`, { password }, person.headers)).json();
    const code = totpCode(secret);
    await post(`${own}/totp/confirm`, { challenge, code }, person.headers);
    expect((await complete(await beginChallenge(person), byCode(code))).statusCode).toBe(401);
  });

  it('is rejected with the code of another user', async () => {
    const [one, other] = [await makeTotpPerson(), await makeTotpPerson()];
    const answer = await complete(await beginChallenge(one), byCode(totpCode(other.secret)));
    expect(answer.statusCode).toBe(401);
  });

  it('gets one session per code, even with concurrent requests', async () => {
    const person = await makeTotpPerson();
    const step = await beginChallenge(person);
    const proof = byCode(totpCode(person.secret));
    const answers = await Promise.all([1, 2, 3].map(() => complete(step, proof)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401]);
  });

  it('has neither the secret nor a recovery code in plain text in the database', async () => {
    const { id, secret, recoveryCodes } = await makeTotpPerson();
    const { db } = test.tenant;
    const totp = await db.selectFrom('totp_factor').selectAll().where('user_id', '=', id).execute();
    expect(JSON.stringify(totp)).not.toContain(secret);
    const codes = await db.selectFrom('recovery_code').selectAll().where('user_id', '=', id).execute();
    expect(codes).toHaveLength(10);
    for (const { code_hash } of codes) expect(recoveryCodes).not.toContain(code_hash.toString());
  });
});

describe('a challenge', () => {
  const toProof = ({ secret }: { secret: string }) => byCode(totpCode(secret));

  it.each([
    [
      'was used',
      async (person, step) => void (await complete(step, byRecoveryCode(person.recoveryCodes[0]!))),
    ],
    [
      'is too old',
      async ({ id }) =>
        void (await test.tenant.db
          .updateTable('second_factor_challenge')
          .set({ expires_at: new Date(Date.now() - 1) })
          .where('user_id', '=', id)
          .execute()),
    ],
    [
      'had too many answers',
      async (_, step) => {
        for (let i = 0; i < maximumAnswers; i++) {
          expect((await complete(step, byRecoveryCode('wrong'))).json().id).toBe('second-factor-failed');
        }
      },
    ],
    [
      'was begun with a password that was changed since',
      async ({ id }) =>
        void (await test.tenant.db
          .updateTable('app_user')
          .set({ password_hash: await hashPassword('another horse 1!') })
          .where('id', '=', id)
          .execute()),
    ],
    [
      'is of a user who may no longer sign in directly',
      async ({ id }) =>
        void (await test.tenant.db
          .updateTable('app_user')
          .set({ allow_direct_login: false })
          .where('id', '=', id)
          .execute()),
    ],
    [
      'is of a user who was disabled',
      async ({ id }) =>
        void (await test.tenant.db
          .updateTable('app_user')
          .set({ enabled: false })
          .where('id', '=', id)
          .execute()),
    ],
  ] satisfies [
    string,
    (person: Awaited<ReturnType<typeof makeTotpPerson>>, step: SecondFactorStep) => Promise<void>,
  ][])('that %s opens no session', async (_, spoil) => {
    const person = await makeTotpPerson();
    const step = await beginChallenge(person);
    await spoil(person, step);
    const answer = await complete(step, toProof(person));
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ id: 'sign-in-failed', message: begunAnew });
  });

  it('opens no session of another database, nor one for an unknown id', async () => {
    const person = await makeTotpPerson();
    const elsewhere = await complete(await beginChallenge(person), toProof(person), 'elsewhere');
    expect(elsewhere.json()).toMatchObject({ id: 'sign-in-failed', message: begunAnew });
    const unknown = await complete({ challenge: 'A'.repeat(43) }, toProof(person));
    expect(unknown.json()).toMatchObject({ id: 'sign-in-failed', message: begunAnew });
  });

  it('of an enrolment is not valid for a sign-in', async () => {
    const person = await makeTotpPerson();
    const enrolment = (await post(`${own}/totp`, { password }, person.headers)).json();
    expect((await complete(enrolment, byCode(totpCode(enrolment.secret)))).json().id).toBe('sign-in-failed');
  });

  it('accepts only proofs that the contract defines', async () => {
    const step = await beginChallenge(await makeTotpPerson());
    const wrong = [{}, byCode('12345'), byCode('abcdef'), byRecoveryCode(''), { type: 'passkey' }];
    for (const proof of wrong) expect((await complete(step, proof)).statusCode).toBe(400);
  });
});

describe('guessing codes with a known password', () => {
  it('delays the account, although each sign-in starts with the right password', async () => {
    const person = await makeTotpPerson();
    const guess = async () => complete((await begin(person)).json().secondFactor, byCode('000000'));
    expect((await guess()).statusCode).toBe(401);
    await lengthenDelays(test.tenant.db);
    expect((await guess()).statusCode).toBe(429);
    expect((await begin(person)).statusCode).toBe(429);
  });

  it('records the delay in the audit trail', async () => {
    const { db } = test.tenant;
    const person = await makeTotpPerson();
    const step = (await begin(person)).json().secondFactor;
    await db.updateTable('sign_in_failure').set({ failures: 49 }).where('kind', '=', 'name').execute();
    expect((await complete(step, byCode('000000'))).statusCode).toBe(401);
    const entries = await db
      .selectFrom('audit_entry')
      .select(['action', 'user_id'])
      .where('entity_id', '=', String(person.id))
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(entries).toEqual([
      { action: 'sign-in-failed', user_id: null },
      { action: 'sign-in-delayed', user_id: null },
    ]);
  });
});

describe('a recovery code', () => {
  it('signs in once, in any spelling, and the user is notified by mail', async () => {
    const { db } = test.tenant;
    const person = await makeTotpPerson();
    const [code] = person.recoveryCodes;
    const typed = ` ${code!.toUpperCase().replaceAll('-', ' ')} `;
    expect((await complete(await beginChallenge(person), byRecoveryCode(typed))).statusCode).toBe(200);
    const again = await complete(await beginChallenge(person), byRecoveryCode(code!));
    expect(again.statusCode).toBe(401);
    expect(again.json().message).toBe('The recovery code is wrong or was already used.');
    const mail = await db
      .selectFrom('mail')
      .select('text')
      .where('recipient', '=', `person-${person.id}@plant.example`)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(mail.text).toContain('A recovery code was used to sign in; 9 are left.');
    const left = await test.ask('GET', own, person.headers);
    expect(left.json().recoveryCodesLeft).toBe(9);
  });

  it('is rejected if it has the 16 characters of earlier versions', async () => {
    const person = await makeTotpPerson();
    const code = '7k2m-9qxc-0v4t-hd8n';
    const code_hash = createHash('sha256').update(code.replaceAll('-', '')).digest();
    await test.tenant.db.insertInto('recovery_code').values({ user_id: person.id, code_hash }).execute();
    expect((await complete(await beginChallenge(person), byRecoveryCode(code))).statusCode).toBe(401);
  });
});

describe('a passkey', () => {
  const byPasskey = (assertion: object) => ({ type: 'passkey', assertion });

  it('signs in', async () => {
    const person = await makePasskeyPerson();
    const step = await beginChallenge(person);
    expect(step).toMatchObject({
      totp: false,
      passkey: {
        rpId: 'twinward.plant.example',
        allowCredentials: [{ id: person.key.id, transports: ['usb'] }],
      },
    });
    const assertion = person.key.sign(step.passkey!, page);
    const answer = await complete(step, byPasskey(assertion));
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await getStatus(toHeaders(answer.json().id))).toBe(200);
  });

  it.each([
    ['signed on another page', (key, step) => key.sign(step.passkey!, 'https://twinward.plant.example.evil')],
    ['signed on another port', (key, step) => key.sign(step.passkey!, `${page}:8443`)],
    ['signed for another challenge', (key) => key.sign({ challenge: 'A'.repeat(43) }, page)],
    ['of another key', (_, step) => new Authenticator().sign(step.passkey!, page)],
    [
      'signed by another key',
      (key, step) => ({ ...new Authenticator().sign(step.passkey!, page), id: key.id, rawId: key.id }),
    ],
  ] satisfies [string, (key: Authenticator, step: SecondFactorStep) => object][])(
    '%s is rejected',
    async (_, sign) => {
      const person = await makePasskeyPerson();
      const step = await beginChallenge(person);
      const answer = await complete(step, byPasskey(sign(person.key, step)));
      expect(answer.statusCode).toBe(401);
      expect(answer.json().id).toBe('second-factor-failed');
    },
  );

  it('that was copied is rejected after the original was used', async () => {
    const person = await makePasskeyPerson();
    const first = await beginChallenge(person);
    expect((await complete(first, byPasskey(person.key.sign(first.passkey!, page)))).statusCode).toBe(200);
    const second = await beginChallenge(person);
    person.key.counter = 0;
    const answer = await complete(second, byPasskey(person.key.sign(second.passkey!, page)));
    expect(answer.json().id).toBe('second-factor-failed');
  });

  it.each(['http://twinward.plant.example', 'https://10.1.2.3', 'https://elsewhere.example', 'null'])(
    'is not offered at %s, but recovery codes are',
    async (origin) => {
      const person = await makePasskeyPerson();
      const step = await beginChallenge(person, origin);
      expect(step.passkey).toBeNull();
      const answer = await complete(step, byRecoveryCode(person.recoveryCodes[0]!));
      expect(answer.statusCode).toBe(200);
    },
  );
});
