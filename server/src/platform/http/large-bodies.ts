import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../actor.ts';
import { AppError } from '../errors.ts';
import { createAddressCount } from './http-server.ts';

/** Size in bytes above which a body counts as large. */
const largeBody = 1024 * 1024;
const perUser = 2;
const perTenant = 4;

const isLarge = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > largeBody;

/**
 * Limits the large bodies that are received, parsed and stored at the same time: each is held in memory, and
 * parsing blocks other requests. Call the result before the body is read.
 */
export function createLargeBodyLimit(): (actor: Actor, request: FastifyRequest, reply: FastifyReply) => void {
  const admitUser = createAddressCount(perUser);
  const admitTenant = createAddressCount(perTenant);
  return ({ tenant, userId }, request, reply) => {
    if (!isLarge(request)) return;
    const leaveUser = admitUser(`${tenant.name}\n${userId}`);
    const leaveTenant = leaveUser && admitTenant(tenant.name);
    if (!leaveTenant) {
      leaveUser?.();
      throw new AppError('too-many-requests', 'Too many large requests at a time.', { retryAfter: 1 });
    }
    reply.raw.once('close', () => {
      leaveUser();
      leaveTenant();
    });
  };
}
