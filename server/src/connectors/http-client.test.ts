import { X509Certificate } from 'node:crypto';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic } from './configured.ts';
import { ConnectorFailure } from './connector.ts';
import { type HttpRequest, onOrigin, send } from './http-client.ts';
import { clockSentence, testHttp } from './http-test.ts';
import { makeCall, readFailure } from './testing/call.ts';
import { certificateFile } from './testing/certificates.ts';
import { HttpPeer, type Misbehaviour, type PeerRequest } from './testing/http-peer.ts';

const base64 = (name: string) => certificateFile(name).toString('base64');

class Echo extends HttpPeer {
  protected override answer({ method, path, query, headers, body }: PeerRequest) {
    if (path === '/large') return { body: 'x'.repeat(65 * 1024 * 1024) };
    return {
      headers: { 'set-cookie': ['session=1; Path=/; HttpOnly', 'route=a'], 'x-one': 'first' },
      body: { method, path, query: query.toString(), token: headers['x-token'] ?? null, body },
    };
  }
}

let open: Echo;
let encrypted: Echo;
let mutual: Echo;

beforeAll(async () => {
  open = await new Echo().start();
  encrypted = await new Echo({ tls: 'server' }).start();
  mutual = await new Echo({ tls: 'client' }).start();
});

afterAll(async () => {
  for (const peer of [open, encrypted, mutual]) await peer.stop();
});

const get = (url: string, over: Partial<HttpRequest> = {}): HttpRequest => ({ method: 'GET', url, ...over });
const named = (peer: HttpPeer, path = '/') => `https://broker.test:${peer.port}${path}`;

describe('send', () => {
  it('sends method, headers and body, and returns status, headers, cookies and JSON', async () => {
    const answer = await send(makeCall({}), {
      method: 'POST',
      url: `${open.origin}/a%20b?x=1`,
      headers: { 'x-token': 'T' },
      body: 'text',
    });
    expect(answer.json()).toEqual({ method: 'POST', path: '/a b', query: 'x=1', token: 'T', body: 'text' });
    expect(answer).toMatchObject({ status: 200, cookies: ['session=1', 'route=a'] });
    expect(answer.headers['x-one']).toBe('first');
  });

  it('reuses connections, and closes them at the end of the call', async () => {
    const peer = await new Echo().start();
    const call = makeCall({});
    for (let number = 0; number < 20; number++) await send(call, get(peer.origin));
    expect(peer.connections).toBeLessThan(5);
    call.end();
    await expect.poll(() => peer.connections).toBe(0);
    expect(await readFailure(send(call, get(peer.origin)))).toBe('unreachable: The call was canceled.');
    await peer.stop();
  });

  it('connects to the resolved address', async () => {
    const call = makeCall({});
    await send(call, get(`http://sap.test:${open.port}/`));
    expect(call.resolved).toEqual(['sap.test']);
    const refusal = new ConnectorFailure('refused', 'Local addresses are not allowed.');
    const guarded = makeCall({}, { addresses: { resolve: () => Promise.reject(refusal) } });
    expect(await readFailure(send(guarded, get(open.origin)))).toBe(
      'refused: Local addresses are not allowed.',
    );
  });

  it.each<[string, Misbehaviour, string]>([
    ['401', { kind: 'status', status: 401 }, 'signIn: The server refused the sign-in (401).'],
    ['403', { kind: 'status', status: 403 }, 'refused: The server does not allow this (403).'],
    ['404', { kind: 'status', status: 404 }, 'protocol: The server found nothing at /p (404).'],
    [
      '400',
      { kind: 'status', status: 400, body: { said: 'No\n\tplant' } },
      'refused: The server refused this (400): No plant',
    ],
    ['429', { kind: 'status', status: 429 }, 'busy: The server is busy (429).'],
    ['500', { kind: 'status', status: 500, body: { said: 'dump' } }, 'busy: The server failed (500): dump'],
    ['503 with HTML', { kind: 'status', status: 503, body: '<html>' }, 'busy: The server failed (503).'],
    [
      'a redirection',
      { kind: 'status', status: 302, headers: { location: 'https://login.example/saml?token=1' } },
      'protocol: The server redirects to login.example (302): the address may be wrong, or it leads to a sign-in page.',
    ],
    [
      'a connection that is cut',
      { kind: 'cut' },
      'unreachable: The server ended the connection before the answer was complete.',
    ],
    [
      'a truncated answer',
      { kind: 'truncated' },
      'unreachable: The server ended the connection before the answer was complete.',
    ],
    [
      'half an answer',
      { kind: 'halved' },
      'protocol: The answer of the server is not JSON (application/json).',
    ],
    ['an HTML page', { kind: 'html' }, 'protocol: The answer of the server is not JSON (text/html).'],
  ])('fails for %s', async (_, fault, expected) => {
    open.misbehave(fault);
    const readError = (body: unknown) => (body as { said?: string }).said ?? null;
    const read = send(makeCall({}), get(`${open.origin}/p?secret=1`, { readError })).then((answer) =>
      answer.json(),
    );
    expect(await readFailure(read)).toBe(expected);
  });

  it('returns expected statuses', async () => {
    open.misbehave({ kind: 'status', status: 403, headers: { 'x-csrf-token': 'Required' } });
    const answer = await send(makeCall({}), get(open.origin, { expected: [403] }));
    expect([answer.status, answer.headers['x-csrf-token']]).toEqual([403, 'Required']);
  });

  it.each([
    ['7', 7000],
    ['soon', null],
    [new Date(0).toUTCString(), 0],
  ])('reads Retry-After: %s', async (value, milliseconds) => {
    open.misbehave({ kind: 'status', status: 503, headers: { 'retry-after': value } });
    const failure = await send(makeCall({}), get(open.origin)).catch((error: ConnectorFailure) => error);
    expect(failure).toMatchObject({ kind: 'busy', retryAfter: milliseconds });
  });

  it('aborts an endless response', async () => {
    open.misbehave({ kind: 'slow' });
    expect(await readFailure(send(makeCall({}), get(open.origin, { timeout: 200 })))).toBe(
      'unreachable: No complete answer within 1 seconds.',
    );
  });

  it('aborts a very large response', async () => {
    expect(await readFailure(send(makeCall({}), get(`${open.origin}/large`)))).toBe(
      'protocol: The answer has more than 64 MiB.',
    );
  });

  it('reports a server without a response, and a server that is not HTTP', async () => {
    expect(await readFailure(send(makeCall({}), get('http://127.0.0.1:1')))).toBe(
      'unreachable: Nothing listens at this address and port (ECONNREFUSED).',
    );
    const other = createServer((socket) => socket.end('220 mail.example ESMTP\r\n'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    expect(await readFailure(send(makeCall({}), get(`http://127.0.0.1:${port}`)))).toBe(
      'protocol: The server does not speak HTTP.',
    );
    other.close();
  });

  it('redacts credentials in error messages of a server', async () => {
    const authorization = basic('user', 'pass word');
    open.misbehave({
      kind: 'status',
      status: 400,
      body: { said: `bad ${authorization}, or ${authorization.slice(6)}` },
    });
    const readError = (body: unknown) => (body as { said: string }).said;
    expect(
      await readFailure(send(makeCall({}), get(open.origin, { headers: { authorization }, readError }))),
    ).toBe('refused: The server refused this (400): bad •••, or •••');
  });
});

describe('TLS', () => {
  it('accepts the configured CA, client certificate and server name', async () => {
    const ca = base64('ca.pem');
    await send(makeCall({ ca }), get(named(encrypted)));
    await send(makeCall({ ca, serverName: 'broker.test' }), get(encrypted.origin));
    const certificate = { certificate: base64('client.pfx'), certificatePassword: 'secret' };
    await send(makeCall({ ca, ...certificate }), get(named(mutual)));
    expect(mutual.requests).toHaveLength(1);
  });

  it('reports the expiry of the certificates of a link', async () => {
    const ca = base64('ca.pem');
    const call = makeCall({ ca, certificate: base64('client.pfx'), certificatePassword: 'secret' });
    await send(call, get(named(mutual)));
    const readEnd = (name: string) => Date.parse(new X509Certificate(certificateFile(name)).validTo);
    expect(call.certificateEnds).toEqual([readEnd('server.pem'), readEnd('client.pem')]);
    const refused = makeCall({});
    await readFailure(send(refused, get(encrypted.origin)));
    expect(refused.certificateEnds).toEqual([]);
  });

  it.each([
    [
      'an unknown CA',
      {},
      'untrusted: No known CA issued the certificate of the server (UNABLE_TO_VERIFY_LEAF_SIGNATURE).',
    ],
    [
      'another name',
      { ca: base64('ca.pem'), serverName: 'other.test' },
      'untrusted: The certificate of the server is not for other.test.',
    ],
  ])('rejects %s before anything is sent', async (_, configuration, expected) => {
    const before = encrypted.requests.length;
    expect(await readFailure(send(makeCall(configuration), get(encrypted.origin)))).toBe(expected);
    expect(encrypted.requests).toHaveLength(before);
  });

  it('reports a missing client certificate', async () => {
    expect(await readFailure(send(makeCall({ ca: base64('ca.pem') }), get(named(mutual))))).toBe(
      'signIn: The server does not accept the client certificate (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED).',
    );
  });
});

it.each([
  ['https://sap.example:8443/base', 'https://other.example/odata?x=1', 'https://sap.example:8443/odata?x=1'],
  ['https://sap.example/base', 'http://user:secret@inner:8000/a', 'https://sap.example/a'],
  ['http://sap.example/base/', 'next?x=1', 'http://sap.example/base/next?x=1'],
])('keeps the origin %s for the address %s', (base, address, expected) => {
  expect(onOrigin(base, address).href).toBe(expected);
});

describe('a test', () => {
  const runSteps = async (url: string, call = makeCall({})) => {
    const steps = [];
    const signIn = async () => (await send(call, get(url))).status.toString();
    const test = testHttp(call, () => ({
      url,
      signIn,
      read: () => Promise.reject(new ConnectorFailure('refused', 'No.')),
      write: async () => 'never reached',
    }));
    for await (const step of test) steps.push(step);
    return steps;
  };

  it('stops at the first failed step', async () => {
    const found = await runSteps(named(encrypted), makeCall({ ca: base64('ca.pem') }));
    expect(found.map(({ step, state }) => `${step} ${state}`)).toEqual([
      'resolve passed',
      'reach passed',
      'encrypt passed',
      'sign-in passed',
      'read failed',
    ]);
    expect(found.at(-1)).toMatchObject({ message: 'No.', advice: expect.stringContaining('read') });
  });

  it('offers to trust a certificate, and passes after it is trusted', async () => {
    const shown = (await runSteps(encrypted.origin)).at(-1)!.certificate!;
    expect(shown).toMatchObject({ subject: 'CN=server.test', isTrusted: false });
    const call = makeCall({}, { trustedCertificates: [shown.fingerprint] });
    expect((await runSteps(encrypted.origin, call)).at(-1)!.step).toBe('read');
  });

  it('warns about a connection without encryption', async () => {
    expect((await runSteps(open.origin))[2]).toMatchObject({ step: 'encrypt', state: 'skipped' });
  });

  it.each([
    [undefined, ''],
    ['no time', ''],
    [new Date(0).toUTCString(), ' Its clock is 300 s behind Twinward.'],
    [new Date(600_000).toUTCString(), ' Its clock is 300 s ahead of Twinward.'],
    [new Date(298_000).toUTCString(), ''],
  ])('compares clocks: %s', (date, expected) => {
    expect(clockSentence(date, 300_000)).toBe(expected);
  });
});
