import { expect } from 'vitest';
import { requestResetJob } from '../../modules/access/password-reset/jobs.ts';
import { insertDemoRecords } from '../../modules/exchange/demo/record-store.ts';
import { runJobs } from '../../platform/jobs/job-runner.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { type MakeUser, makeAsset, makeUser, makeUserSession } from '../factories.ts';
import { testTenant } from '../headers.ts';
import { readCode, signInAt, startIdentityProvider, TestBrowser, testClient } from '../identity-provider.ts';
import { Authenticator, totpCode } from '../second-factor.ts';
import type { Writer } from './writer.ts';

const password = 'correct horse 1!';
const page = 'https://twinward.plant.example';
const own = '/api/user/current/second-factor';
const databaseName = testTenant;

interface Person {
  id: number;
  userName: string;
  email: string;
  /** Of a session on the page that passkeys belong to. */
  headers: Record<string, string>;
}

async function makePerson({ db }: Writer, user: MakeUser = {}): Promise<Person> {
  const id = await makeUser(db, user);
  const email = `person-${id}@plant.example`;
  const { user_name } = await db
    .updateTable('app_user')
    .set({ email, password_hash: await hashPassword(password) })
    .where('id', '=', id)
    .returning('user_name')
    .executeTakeFirstOrThrow();
  const headers = { origin: page, ...(await makeUserSession(db, id)) };
  return { id, userName: user_name, email, headers };
}

/** @returns the recovery codes of a first factor */
async function addPasskey({ write, ask }: Writer, { headers }: Person): Promise<string[]> {
  const { challenge, options } = await ask('POST', `${own}/passkeys`, { password }, headers);
  const registration = new Authenticator().register(options, page);
  const body = { challenge, name: 'Key ring', registration };
  return (await write(`POST ${own}/passkeys/confirm`, [], body, { headers })).recoveryCodes;
}

/** Writes of passkeys and authenticator apps, and the sign-in with one. */
export async function writeSecondFactors(writer: Writer): Promise<void> {
  const { write, ask } = writer;
  const person = await makePerson(writer);
  const { headers } = person;
  const [code] = await addPasskey(writer, person);
  const credentials = { databaseName, userName: person.userName, password };
  const { secondFactor } = await ask('POST', '/api/login', credentials, { origin: page });
  const proof = { type: 'recovery-code', code };
  const answer = { databaseName, challenge: secondFactor.challenge, proof };
  await write('POST /api/login/second-factor', [], answer, { headers: { origin: page } });
  const { challenge, secret } = await ask('POST', `${own}/totp`, { password }, headers);
  await ask('POST', `${own}/totp/confirm`, { challenge, code: totpCode(secret) }, headers);
  await write(`POST ${own}/totp/remove`, [], { password }, { headers });
  const { passkeys } = await ask('GET', own, undefined, headers);
  await write(`POST ${own}/passkeys/:passkeyId/remove`, [passkeys[0].id], { password }, { headers });
  await addPasskey(writer, person);
  await write('POST /api/users/:id/second-factor/reset', [person.id], {});

  const administrator = await makePerson(writer, { isAdmin: true });
  await addPasskey(writer, administrator);
  const setting = '/api/settings/security/second-factor';
  const how = { headers: administrator.headers };
  await write(`POST ${setting}`, [], { required: 'administrators' }, how);
  await write(`POST ${setting}`, [], { required: 'none' }, how);
}

/** Writes around passwords: tests and failures of sign-ins, and what the tokens of mails do. */
export async function writePasswords(writer: Writer): Promise<void> {
  const { db, server, write, ask } = writer;
  const { id, userName, headers } = await makePerson(writer);
  await write('POST /api/settings/security/test', [], { userName, password });
  const wrong = await server.ask('POST', '/api/login', {}, { databaseName, userName, password: 'wrong' });
  expect(wrong.statusCode).toBe(401);
  await write('POST /api/users/:id/unlock', [id]);

  const readToken = async (recipient: string): Promise<string> => {
    const { text } = await db
      .selectFrom('mail')
      .select('text')
      .where('recipient', '=', recipient)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    return /token=([\w-]{43})/.exec(text!)![1]!;
  };
  const email = `new-${id}@plant.example`;
  await ask('POST', '/api/user/current/update', { email, currentPassword: password }, headers);
  const confirmed = { databaseName, token: await readToken(email) };
  await write('POST /api/user/email/confirm', [], confirmed, { headers: {} });

  const jobs = await runJobs(server.tenant, [requestResetJob], server.context.log);
  try {
    const request = { databaseName, userName };
    await write('POST /api/user/password/request-reset', [], request, { headers: {} });
  } finally {
    await jobs.close();
  }
  const reset = { databaseName, token: await readToken(email), newPassword: 'battery staple 2?' };
  await write('POST /api/user/password/reset', [], reset, { headers: {} });
}

/** The sign-in at an identity provider. */
export async function writeExternalSignIn({ db, listen, write, ask }: Writer): Promise<void> {
  const address = await listen();
  const provider = await startIdentityProvider(`${address}/api/external-sign-in/callback`);
  try {
    const { hasPassword: _, ...mail } = await ask('GET', '/api/settings/system/mail');
    await ask('POST', '/api/settings/system/mail', { ...mail, publicAddress: address });
    await ask('POST', '/api/settings/security/identity-provider', {
      ...testClient,
      issuer: provider.issuer,
      label: 'Plant account',
      userNameClaim: 'preferred_username',
    });
    const userId = await makeUser(db);
    const external = { user_name: 'external', external: true };
    await db.updateTable('app_user').set(external).where('id', '=', userId).execute();
    const browser = new TestBrowser();
    const code = readCode(await signInAt(address, browser, 'external'));
    const cookie = browser.formatCookies(new URL(address).host);
    await write('POST /api/login/external', [], { databaseName, code }, { headers: { cookie } });
  } finally {
    await provider.close();
  }
}

/** The commands that load and clear the demo, which are not carried out. */
export async function writeDemo({ db, write, ask }: Writer): Promise<void> {
  const { commandId } = await write('POST /api/settings/system/demo/load', [], {});
  await ask('POST', `/api/commands/${commandId}/cancel`);
  await insertDemoRecords(db, [await makeAsset(db)]);
  const cleared = await write('POST /api/settings/system/demo/clear', [], {});
  await ask('POST', `/api/commands/${cleared.commandId}/cancel`);
  await write('POST /api/settings/system/demo/restart', [], {});
}
