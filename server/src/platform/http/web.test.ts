import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { makeSession } from '../../testing/factories.ts';
import { startMetrics } from './metrics-route.ts';
import { transportSecurity } from './transport-security.ts';

const token = 'c0ffee'.repeat(5);
let test: TestApp;
let headers: Record<string, string>;

beforeAll(async () => {
  test = await createTestApp({ environment: { TRUSTED_PROXIES: '10.0.0.0/24', METRICS_TOKEN: token } });
  headers = await makeSession(test.tenant.db, { isAdmin: true });
});
afterAll(() => test.close());

const from = (remoteAddress: string, more: Record<string, string>, url = '/api/user/current/sessions') =>
  test.app.inject({ url, remoteAddress, headers: { ...headers, ...more } });

describe('a proxy', () => {
  /** Remaining calls of the client's address in this minute. */
  const left = async (remoteAddress: string, forwarded: string) => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/login',
      remoteAddress,
      headers: { 'x-forwarded-for': forwarded },
      payload: {},
    });
    return Number(answer.headers['x-ratelimit-remaining']);
  };

  it('is trusted for the address of the client if it is configured', async () => {
    const first = await left('10.0.0.7', '192.0.2.1');
    expect(await left('10.0.0.7', '192.0.2.2')).toBe(first);
    expect(await left('10.0.0.8', '203.0.113.9, 192.0.2.1')).toBe(first - 1);
  });

  it('is not trusted if it is not configured', async () => {
    const first = await left('198.51.100.1', '192.0.2.50');
    expect(await left('198.51.100.1', '192.0.2.51')).toBe(first - 1);
  });
});

describe('strict transport security', () => {
  const header = 'strict-transport-security';

  it('is sent only if a trusted proxy reports https', async () => {
    const trusted = await from('10.0.0.7', { 'x-forwarded-proto': 'https' });
    expect(trusted.headers[header]).toBe('max-age=31536000');
    expect((await from('10.0.0.7', { 'x-forwarded-proto': 'http' })).headers[header]).toBeUndefined();
    expect((await from('198.51.100.1', { 'x-forwarded-proto': 'https' })).headers[header]).toBeUndefined();
    expect((await from('198.51.100.1', {})).headers[header]).toBeUndefined();
  });

  it('is always sent if the setting is https, and includes subdomains if the setting says so', () => {
    expect(transportSecurity('on', false)).toBe('max-age=31536000');
    expect(transportSecurity('subdomains', true)).toBe('max-age=31536000; includeSubDomains');
  });
});

it.each(['/api/user/current/sessions', '/api/nothing', '/api/openapi.json', '/api/assets/imports/template'])(
  'a response of %s is not cached',
  async (url) => {
    expect((await from('10.0.0.7', {}, url)).headers['cache-control']).toBe('no-store');
  },
);

describe('a response', () => {
  const ask = (url: string, encoding: string) =>
    test.app.inject({ url, headers: { ...headers, 'accept-encoding': encoding } });

  it('is compressed for clients that accept it', async () => {
    const plain = await ask('/api/uom/units', 'identity');
    const compressed = await ask('/api/uom/units', 'br;q=0.9, gzip');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(compressed.headers.vary).toContain('accept-encoding');
    expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.body);
    expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
  });

  it.each(['swagger-ui-bundle.js', 'swagger-ui.css'])(
    'is compressed with the file %s of the API',
    async (file) => {
      const url = `/api/docs/static/${file}`;
      const plain = await ask(url, 'identity');
      const compressed = await ask(url, 'gzip');
      expect([plain.statusCode, compressed.statusCode]).toEqual([200, 200]);
      expect(compressed.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(compressed.rawPayload).equals(plain.rawPayload)).toBe(true);
    },
  );

  it('is sent uncompressed if it is small, or a file that is already compressed', async () => {
    for (const url of ['/api/user/current/sessions', '/api/assets/imports/template']) {
      const answer = await ask(url, 'gzip');
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-encoding']).toBeUndefined();
    }
  });
});

describe('the metrics', () => {
  it.each([[{}], [{ authorization: 'Bearer wrong' }], [{ authorization: `Bearer ${token}x` }]])(
    'are rejected without their token: %j',
    async (authorization) => {
      const answer = await test.app.inject({ url: '/metrics', headers: authorization });
      expect(answer.statusCode).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    },
  );

  it('are returned for their token, without names of tenants', async () => {
    const answer = await test.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('twinward_pool_connections{state="total"}');
    expect(answer.body).not.toContain('tenant');
  });

  it('may have a separate port, and are then not served on the main port', async () => {
    const apart = await createTestApp({ environment: { METRICS_PORT: '0' } });
    const metrics = await startMetrics(apart.context, 0);
    try {
      expect((await apart.app.inject({ url: '/metrics' })).statusCode).toBe(404);
      const answer = await fetch(`http://127.0.0.1:${metrics.port}/metrics`);
      expect(answer.status).toBe(200);
      const other = await fetch(`http://127.0.0.1:${metrics.port}/healthz`);
      expect(other.status).toBe(404);
      for (const { headers } of [answer, other])
        expect(headers.get('x-content-type-options')).toBe('nosniff');
    } finally {
      await metrics.close();
      await apart.close();
    }
  });
});
