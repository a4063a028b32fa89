import { sessionHeaders } from '@twinward/contracts/access/session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { createAddressCount } from './http-server.ts';

/** Maximum number of event streams of a session. The tabs of a browser share one stream. */
const streamsPerSession = 10;
/** Seconds after which a refused stream may be retried. */
const streamRetryAfter = 30;

/**
 * Limits the event streams of a session. Call the result before the session is looked up: a flood of streams then uses
 * no database connections, and is refused even while all of them are in use.
 * @throws AppError `too-many-requests`
 */
export function createStreamLimit(): (request: FastifyRequest, reply: FastifyReply) => void {
  const admit = createAddressCount(streamsPerSession);
  return ({ headers }, reply) => {
    const leave = admit(`${headers[sessionHeaders.database]}\n${headers[sessionHeaders.session]}`);
    if (!leave) throw tooManyStreams();
    reply.raw.once('close', leave);
  };
}

export const tooManyStreams = () =>
  new AppError('too-many-requests', 'Too many event streams are open.', { retryAfter: streamRetryAfter });
