import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { webDirectory } from '../config/paths.ts';
import { createPathReader } from './base-path.ts';
import { handleErrors } from './error-handler.ts';
import { secure, serveWeb } from './web.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'twinward-pages-'));
  await mkdir(join(folder, 'assets'));
  const files = {
    'index.html': `<!doctype html><html><head><meta name="base-path" content="/" />
      <meta name="csp-nonce" content="__CSP_NONCE__" /><link rel="icon" href="./logo.svg" />
      <link rel="stylesheet" crossorigin href="./assets/index-a1.css" />
      <script type="module" crossorigin src="./assets/index-b2.js"></script></head><body></body></html>`,
    'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
    'assets/index-a1.css': 'body { margin: 0 }',
    'assets/index-b2.js': 'export {};',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true }));

/** Serves pages below /twin/ on a port, and returns the address without the base path. */
async function listen(directory: string) {
  const app = Fastify({ rewriteUrl: createPathReader('/twin/') });
  handleErrors(app);
  await secure(app, { https: 'off' });
  await serveWeb(app, '/twin/', directory);
  return { app, address: await app.listen({ port: 0, host: '127.0.0.1' }) };
}

/** Requests the files that a page refers to, and returns the status and type of each response. */
async function followPage(address: string, path: string) {
  const page = await fetch(address + path, { headers: { accept: 'text/html' } });
  const html = await page.text();
  const named = [...html.matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, url]) => new URL(url!, page.url));
  const answers = await Promise.all(named.map((url) => fetch(url)));
  return {
    status: page.status,
    html,
    named: answers.map((answer, index) => [
      named[index]!.pathname,
      answer.status,
      answer.headers.get('content-type')?.split(';')[0],
    ]),
  };
}

it.each(['/twin/', '/twin', '/twin/apps/twins/1', '/apps/twins/1'])(
  'a browser that opens %s gets the page and its files below the base path',
  async (path) => {
    const { app, address } = await listen(folder);
    try {
      const { status, html, named } = await followPage(address, path);
      expect(status).toBe(200);
      expect(html).toContain('<meta name="base-path" content="/twin/" />');
      expect(html).not.toContain('__CSP_NONCE__');
      expect(named).toEqual([
        ['/twin/logo.svg', 200, 'image/svg+xml'],
        ['/twin/assets/index-a1.css', 200, 'text/css'],
        ['/twin/assets/index-b2.js', 200, expect.stringMatching(/\/javascript$/)],
      ]);
      expect((await fetch(`${address}/twin/assets/gone.js`)).status).toBe(404);
    } finally {
      await app.close();
    }
  },
);

// Skipped unless the pages are built, as they are when all tests run.
it.runIf(existsSync(join(webDirectory, 'index.html')))(
  'the built page is served in the same way',
  async () => {
    const { app, address } = await listen(webDirectory);
    try {
      const { html, named } = await followPage(address, '/twin/');
      expect(named.length).toBeGreaterThan(1);
      for (const [path, status] of named)
        expect([path, status]).toEqual([expect.stringMatching(/^\/twin\//), 200]);
      expect(html).toContain('name="base-path" content="/twin/"');
      expect(await readFile(join(webDirectory, 'index.html'), 'utf8')).toContain('src="./assets/');
    } finally {
      await app.close();
    }
  },
);
