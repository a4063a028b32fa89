import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../../../platform/context.ts';
import { runJobs } from '../../../platform/jobs/job-runner.ts';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { asOwner } from '../../../testing/database.ts';
import { makeSession } from '../../../testing/factories.ts';
import { testTenant, toHeaders } from '../../../testing/headers.ts';
import { type MailServer, startMailServer } from '../../../testing/mail-server.ts';
import { sendMailJob } from '../../system/mail/jobs.ts';
import { createAdministrator } from '../user/service.ts';
import { maximumRequests, requestResetJob } from './jobs.ts';

const password = 'correct horse 1!';
const address = 'admin@plant.example';
let test: TestApp;
let smtp: MailServer;
let jobs: Running;

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  smtp = await startMailServer();
  await createAdministrator(db, password);
  await db.updateTable('app_user').set({ email: address }).execute();
  const settings = {
    host: '127.0.0.1',
    port: smtp.port,
    security: 'none',
    userName: '',
    from: 'twinward@plant.example',
    publicAddress: 'https://twins.example/',
  };
  await db
    .insertInto('system_setting')
    .values({ name: 'mail', value: JSON.stringify(settings) })
    .execute();
  jobs = await runJobs(test.tenant, [sendMailJob, requestResetJob], test.context.log);
});
afterAll(async () => {
  await jobs.close();
  await smtp.close();
  await test.close();
});

let caller = 0;
/** Uses a different address for each call, so that limits per address do not apply. */
function post(url: string, body: object) {
  caller += 1;
  return test.app.inject({
    method: 'POST',
    url,
    payload: body,
    remoteAddress: `10.0.${caller >> 8}.${caller & 255}`,
  });
}
const request = (userName: string, databaseName = testTenant) =>
  post('/api/user/password/request-reset', { databaseName, userName });
const reset = (token: string, newPassword: string, databaseName = testTenant) =>
  post('/api/user/password/reset', { databaseName, token, newPassword });
const signIn = (secret: string) =>
  post('/api/login', { databaseName: testTenant, userName: 'admin', password: secret });

/** Waits until the job queue is empty. */
async function settled(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql<{
        count: number;
      }>`select count(*) as count from graphile_worker.jobs`.execute(test.tenant.db);
      return rows[0]!.count;
    })
    .toBe(0);
}

async function newToken(userName = 'ADMIN'): Promise<string> {
  await test.tenant.db.deleteFrom('password_reset').execute();
  smtp.mails.length = 0;
  expect((await request(userName)).statusCode).toBe(204);
  await settled();
  const [, token] = /^https:\/\/twins\.example\/reset#database=test&token=([\w-]{43})$/m.exec(
    smtp.mails.find(({ text }) => text.includes('/reset#'))!.text,
  )!;
  return token!;
}

const spent = 'This link was used already or is too old. Please ask for a new one.';

describe('a forgotten password', () => {
  it('is replaced once with the token from a mail, and the user’s sessions end', async () => {
    const session = (await signIn(password)).json<{ id: string }>().id;
    const token = await newToken();
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]!.to).toEqual([address]);
    expect((await reset(token, 'battery staple 2?')).statusCode).toBe(204);
    const state = await test.app.inject({ url: '/api/validateSession', headers: toHeaders(session) });
    expect(state.statusCode).toBe(401);
    expect((await signIn(password)).statusCode).toBe(401);
    expect((await signIn('battery staple 2?')).statusCode).toBe(200);
    const again = await reset(token, password);
    expect(again.statusCode).toBe(400);
    expect(again.json().message).toBe(spent);
  });

  it('can be requested by e-mail address', async () => {
    expect((await reset(await newToken(address), password)).statusCode).toBe(204);
    expect((await signIn(password)).statusCode).toBe(200);
  });

  it('is kept if the new one breaks a rule, and the token stays valid', async () => {
    const token = await newToken();
    const answer = await reset(token, 'too short');
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toBe(
      'newPassword: Password must contain letters, numbers, and special characters',
    );
    expect((await reset(token, password)).statusCode).toBe(204);
  });

  it('returns the rules to the form, without revealing which databases exist', async () => {
    const admin = await makeSession(test.tenant.db, { isAdmin: true });
    const set = (minimumPasswordLength: number) =>
      test.ask('POST', '/api/settings/security/rules', admin, { minimumPasswordLength });
    const rules = async (databaseName: string) => {
      const answer = await test.ask('GET', `/api/user/password/rules?databaseName=${databaseName}`, {});
      return answer.json();
    };
    expect((await set(12)).statusCode).toBe(200);
    expect(await rules(testTenant)).toEqual({ minimumPasswordLength: 12 });
    expect(await rules('nowhere')).toEqual({ minimumPasswordLength: 8 });
    expect((await set(8)).statusCode).toBe(200);
    expect((await test.ask('GET', '/api/user/password/rules', {})).statusCode).toBe(400);
  });

  it('has only one valid token, the latest, for an hour', async () => {
    const first = await newToken();
    smtp.mails.length = 0;
    await request('admin');
    await settled();
    expect((await reset(first, password)).json().message).toBe(spent);
    const token = await newToken();
    await test.tenant.db
      .updateTable('password_reset')
      .set({ expires_at: sql<Date>`expires_at - interval '1 hour'` })
      .execute();
    expect((await reset(token, password)).json().message).toBe(spent);
  });

  it('does not appear in the stored data', async () => {
    const token = await newToken();
    const { rows } = await sql<{ found: boolean }>`
      select bool_or(position(${Buffer.from(token)}::bytea in token_hash) > 0)
        or exists (select from mail where text like ${`%${token}%`}) as found
      from password_reset`.execute(test.tenant.db);
    expect(rows[0]!.found).toBe(false);
  });
});

describe('requesting a password reset', () => {
  it.each([
    ['nobody', testTenant],
    ['admin', 'nowhere'],
    ['ada', testTenant],
  ])('answers 204 for %s of %s, and sends no mail', async (userName, databaseName) => {
    await makeSession(test.tenant.db);
    smtp.mails.length = 0;
    const answer = await request(userName, databaseName);
    expect(answer.statusCode).toBe(204);
    expect(answer.body).toBe('');
    await settled();
    expect(smtp.mails).toEqual([]);
  });

  it.each([{ enabled: false }, { allow_direct_login: false }, { external: true }])(
    'sends no mail to a user with %j',
    async (change) => {
      const { db } = test.tenant;
      await db.updateTable('app_user').set(change).where('user_name', '=', 'admin').execute();
      smtp.mails.length = 0;
      await request('admin');
      await settled();
      const back = { enabled: true, allow_direct_login: true, external: false };
      await db.updateTable('app_user').set(back).where('user_name', '=', 'admin').execute();
      expect(smtp.mails).toEqual([]);
    },
  );

  it('sends a limited number of mails per hour', async () => {
    await newToken();
    for (let i = 0; i < maximumRequests + 2; i++) await request('admin');
    await settled();
    expect(smtp.mails).toHaveLength(maximumRequests);
  });

  it('rejects a name that cannot be stored, whether or not the user exists', async () => {
    const refused = await request('ad\0min');
    expect([refused.statusCode, refused.json().errors]).toEqual([
      400,
      [{ path: 'userName', message: 'Text must not contain the character of code zero.' }],
    ]);
    await settled();
  });

  it('does not look up the user before the response', async () => {
    const { tenants } = test.context;
    await asOwner(tenants, 'alter table app_user rename to app_user_away');
    try {
      expect((await request('admin')).statusCode).toBe(204);
    } finally {
      await asOwner(tenants, 'alter table app_user_away rename to app_user');
    }
  });

  it('reports missing fields', async () => {
    const answer = await post('/api/user/password/request-reset', {});
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toEqual([
      { path: 'databaseName', message: 'Required.' },
      { path: 'userName', message: 'Required.' },
    ]);
  });
});

describe('resetting', () => {
  it.each([
    ['a-token-that-nobody-has', testTenant],
    ['a-token-that-nobody-has', 'nowhere'],
  ])('rejects %s of %s', async (token, databaseName) => {
    const answer = await reset(token, 'abcdefg1!', databaseName);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toBe(spent);
  });
});
