import { sessionHeaders } from '@twinward/contracts/access/session';
import { cappedHeader, totalHeader } from '@twinward/contracts/core/list';
import type { FastifyInstance } from 'fastify';

const exposed = [
  totalHeader,
  cappedHeader,
  'x-request-id',
  'etag',
  'retry-after',
  'content-disposition',
  'idempotency-replayed',
].join(', ');

const accepted = [
  'content-type',
  'authorization',
  ...Object.values(sessionHeaders),
  'idempotency-key',
  'if-none-match',
  'last-event-id',
].join(', ');

/**
 * Allows pages of other origins to call the API. Sessions are sent in headers, never in cookies, so no cookies are
 * allowed.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.addHook('onRequest', async ({ method, url, headers }, reply) => {
    if (!url.startsWith('/api/')) return;
    reply.header('vary', 'Origin');
    const { origin } = headers;
    if (origin === undefined || !origins.includes(origin)) return;
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed });
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return;
    return reply
      .status(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, PUT, DELETE',
        'access-control-allow-headers': accepted,
        'access-control-max-age': 600,
      })
      .send();
  });
}
