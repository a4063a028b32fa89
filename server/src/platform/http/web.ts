import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import fastifyStatic, { type SetHeadersResponse } from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HttpConfig } from '../config/http-config.ts';
import { webDirectory } from '../config/paths.ts';
import { AppError } from '../errors.ts';
import { transportSecurity } from './transport-security.ts';

const noncePlaceholder = '__CSP_NONCE__';

/**
 * The only script that may compile code (`unsafe-eval`): it evaluates logic in a worker without access to
 * anything else.
 */
const evaluationWorker = /[\\/]assets[\\/]evaluation-worker-[\w-]+\.js(\.br|\.gz)?$/;
const workerPolicy = "default-src 'none'; script-src 'self' 'unsafe-eval'";

/**
 * Responses of the API, and files that pages load, are data: a browser that shows one as a page must load nothing for
 * it.
 */
const dataPolicy = "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'";

/** Headers that only apply to pages. A page loads dozens of files and responses, so unneeded headers add up. */
const headersOfPages = ['cross-origin-opener-policy', 'referrer-policy', 'x-frame-options'];

/**
 * Sets a strict Content-Security-Policy on all responses: pages may load scripts and connect only within the same
 * origin, and use styles with a nonce; responses of the API and files that pages load may load nothing.
 */
export async function secure(app: FastifyInstance, { https }: Pick<HttpConfig, 'https'>): Promise<void> {
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        // Charts and drag handles set style attributes; those can't carry a nonce.
        'style-src-attr': ["'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'worker-src': ["'self'"],
        // The player of help videos, a document with its own policy.
        'frame-src': ["'self'"],
        'manifest-src': ["'self'"],
        'form-action': ["'self'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    // Set below, only for TLS: inside a plant Twinward is often used over plain HTTP.
    strictTransportSecurity: false,
    // For obsolete browsers and plugins; would be sent with every response.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    originAgentCluster: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    // A trusted proxy sets the protocol.
    const security = transportSecurity(https, request.protocol === 'https');
    if (security !== null) reply.header('strict-transport-security', security);
    if (/^\/api(\/|$)/.test(request.url)) {
      // Responses are private to their reader. The static files have their own headers.
      reply.header('cache-control', 'no-store');
      reply.header('content-security-policy', dataPolicy);
    } else if (request.url.startsWith('/assets/')) {
      // Set on the raw response, like the headers that a file sets.
      reply.raw.setHeader('content-security-policy', dataPolicy);
    }
  });
  app.addHook('onSend', async ({ url }, reply) => {
    if (/^\/(api|assets)\//.test(url) && !/^text\/html\b/.test(String(reply.getHeader('content-type'))))
      for (const name of headersOfPages) reply.raw.removeHeader(name);
  });
}

/**
 * Minimum bytes of a response to compress. A page requests dozens of small ones; below this size compression saves
 * little.
 */
const compressionThreshold = 512;

/** Text that is streamed. The event stream is not included: each event is sent at once. */
const compressedTypes =
  /^(application\/(javascript|json|problem\+json)|text\/(css|csv|html|javascript|markdown|plain))\b/;

/** Compresses responses for clients that accept it. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: ['gzip'],
    threshold: compressionThreshold,
    customTypes: compressedTypes,
    // Request bodies are read by our own parsers, which limit the unpacked size.
    globalDecompression: false,
  });
}

/**
 * Serves the built pages: files by name, and the single page for every other address.
 * @param directory of the pages; may be missing, to serve only the API.
 */
export async function serveWeb(
  app: FastifyInstance,
  basePath: string,
  directory = webDirectory,
): Promise<void> {
  const page = join(directory, 'index.html');
  if (existsSync(page)) {
    const text = readFileSync(page, 'utf8')
      .replaceAll('="./', `="${basePath}`)
      .replace('name="base-path" content="/"', `name="base-path" content="${basePath}"`);
    const [before, ...after] = text.split(noncePlaceholder);
    function send(reply: FastifyReply): FastifyReply {
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send([before, ...after].join(reply.cspNonce.style));
    }
    const options = {
      index: false as const,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (response: SetHeadersResponse, path: string) => {
        const immutable = path.includes('/assets/');
        response.setHeader('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
        if (evaluationWorker.test(path)) response.setHeader('content-security-policy', workerPolicy);
      },
    };
    // One route for the many files in a separate folder, and one for each of the few files beside the page.
    await app.register(fastifyStatic, {
      ...options,
      root: join(directory, 'assets'),
      prefix: '/assets/',
      // Their names change with their content.
      etag: false,
      lastModified: false,
    });
    await app.register(fastifyStatic, {
      ...options,
      root: directory,
      wildcard: false,
      globIgnore: ['assets/**'],
      decorateReply: false,
    });
    app.get('/', (_request, reply) => send(reply));
    app.setNotFoundHandler((request, reply) => (isPage(request) ? send(reply) : refuse(request)));
  } else {
    app.setNotFoundHandler((request) => refuse(request));
  }
}

function isPage({ method, url, headers }: FastifyRequest): boolean {
  return (
    method === 'GET' && !/^\/(api|assets)(\/|$)/.test(url) && (headers.accept ?? '').includes('text/html')
  );
}

function refuse({ method, url }: FastifyRequest): never {
  throw new AppError('not-found', `There is no ${method} ${url.split('?')[0]}.`);
}
