import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { routes } from '@twinward/contracts/core/routes';
import type { FastifyInstance } from 'fastify';
import { repositoryDirectory } from '../../config/paths.ts';
import { describeRoutes } from './document.ts';

/** The plugin's own policy upgrades to https, so its page would stay blank over plain HTTP except on localhost. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // The plugin's page has inline styles.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves the description of every call at /api/openapi.json, and as a page at /api/docs. */
export async function describeApi(app: FastifyInstance, basePath: string): Promise<void> {
  let described: ReturnType<typeof describeRoutes> | undefined;
  async function describe() {
    // Takes half a second, so only on demand.
    described ??= describeRoutes(
      routes,
      basePath,
      await readFile(join(repositoryDirectory, 'docs/api.md'), 'utf8'),
    );
    return described;
  }
  const empty = { openapi: '3.1.0', info: { title: 'Twinward', version: '' }, paths: {} };
  await app.register(swagger, { mode: 'static', specification: { document: empty } });
  const logo = readFileSync(join(repositoryDirectory, 'web/public/logo.svg'));
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    indexPrefix: basePath,
    staticCSP: policy,
    // There are hundreds of calls and schemas, so tags start collapsed.
    uiConfig: { docExpansion: 'none', defaultModelsExpandDepth: -1 },
    logo: { type: 'image/svg+xml', content: logo, href: `${basePath}api/docs/` },
    theme: {
      title: 'Twinward API',
      favicon: [{ filename: 'logo.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: logo }],
    },
    transformSpecificationClone: false,
    transformSpecification: () => described ?? empty,
    uiHooks: {
      onRequest: (request, _reply, done) => {
        if (request.routeOptions.url === '/api/docs/json') describe().then(() => done(), done);
        else done();
      },
    },
  });
  const rateLimit = { max: 60, timeWindow: '1 minute' };
  app.get('/api/openapi.json', { config: { rateLimit } }, describe);
}
