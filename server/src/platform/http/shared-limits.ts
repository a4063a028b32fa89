import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, callerOf } from '../actor.ts';
import { AppError } from '../errors.ts';
import { createAddressCount } from './http-server.ts';

/** Size in bytes above which a body counts as large. */
const largeBody = 1024 * 1024;

/** Counts a request until its connection is done with it. @throws AppError `too-many-requests` */
export type SharedLimit = (actor: Actor, reply: FastifyReply) => void;

/** Whether a request has a large body: it is held in memory, and parsing it blocks other requests. */
export const hasLargeBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > largeBody;

/** Large bodies that are received, parsed and stored at a time. Call it before the body is read. */
export const createLargeBodyLimit = () => createSharedLimit(2, 4, 'Too many large requests at a time.');

/** Files that are sent at a time: a browser opens six connections. */
export const createFileLimit = () => createSharedLimit(6, 12, 'Too many downloads at a time.');

/** Long polls of processes at plants: a process has one, and briefly a second one after its link was cut. */
export const createLookLimit = () =>
  createSharedLimit(4, 1000, 'Too many looks of this connection at a time.');

/** Limits the requests of a kind that a user, and a tenant, have at the same time. */
function createSharedLimit(perUser: number, perTenant: number, message: string): SharedLimit {
  const admitUser = createAddressCount(perUser);
  const admitTenant = createAddressCount(perTenant);
  return (actor, reply) => {
    const leaveUser = admitUser(callerOf(actor));
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
