import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashToken } from '../../../platform/tokens.ts';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { makeSession, makeUser } from '../../../testing/factories.ts';
import { testTenant, toHeaders } from '../../../testing/headers.ts';
import {
  beginAt,
  readCode,
  signInAt,
  startIdentityProvider,
  TestBrowser,
  type TestIdentityProvider,
  testClient,
} from '../../../testing/identity-provider.ts';
import { isConfirmed } from './provider.ts';
import { insertStep } from './store.ts';

let test: TestApp;
let address: string;
let provider: TestIdentityProvider;
let administrator: Record<string, string>;

const settings = '/api/settings/security/identity-provider';
const callback = '/api/external-sign-in/callback';
const chosen = () => ({
  issuer: provider.issuer,
  clientId: testClient.clientId,
  label: 'Plant account',
  userNameClaim: 'preferred_username',
  otherHosts: '',
  requiredAuthentication: '',
});

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  address = await test.app.listen({ port: 0, host: '127.0.0.1' });
  provider = await startIdentityProvider(address + callback);
  administrator = await makeSession(db, { isAdmin: true });
  const mail = {
    host: '',
    port: 587,
    security: 'none',
    userName: '',
    from: 'twinward@plant.example',
    publicAddress: address,
  };
  await db
    .insertInto('system_setting')
    .values({ name: 'mail', value: JSON.stringify(mail) })
    .execute();
  for (const [name, change] of [
    ['ada', { external: true }],
    ['local', {}],
    ['gone', { external: true, enabled: false }],
  ] as const) {
    const id = await makeUser(db, { groups: ['VIEWERS'] });
    await db
      .updateTable('app_user')
      .set({ user_name: name, ...change })
      .where('id', '=', id)
      .execute();
  }
});
afterAll(async () => {
  await provider.close();
  await test.close();
});

const call = (method: Method, url: string, body?: unknown, headers = administrator) =>
  test.ask(method, url, headers, body);

const isSignIn = (url: URL) => url.pathname === '/signin';
const start = (databaseName = testTenant) =>
  test.ask('POST', '/api/external-sign-in/start', {}, { databaseName });

const signInAs = (browser: TestBrowser, name: string) => signInAt(address, browser, name);

function redeem(browser: TestBrowser, code: string, databaseName = testTenant) {
  const cookie = browser.formatCookies(new URL(address).host);
  return call('POST', '/api/login/external', { databaseName, code }, { cookie });
}

describe('without an identity provider', () => {
  it('the button is omitted, and external sign-in is refused', async () => {
    const label = async (database: string) =>
      (await call('GET', `/api/external-sign-in?databaseName=${database}`, undefined, {})).json();
    expect(await label(testTenant)).toEqual({ label: null });
    expect(await label('nowhere')).toEqual({ label: null });
    for (const database of [testTenant, 'nowhere']) {
      const { headers, body } = await start(database);
      expect(JSON.parse(body)).toEqual({ address: '/signin?external=failed' });
      expect(headers['set-cookie']).toBeUndefined();
    }
  });
});

describe('the identity provider', () => {
  it('is configured by administrators, and its secret is never shown', async () => {
    expect((await call('GET', settings)).json()).toMatchObject({ issuer: '', hasSecret: false });
    const answer = await call('POST', settings, { ...chosen(), clientSecret: testClient.clientSecret });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ ...chosen(), hasSecret: true });
    expect((await call('POST', settings, chosen())).json()).toMatchObject({ hasSecret: true });
    expect((await call('GET', settings)).body).not.toContain(testClient.clientSecret);
    expect(
      (await call('GET', `/api/external-sign-in?databaseName=${testTenant}`, undefined, {})).json(),
    ).toEqual({
      label: 'Plant account',
    });
  });

  it('does not send its secret to another provider', async () => {
    const moved = await call('POST', settings, { ...chosen(), issuer: 'https://evil.example' });
    expect(moved.json()).toMatchObject({ hasSecret: false });
    await call('POST', settings, { ...chosen(), clientSecret: testClient.clientSecret });
  });

  it('answers 400, 401 and 403', async () => {
    const wrong = await call('POST', settings, { ...chosen(), issuer: 'file:///etc/passwd' });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json().message).toBe('issuer: Please enter an address such as https://id.plant.example.');
    expect((await call('GET', settings, undefined, {})).statusCode).toBe(401);
    const security = await makeSession(test.tenant.db, { groups: ['SECURITY_ADMINISTRATORS'] });
    expect((await call('GET', settings, undefined, security)).statusCode).toBe(200);
    expect((await call('POST', settings, chosen(), security)).statusCode).toBe(403);
  });
});

async function latestRefusal() {
  const filters = [{ field: 'Action', operator: 'EqualTo', value: 'sign-in-failed' }];
  return (await call('POST', '/api/audit/filters', { filters })).json()[0];
}

describe('an external user', () => {
  it('signs in at the provider and gets a session, once', async () => {
    const browser = new TestBrowser();
    const page = await signInAs(browser, 'ada');
    expect(page.href).toContain('/signin#external=');
    const answer = await redeem(browser, readCode(page));
    expect(answer.statusCode).toBe(200);
    const session = toHeaders(answer.json().id);
    expect((await call('GET', '/api/user/current', undefined, session)).json()).toMatchObject({
      userName: 'ada',
      external: true,
    });
    const again = await redeem(browser, readCode(page));
    expect(again.statusCode).toBe(401);
    expect(again.json()).toMatchObject({
      id: 'sign-in-failed',
      message: 'The sign-in took too long or was already used. Please sign in again.',
    });
  });

  it.each(['local', 'gone', 'nobody'])('is rejected with the name %s', async (name) => {
    const page = await signInAs(new TestBrowser(), name);
    expect(page.search).toBe('?external=failed');
    expect(page.hash).toBe('');
    expect(await latestRefusal()).toMatchObject({
      userName: 'Twinward',
      entityName: name,
      new: { address: '127.0.0.1', external: true },
    });
  });

  it('is rejected when the ID token is not signed by a key of the provider', async () => {
    provider.hasForeignKey = true;
    const page = await signInAs(new TestBrowser(), 'ada').finally(() => {
      provider.hasForeignKey = false;
    });
    expect(page.search).toBe('?external=failed');
    expect(await latestRefusal()).toMatchObject({ entityName: 'Unknown user', new: { external: true } });
  });
});

describe('the required authentication', () => {
  const require = (requiredAuthentication: string) =>
    call('POST', settings, { ...chosen(), requiredAuthentication, clientSecret: testClient.clientSecret });

  it('is requested from the provider, and a sign-in without its confirmation is rejected', async () => {
    await require('mfa phr');
    const { address: asked } = (await start()).json();
    expect(new URL(asked).searchParams.get('acr_values')).toBe('mfa phr');
    expect((await signInAs(new TestBrowser(), 'ada')).search).toBe('?external=failed');
    expect(await latestRefusal()).toMatchObject({
      userName: 'Twinward',
      entityName: 'ada',
      new: { external: true, weakAuthentication: true },
    });
    provider.amr = ['pwd', 'mfa'];
    const confirmed = new TestBrowser();
    expect((await redeem(confirmed, readCode(await signInAs(confirmed, 'ada')))).statusCode).toBe(200);
    provider.amr = ['pwd'];
    await require('');
  });

  it.each([
    [[], {}, true],
    [['mfa'], {}, false],
    [['mfa'], { acr: 'mfa' }, true],
    [['mfa', 'phr'], { acr: '0', amr: ['pwd', 'phr'] }, true],
    [['mfa'], { acr: null, amr: 'mfa' }, false],
  ])('%j is confirmed by %j: %s', (required, claims, expected) => {
    expect(isConfirmed(required, claims)).toBe(expected);
  });
});

describe('an endpoint at another host than the issuer', () => {
  it('is rejected unless the host is listed', async () => {
    provider.isAtOtherHost = true;
    const other = `localhost:${new URL(provider.issuer).port}`;
    const begin = async (otherHosts: string) => {
      await call('POST', settings, { ...chosen(), otherHosts });
      return (await start()).json().address;
    };
    expect(await begin('')).toBe('/signin?external=failed');
    expect(await begin('id2.plant.example')).toBe('/signin?external=failed');
    expect(await begin(`id2.plant.example ${other}`)).toContain(`http://${other}/`);
    provider.isAtOtherHost = false;
    const wrong = await call('POST', settings, { ...chosen(), otherHosts: 'https://id2.plant.example' });
    expect(wrong.json().message).toBe(
      'otherHosts: Please enter host names such as login.plant.example, separated by spaces.',
    );
    await call('POST', settings, chosen());
  });
});

describe('the start of an external sign-in', () => {
  it('returns the address of the provider', async () => {
    expect((await start()).json().address).toContain(`${provider.issuer}/`);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded'])(
    'is rejected as %s, which another site could send',
    async (type) => {
      const { statusCode, headers } = await test.app.inject({
        method: 'POST',
        url: '/api/external-sign-in/start',
        headers: { 'content-type': type },
        payload: JSON.stringify({ databaseName: testTenant }),
      });
      expect(statusCode).toBe(415);
      expect(headers['set-cookie']).toBeUndefined();
    },
  );
});

describe('the cookie of an external sign-in', () => {
  const setAddress = (publicAddress: string) =>
    test.tenant.db
      .updateTable('system_setting')
      .set({ value: sql`value || ${JSON.stringify({ publicAddress })}` })
      .where('name', '=', 'mail')
      .execute();
  const setCookie = async () => String((await start()).headers['set-cookie']);

  it('is bound to the host name by its prefix if the public address uses https', async () => {
    expect(await setCookie()).toMatch(
      /^twinward-external-sign-in=[\w-]+; Path=\/; Max-Age=660; HttpOnly; SameSite=Lax$/,
    );
    await setAddress('https://twinward.plant.example');
    expect(await setCookie()).toMatch(
      /^__Host-twinward-external-sign-in=[\w-]+; Path=\/; Max-Age=660; HttpOnly; SameSite=Lax; Secure$/,
    );
    await setAddress(address);
  });

  it('is ignored under its plain name if the public address uses https', async () => {
    const { db } = test.tenant;
    const { id: userId } = await db
      .selectFrom('app_user')
      .select('id')
      .where('user_name', '=', 'ada')
      .executeTakeFirstOrThrow();
    const hour = new Date(Date.now() + 3_600_000);
    await insertStep(db, 'ticket', hashToken('code'), hashToken('secret'), { userId }, hour);
    await setAddress('https://twinward.plant.example');
    const redeemBy = async (cookie: string) =>
      (await call('POST', '/api/login/external', { databaseName: testTenant, code: 'code' }, { cookie }))
        .statusCode;
    expect(await redeemBy('twinward-external-sign-in=secret')).toBe(401);
    expect(await redeemBy('__Host-twinward-external-sign-in=secret')).toBe(200);
    await setAddress(address);
  });
});

describe('the code of an external sign-in', () => {
  it('opens no session in another browser or another database', async () => {
    const browser = new TestBrowser();
    const code = readCode(await signInAs(browser, 'ada'));
    expect((await redeem(new TestBrowser(), code)).statusCode).toBe(401);
    expect((await redeem(browser, code, 'nowhere')).statusCode).toBe(401);
    expect((await redeem(browser, code)).statusCode).toBe(200);
  });

  it('opens no session when it has expired or its user was disabled', async () => {
    const { db } = test.tenant;
    const old = new TestBrowser();
    const oldCode = readCode(await signInAs(old, 'ada'));
    await db
      .updateTable('external_sign_in')
      .set({ expires_at: new Date(0) })
      .execute();
    expect((await redeem(old, oldCode)).statusCode).toBe(401);
    const browser = new TestBrowser();
    const code = readCode(await signInAs(browser, 'ada'));
    const set = (enabled: boolean) =>
      db.updateTable('app_user').set({ enabled }).where('user_name', '=', 'ada').execute();
    await set(false);
    expect((await redeem(browser, code)).statusCode).toBe(401);
    await set(true);
  });

  it('is required', async () => {
    const answer = await call('POST', '/api/login/external', {}, {});
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors.map(({ path }: { path: string }) => path)).toEqual(['databaseName', 'code']);
  });
});

describe('the callback of an external sign-in', () => {
  it('is rejected in a browser that did not start the sign-in', async () => {
    const victim = new TestBrowser();
    const attacker = new TestBrowser();
    const login = await attacker.visit((await beginAt(address, attacker)).href);
    const consent = await attacker.visit(login.url.href, undefined, {
      prompt: 'login',
      login: 'ada',
      password: 'x',
    });
    const back = await attacker.visit(consent.url.href, (url) => url.pathname === callback, {
      prompt: 'consent',
    });
    expect(back.url.searchParams.get('code')).not.toBeNull();
    expect((await victim.visit(back.url.href, isSignIn)).url.search).toBe('?external=failed');
    expect((await attacker.visit(back.url.href, isSignIn)).url.hash).toContain('external=');
    expect((await attacker.visit(back.url.href, isSignIn)).url.search).toBe('?external=failed');
  });

  it.each(['', '?state=x.test&code=y', '?error=access_denied&state=x.nowhere'])(
    'is rejected with %j',
    async (search) => {
      const { url } = await new TestBrowser().visit(address + callback + search, isSignIn);
      expect(url.search).toBe('?external=failed');
    },
  );
});
