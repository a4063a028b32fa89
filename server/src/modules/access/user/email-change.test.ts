import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/app.ts';
import { makeSession, makeUser, makeUserSession } from '../../../testing/factories.ts';
import { testTenant } from '../../../testing/headers.ts';
import { createAdministrator } from './service.ts';

const password = 'correct horse 1!';
let test: TestApp;
let userId: number;
let headers: Record<string, string>;

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  await createAdministrator(db, password);
  userId = (await db.selectFrom('app_user').select('id').executeTakeFirstOrThrow()).id;
  headers = await makeUserSession(db, userId);
});
afterAll(() => test.close());
beforeEach(async () => {
  const { db } = test.tenant;
  await db.updateTable('app_user').set({ email: 'old@plant.example' }).where('id', '=', userId).execute();
  await db.deleteFrom('mail').execute();
  await db.deleteFrom('email_change').execute();
});

const update = (body: object, as = headers) => test.ask('POST', '/api/user/current/update', as, body);
const confirm = (token: string, databaseName = testTenant) =>
  test.ask('POST', '/api/user/email/confirm', {}, { databaseName, token });
const pending = (as = headers) => test.ask('GET', '/api/user/current/email-change', as);
const email = async () => (await test.ask('GET', '/api/user/current', headers)).json().email;
const mails = () =>
  test.tenant.db.selectFrom('mail').select(['recipient', 'subject', 'text']).orderBy('id').execute();

async function readToken(recipient: string): Promise<string> {
  const mail = (await mails()).find((one) => one.recipient === recipient)!;
  const { hash } = new URL(/https?:\S+/.exec(mail.text!)![0]);
  return new URLSearchParams(hash.slice(1)).get('token')!;
}

describe('a change of the e-mail address', () => {
  it('requires the password', async () => {
    const without = await update({ email: 'new@plant.example' });
    expect(without.statusCode).toBe(400);
    expect(without.json().errors).toEqual([{ path: 'currentPassword', message: 'Required.' }]);
    const wrong = await update({ email: 'new@plant.example', currentPassword: 'wrong' });
    expect(wrong.json().errors).toEqual([
      { path: 'currentPassword', message: 'The current password is wrong.' },
    ]);
    expect(await mails()).toEqual([]);
  });

  it('takes effect when the new address is confirmed, and the old one is notified', async () => {
    const answer = await update({ email: 'new@plant.example', currentPassword: password });
    expect(answer.json().email).toBe('old@plant.example');
    expect((await pending()).json()).toEqual({ email: 'new@plant.example', expiresAt: expect.any(String) });
    const token = await readToken('new@plant.example');
    expect((await confirm(token)).statusCode).toBe(204);
    expect(await email()).toBe('new@plant.example');
    expect((await pending()).statusCode).toBe(204);
    expect((await mails()).map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['new@plant.example', 'Confirm your e-mail address for Twinward'],
      ['old@plant.example', 'The e-mail address of your Twinward account was changed'],
    ]);
    expect((await confirm(token)).statusCode).toBe(400);
  });

  it('can be canceled, is replaced by the next change, and expires after a day', async () => {
    await update({ email: 'one@plant.example', currentPassword: password });
    const first = await readToken('one@plant.example');
    await update({ email: 'two@plant.example', currentPassword: password });
    expect((await confirm(first)).statusCode).toBe(400);
    const second = await readToken('two@plant.example');
    expect((await test.ask('DELETE', '/api/user/current/email-change', headers)).statusCode).toBe(204);
    expect((await confirm(second)).statusCode).toBe(400);
    await update({ email: 'three@plant.example', currentPassword: password });
    await test.tenant.db
      .updateTable('email_change')
      .set({ expires_at: sql<Date>`now() - interval '1 second'` })
      .execute();
    expect((await pending()).statusCode).toBe(204);
    const answer = await confirm(await readToken('three@plant.example'));
    expect(answer.json().message).toBe(
      'This link was used already or is too old. Please enter the address again.',
    );
    expect(await email()).toBe('old@plant.example');
  });

  it('to an empty address takes effect at once', async () => {
    expect((await update({ email: null, currentPassword: password })).json().email).toBeNull();
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['old@plant.example']);
  });

  it('of an external user requires a recent sign-in instead of a password, and the confirmation', async () => {
    const { db } = test.tenant;
    const id = await makeUser(db);
    await db.updateTable('app_user').set({ external: true }).where('id', '=', id).execute();
    const old = await makeUserSession(db, id);
    await db
      .updateTable('session')
      .set({ created_at: sql<Date>`now() - interval '11 minutes'` })
      .where('user_id', '=', id)
      .execute();
    expect((await update({ email: 'ext@plant.example' }, old)).statusCode).toBe(409);
    expect((await update({ firstName: 'Eva' }, old)).statusCode).toBe(200);
    const external = await makeUserSession(db, id);
    expect((await update({ email: 'ext@plant.example' }, external)).statusCode).toBe(200);
    expect((await confirm(await readToken('ext@plant.example'))).statusCode).toBe(204);
  });

  it('by a user manager takes effect at once, and the old address is notified', async () => {
    const security = await makeSession(test.tenant.db, { isAdmin: true });
    const answer = await test.ask('PUT', `/api/users/${userId}`, security, { email: 'given@plant.example' });
    expect(answer.json().email).toBe('given@plant.example');
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['old@plant.example']);
  });

  it('answers 400, 401 and an unknown database', async () => {
    expect((await test.ask('POST', '/api/user/email/confirm', {}, {})).statusCode).toBe(400);
    expect((await confirm('token', 'nowhere')).statusCode).toBe(400);
    expect((await pending({})).statusCode).toBe(401);
    expect((await test.ask('DELETE', '/api/user/current/email-change', {})).statusCode).toBe(401);
  });
});

describe('a password', () => {
  const change = (newPassword: string, currentPassword = password) =>
    test.ask('POST', '/api/user/current/update/password', headers, { currentPassword, newPassword });

  it.each(['Password1!', 'P@ssw0rd1', 'qwerty123!', 'Twinward1!', 'old@plant.example1!'])(
    'that is easy to guess is rejected: %s',
    async (easy) => {
      const answer = await change(easy);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().errors).toEqual([
        { path: 'newPassword', message: 'This password is easy to guess. Please choose another.' },
      ]);
    },
  );

  it('that is changed is reported by mail', async () => {
    expect((await change('battery staple 2?')).statusCode).toBe(204);
    expect((await change(password, 'battery staple 2?')).statusCode).toBe(204);
    const [mail] = await mails();
    expect(mail).toMatchObject({
      recipient: 'old@plant.example',
      subject: 'Your Twinward password was changed',
    });
    expect(mail!.text).not.toContain(password);
  });
});
