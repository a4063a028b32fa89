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

/** Answers of the API, and files that pages load, are data: a browser that shows one as a page loads nothing for it. */
const dataPolicy = "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'";

/** What only pages are asked for. A page loads dozens of files and answers: what they don't need adds up. */
const headersOfPages = ['cross-origin-opener-policy', 'referrer-policy', 'x-frame-options'];

/**
 * Sets a strict Content-Security-Policy on everything that is served: on pages, scripts and connections of the same
 * origin and styles by nonce; on answers of the API and on files that pages load, nothing at all.
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
    // Set below, only for TLS: inside a plant Twinward is often reached over plain HTTP.
    strictTransportSecurity: false,
    // For browsers and plugins that are gone. Every answer would carry them.
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
      // Answers are private to their reader. The static files have their own headers.
      reply.header('cache-control', 'no-store');
      reply.header('content-security-policy', dataPolicy);
    } else if (request.url.startsWith('/assets/')) {
      // Of the answer itself, as what a file sets of its own is.
      reply.raw.setHeader('content-security-policy', dataPolicy);
    }
  });
  app.addHook('onSend', async ({ url }, reply) => {
    if (/^\/(api|assets)\//.test(url) && !/^text\/html\b/.test(String(reply.getHeader('content-type'))))
      for (const name of headersOfPages) reply.raw.removeHeader(name);
  });
}

/** Bytes from which an answer is compressed: a page asks for dozens of small ones. Of smaller ones little is left to save. */
const compressionThreshold = 512;

/** Text that is sent as it is made. The stream of events is not among it: each event goes out at once. */
const compressedTypes =
  /^(application\/(javascript|json|problem\+json)|text\/(css|csv|html|javascript|markdown|plain))\b/;

/** Compresses answers for clients that accept it. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: ['gzip'],
    threshold: compressionThreshold,
    customTypes: compressedTypes,
    // Requests are read by parsers of our own, which bound what they unpack.
    globalDecompression: false,
  });
}

/**
 * Serves the built pages: files by name, and the single page for every other address.
 * @param directory of the pages; there may be none, for the API alone.
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
    // One route for the many files in a folder of their own, and a route for each of the few beside the page.
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
