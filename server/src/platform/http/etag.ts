import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/**
 * Adds an ETag to JSON responses to reads, and answers 304 if the client has the current version. Runs before responses
 * are compressed.
 */
export function tagAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const answersJson = request.routeOptions.config.contract?.response instanceof z.ZodType;
    if (request.method !== 'GET' || !answersJson || reply.statusCode !== 200 || typeof payload !== 'string')
      return payload;
    // Weak, since the compressed response has the same tag.
    const tag = `W/"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`;
    reply.header('etag', tag);
    if (!isNamed(tag, request.headers['if-none-match'])) return payload;
    reply.status(304).removeHeader('content-type');
    return null;
  });
}

/** Whether a list of tags contains a tag, weak or strong (RFC 9110, 13.1.2). */
function isNamed(tag: string, list = ''): boolean {
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return list.trim() === '*' || list.split(',').some((each) => opaque(each) === opaque(tag));
}
