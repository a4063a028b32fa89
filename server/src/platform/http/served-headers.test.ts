import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handleErrors } from './error-handler.ts';
import { secure, serveWeb } from './web.ts';

const headersOfPages = ['cross-origin-opener-policy', 'referrer-policy', 'x-frame-options'];

let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'twinward-pages-'));
  await mkdir(join(folder, 'assets'));
  const files = ['index.html', 'logo.svg', 'assets/start-a1.js', 'assets/evaluation-worker-b2.js'];
  for (const name of files) await writeFile(join(folder, name), '');
  app = Fastify();
  handleErrors(app);
  await secure(app, { https: 'off' });
  await serveWeb(app, '/', folder);
  app.get('/api/data', () => ({ value: 1 }));
  app.get('/api/page', (_, reply) => reply.type('text/html; charset=utf-8').send('<p>Documentation</p>'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const readHeaders = async (url: string) =>
  (await app.inject({ url, headers: { accept: 'text/html' } })).headers;

it.each(['/home', '/logo.svg', '/api/page'])(
  '%s, which browsers show as a page, has the headers of pages',
  async (url) => {
    expect(await readHeaders(url)).toMatchObject({
      'content-security-policy': expect.stringContaining(
        url === '/api/page' ? "default-src 'none'" : "script-src 'self'",
      ),
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
    });
  },
);

it('data of the API has no headers that only apply to pages', async () => {
  const headers = await readHeaders('/api/data');
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'$/),
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
  for (const name of headersOfPages) expect(headers).not.toHaveProperty(name);
});

it('files that pages load have the headers that apply to them, and a policy that allows loading nothing', async () => {
  const headers = await readHeaders('/assets/start-a1.js');
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'$/),
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
  for (const name of ['etag', 'last-modified', ...headersOfPages]) expect(headers).not.toHaveProperty(name);
});

it('only the evaluation worker may compile code', async () => {
  const policy = (await readHeaders('/assets/evaluation-worker-b2.js'))['content-security-policy'];
  expect(policy).toBe("default-src 'none'; script-src 'self' 'unsafe-eval'");
});
