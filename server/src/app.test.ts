import { routes } from '@twinward/contracts/core/routes';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from './testing/app.ts';
import { asOwner } from './testing/database.ts';
import { makeSession } from './testing/factories.ts';

let test: TestApp;
let app: FastifyInstance;
let administrator: Record<string, string>;

beforeAll(async () => {
  test = await createTestApp();
  app = test.app;
  administrator = await makeSession(test.tenant.db, { isAdmin: true });
});
afterAll(() => test.close());

describe('the API', () => {
  it('implements every call of the contract, and no other', () => {
    const declared = routes.map(({ method, path }) => `${method} ${path}`);
    expect([...app.boundCalls].sort()).toEqual(declared.sort());
  });

  it('shows the OpenAPI document on a page', async () => {
    const answer = await app.inject({ url: '/api/docs/' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.body).toContain('<title>Twinward API</title>');
    const shown = (await app.inject({ url: '/api/docs/json' })).json<{ openapi: string; paths: object }>();
    expect(shown.openapi).toBe('3.1.0');
    expect(shown.paths).toEqual((await app.inject({ url: '/api/openapi.json' })).json().paths);
    // This directive would leave the page blank over plain HTTP.
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('upgrade-insecure-requests');
  });

  it('serves documents without broken links', async () => {
    const names = ['demo', 'language', 'operations', 'architecture'];
    const pages = await Promise.all(names.map((name) => app.inject({ url: `/docs/${name}` })));
    // Links to other sites have a scheme.
    const links = pages.flatMap(({ body }) => [...body.matchAll(/<a href="(?!https?:)([^"#]+)/g)]);
    const targets = new Set(links.map(([, to]) => new URL(to!, 'http://twinward/docs/x').pathname));
    expect(targets.size).toBeGreaterThan(names.length);
    for (const url of targets) expect([url, (await app.inject({ url })).statusCode]).toEqual([url, 200]);
    expect(pages[2]!.body).toContain('A proxy adds TLS: nginx.conf, Caddyfile and haproxy.cfg are examples.');
  });

  it('returns the id of a request in a header and in the body of an error', async () => {
    const answer = await app.inject({ url: '/api/nothing' });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({
      id: 'not-found',
      title: 'Not found',
      message: 'There is no GET /api/nothing.',
      requestId: answer.headers['x-request-id'],
    });
  });

  it.each<[string, string, string, number, string, string?]>([
    ['invalid JSON', '{"filters":', 'application/json', 400, 'The body is not valid JSON.'],
    [
      'NaN',
      '[{"tagId":1,"points":[{"time":0,"value":NaN}]}]',
      'application/json',
      400,
      'The body is not valid JSON.',
    ],
    ['zero bytes', '', 'application/json', 400, 'The body is not valid JSON.'],
    [
      'deeply nested groups',
      `{"filters":[${'{"operator":"GroupAnd","filters":['.repeat(12_000)}${']}'.repeat(12_000)}]}`,
      'application/json',
      400,
      'The body nests too deep.',
      '/api/tags/filters',
    ],
    ['XML', '<a/>', 'application/xml', 415, 'The body has a content type that this call does not take.'],
    [
      'more than 16 MiB',
      `[${' '.repeat(17 * 1024 * 1024)}]`,
      'application/json',
      413,
      'The body is larger than 16 MiB.',
    ],
  ])('rejects a body of %s', async (_name, body, type, status, message, url = '/api/data-points') => {
    const headers = { ...administrator, 'content-type': type };
    const answer = await app.inject({ method: 'POST', url, headers, body });
    expect(answer.statusCode).toBe(status);
    expect(answer.json().message).toBe(message);
  });

  it.each(['/api/tags/%zz', `/api/groups/${'a'.repeat(201)}`])(
    'answers %s with 400 and the usual body of an error',
    async (url) => {
      const answer = await app.inject({ url, headers: administrator });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({
        id: 'invalid-request',
        title: 'Invalid request',
        message: expect.stringContaining(`'${url}'`),
        requestId: expect.any(String),
      });
    },
  );

  it('answers 401 without a session before it parses the body', async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'POST', url: '/api/data-points', headers, body: '{' });
    expect(answer.statusCode).toBe(401);
  });

  it('sets a strict content security policy', async () => {
    const { headers } = await app.inject({ url: '/version.json' });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'self' 'nonce-[0-9a-f]+'/);
    expect(policy).not.toContain('unsafe-eval');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('answers 500 without details of an internal error', async () => {
    await asOwner(test.context.tenants, 'alter table twin rename to twin_away');
    try {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/twins/filters',
        headers: administrator,
        body: {},
      });
      expect(answer.statusCode).toBe(500);
      expect(answer.json()).toEqual({
        id: 'internal',
        title: 'Internal error',
        message: 'Something went wrong on our side. It has been logged.',
        requestId: expect.any(String),
      });
    } finally {
      await asOwner(test.context.tenants, 'alter table twin_away rename to twin');
    }
  });
});

describe('an endpoint for operators', () => {
  it.each(['/healthz', '/readyz'])('answers 200: %s', async (url) => {
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ status: 'ok' });
  });

  it('returns metrics for Prometheus, without tenants', async () => {
    await app.inject({ url: '/version.json' });
    const { body } = await app.inject({ url: '/metrics' });
    expect(body).toMatch(
      /twinward_http_request_duration_seconds_count\{method="GET",route="\/version.json",status="200"\} \d+/,
    );
    expect(body).toMatch(/twinward_pool_connections\{state="total"\} \d+/);
    expect(body).not.toContain('tenant');
  });
});
