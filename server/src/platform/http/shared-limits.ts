import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, toCallerKey } from '../actor.ts';
import { AppError } from '../errors.ts';
import { createAddressCount } from './http-server.ts';

/** Size in bytes above which a body counts as large. */
const largeBody = 1024 * 1024;

/**
 * Counts a request until its connection is closed.
 * @throws AppError `too-many-requests`
 */
export type SharedLimit = (actor: Actor, reply: FastifyReply) => void;

/** Whether a request has a large body, which is held in memory, and blocks other requests while it is parsed. */
export const hasLargeBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > largeBody;

/** Limits the large bodies that are received, parsed and stored concurrently. Call it before the body is read. */
export const createLargeBodyLimit = () => createSharedLimit(2, 4, 'Too many large requests at a time.');

/** Limits the files that are sent concurrently: a browser opens six connections. */
export const createFileLimit = () => createSharedLimit(6, 12, 'Too many downloads at a time.');

/**
 * Limits the long polls of processes at plants: a process has one, and briefly a second one after a lost connection.
 */
export const createLookLimit = () =>
  createSharedLimit(4, 1000, 'Too many looks of this connection at a time.');

/** Limits the concurrent requests of one kind, per user and per tenant. */
function createSharedLimit(perUser: number, perTenant: number, message: string): SharedLimit {
  const admitUser = createAddressCount(perUser);
  const admitTenant = createAddressCount(perTenant);
  return (actor, reply) => {
    const leaveUser = admitUser(toCallerKey(actor));
    const leaveTenant = leaveUser && admitTenant(actor.tenant.name);
    if (!leaveTenant) {
      leaveUser?.();
      throw new AppError('too-many-requests', message, { retryAfter: 1 });
    }
    reply.raw.once('close', () => {
      leaveUser();
      leaveTenant();
    });
  };
}
