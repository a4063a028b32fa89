import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getProvider } from './modules/access/external-sign-in/settings.ts';
import { totpPurpose } from './modules/access/second-factor/sign-in.ts';
import { openConnection } from './modules/connections/connection/service.ts';
import { getPublicKey, signBytes } from './modules/exchange/package/key.ts';
import { getSender } from './modules/system/mail/settings.ts';
import { createSecrets } from './platform/config/secrets.ts';
import { hashPassword } from './platform/passwords.ts';
import { resealTenant } from './reseal.ts';
import { createTestApp, type TestApp } from './testing/app.ts';
import { makeUser, makeUserSession } from './testing/factories.ts';
import { totpCode } from './testing/second-factor.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('encrypts every secret of a tenant with a new key, once', async () => {
  const { db } = app.tenant;
  const [former, present] = [randomBytes(32), randomBytes(32)];
  app.tenant.secrets = createSecrets(former);
  const userId = await makeUser(db, { isAdmin: true });
  const password = 'correct horse 1!';
  await db
    .updateTable('app_user')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', userId)
    .execute();
  const headers = await makeUserSession(db, userId);
  const ask = async (url: string, body: object) => {
    const answer = await app.ask('POST', url, headers, body);
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.json();
  };
  const factor = '/api/user/current/second-factor/totp';
  const { challenge, secret } = await ask(factor, { password });
  await ask(`${factor}/confirm`, { challenge, code: totpCode(secret) });
  await ask('/api/settings/system/mail', {
    host: 'smtp.example',
    port: 587,
    security: 'starttls',
    userName: 'twinward',
    from: 'a@b',
    publicAddress: 'http://localhost:8080',
    password: 'of the mail server',
  });
  await ask('/api/settings/security/identity-provider', {
    issuer: 'https://idp.example',
    clientId: 'twinward',
    label: 'Sign in',
    userNameClaim: 'sub',
    otherHosts: '',
    requiredAuthentication: '',
    clientSecret: 'of the provider',
  });
  const configuration = { url: 'https://sap.plant.example', user: 'reader', password: 'of the connection' };
  const { id } = await ask('/api/connections', { name: 'SAP', type: 'sap', configuration });
  const publicKey = await getPublicKey(app.tenant);

  app.tenant.secrets = createSecrets(present, former);
  expect(await resealTenant(app.tenant)).toBe(5);
  expect(await resealTenant(app.tenant)).toBe(0);

  app.tenant.secrets = createSecrets(present);
  expect((await getSender(app.tenant)).password).toBe('of the mail server');
  expect((await getProvider(app.tenant)).clientSecret).toBe('of the provider');
  expect((await openConnection(app.tenant, id))?.configuration.password).toBe('of the connection');
  expect((await signBytes(app.tenant, Buffer.from('x'))).publicKey).toBe(publicKey);
  const totp = await db.selectFrom('totp_factor').select('secret').executeTakeFirstOrThrow();
  expect(app.tenant.secrets.open(totp.secret, totpPurpose(userId))).toBe(secret);
});
