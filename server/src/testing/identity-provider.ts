import { generateKeyPairSync } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testTenant } from './headers.ts';

/** As much of the library as is used here; it brings no types of its own. */
interface OidcProvider {
  callback(): Parameters<typeof createServer>[1];
  Session: { prototype: { loginAccount(details: object): void } };
}
type OidcModule = { default: new (issuer: string, configuration: object) => OidcProvider };

export interface TestIdentityProvider {
  issuer: string;
  /** Whether it publishes a key that its ID tokens are not signed by. */
  hasForeignKey: boolean;
  /** Whether its metadata names endpoints at the host `localhost` in place of 127.0.0.1. */
  isAtOtherHost: boolean;
  /** The methods that it says users signed in by. */
  amr: string[];
  close(): Promise<void>;
}

export const testClient = { clientId: 'twinward', clientSecret: 'a secret of the test' };

/** A real OpenID Connect provider on this machine. It accepts any user name with any password. */
export async function startIdentityProvider(redirectUri: string): Promise<TestIdentityProvider> {
  const library = 'oidc-provider';
  const { default: Provider } = (await import(library)) as OidcModule;
  let handle: Parameters<typeof createServer>[1];
  const server = createServer((request, response) => {
    if (provider.isAtOtherHost) request.headers.host = `localhost:${new URL(issuer).port}`;
    if (provider.hasForeignKey && request.url === '/jwks') sendForeignKey(response);
    else handle!(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const oidc = new Provider(issuer, {
    clients: [
      {
        client_id: testClient.clientId,
        client_secret: testClient.clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub', 'amr'], profile: ['preferred_username'], email: ['email'] },
    conformIdTokenClaims: false,
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, preferred_username: id }),
    }),
  });
  // Its pages for development don't say how a user signed in.
  const session = oidc.Session.prototype;
  const { loginAccount } = session;
  session.loginAccount = function (details) {
    loginAccount.call(this, { ...details, amr: provider.amr });
  };
  handle = oidc.callback();
  const provider: TestIdentityProvider = {
    issuer,
    hasForeignKey: false,
    isAtOtherHost: false,
    amr: ['pwd'],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return provider;
}

function sendForeignKey(response: ServerResponse): void {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { ...publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' };
  response.setHeader('content-type', 'application/jwk-set+json');
  response.end(JSON.stringify({ keys: [key] }));
}

/** Begins a sign-in as the sign-in page does. @returns where the browser goes on */
export async function beginAt(
  address: string,
  browser: TestBrowser,
  databaseName = testTenant,
): Promise<URL> {
  const answer = await browser.send(`${address}/api/external-sign-in/start`, { databaseName });
  return new URL(((await answer.json()) as { address: string }).address, address);
}

/** Signs in at the provider as a user; @returns the page on which the browser ends. */
export async function signInAt(
  address: string,
  browser: TestBrowser,
  name: string,
  databaseName = testTenant,
): Promise<URL> {
  const isSignIn = (url: URL) => url.pathname === '/signin';
  const start = await beginAt(address, browser, databaseName);
  if (isSignIn(start)) return start;
  const login = await browser.visit(start.href, isSignIn);
  const form = { prompt: 'login', login: name, password: 'any' };
  const consent = await browser.visit(login.url.href, isSignIn, form);
  return (await browser.visit(consent.url.href, isSignIn, { prompt: 'consent' })).url;
}

/** The code that a page of sign-in is opened with. */
export const readCode = (page: URL): string => new URLSearchParams(page.hash.slice(1)).get('external') ?? '';

/** As much of a browser as a sign-in takes: it keeps cookies and follows redirects. */
export class TestBrowser {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** Follows redirects to the first answer that is not a redirect, or to an address for which `stop` is true. */
  async visit(
    url: string,
    stop: (url: URL) => boolean = () => false,
    form?: Record<string, string>,
  ): Promise<{ url: URL; status: number; text: string }> {
    let at = new URL(url);
    let body = form && new URLSearchParams(form).toString();
    for (let hops = 0; hops < 20; hops++) {
      const response = await fetch(at, {
        method: body === undefined ? 'GET' : 'POST',
        redirect: 'manual',
        headers: {
          cookie: this.formatCookies(at.host),
          ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(body === undefined ? {} : { body }),
      });
      body = undefined;
      this.#keep(at.host, response.headers.getSetCookie());
      const location = response.headers.get('location');
      if (location === null) return { url: at, status: response.status, text: await response.text() };
      await response.body?.cancel();
      at = new URL(location, at);
      if (stop(at)) return { url: at, status: response.status, text: '' };
    }
    throw new Error('too many redirects');
  }

  /** Sends JSON, as a page of that address does. */
  async send(url: string, body: object): Promise<Response> {
    const { host } = new URL(url);
    const headers = { cookie: this.formatCookies(host), 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    this.#keep(host, response.headers.getSetCookie());
    return response;
  }

  formatCookies(host: string): string {
    return [...(this.#cookies.get(host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #keep(host: string, lines: readonly string[]): void {
    const own = this.#cookies.get(host) ?? new Map<string, string>();
    for (const line of lines) {
      const [pair] = line.split(';');
      const at = pair!.indexOf('=');
      own.set(pair!.slice(0, at), pair!.slice(at + 1));
    }
    this.#cookies.set(host, own);
  }
}
