import type { OwnSession } from '@twinward/contracts/access/session';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { found } from '../../../platform/errors.ts';
import { publishTo } from '../../../platform/live/live-events.ts';
import { recordAudit } from '../../system/audit/service.ts';
import { deleteFailuresOf, deleteOldFailures } from '../sign-in-attempt/store.ts';
import { failureLifetime } from '../sign-in-attempt/throttle.ts';
import { deleteSessionByPublicId, deleteSessionsOf, findSessionsOf } from './store.ts';

/** Where a session is opened from, as the request tells. */
export interface SignInOrigin {
  address: string;
  userAgent: string;
  /** Scheme, host and port of the page that asks. */
  page: string;
}

export function originOf({
  ip,
  headers,
  protocol,
  host,
}: Pick<FastifyRequest, 'ip' | 'headers' | 'protocol' | 'host'>): SignInOrigin {
  const page = headers.origin ?? `${protocol}://${host}`;
  return { address: ip, userAgent: headers['user-agent'] ?? '', page };
}

/** The actor's sessions that are not over, latest first. */
export async function readOwnSessions({ tenant, userId, session }: Actor): Promise<OwnSession[]> {
  const rows = await findSessionsOf(tenant.db, userId);
  return rows.map((row) => ({
    id: row.public_id,
    current: row.id_hash.equals(session.idHash),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    address: row.address,
    userAgent: row.user_agent,
  }));
}

/** @throws AppError `not-found` when the actor has no such session, whoever else may. */
export async function endOwnSession(actor: Actor, publicId: string): Promise<void> {
  await actor.tenant.db.transaction().execute(async (transaction) => {
    found((await deleteSessionByPublicId(transaction, actor.userId, publicId)) || null, 'Session');
    await publishTo(transaction, { type: 'sessions' }, [actor.userId]);
    await auditEnd(transaction, actor);
  });
}

/** Ends all sessions of the actor but the one that asks. */
export async function endOtherSessions(actor: Actor): Promise<void> {
  await actor.tenant.db.transaction().execute(async (transaction) => {
    const count = await endSessions(transaction, actor.userId, actor.session.idHash);
    if (count > 0) await auditEnd(transaction, actor);
  });
}

async function auditEnd(db: Db, actor: Actor): Promise<void> {
  const { userId, userName } = actor;
  await recordAudit(db, actor, {
    action: 'sign-out',
    entityType: 'user',
    entityId: userId,
    entityName: userName,
    new: { elsewhere: true },
  });
}

/** Ends the sessions of a user, all but the one kept, in the caller's transaction. @returns how many. */
export async function endSessions(db: Db, userId: number, kept: Buffer | null = null): Promise<number> {
  const count = await deleteSessionsOf(db, userId, kept);
  await publishTo(db, { type: 'sessions' }, [userId]);
  return count;
}

/** The hashes of the sessions of the actor's user that are not over, in hexadecimal digits. */
export async function readOpenSessions({ tenant, userId }: Actor): Promise<string[]> {
  return (await findSessionsOf(tenant.db, userId)).map((session) => session.id_hash.toString('hex'));
}

export { reserveAttempt, succeedAttempt } from '../sign-in-attempt/throttle.ts';

/** Forgets the failed sign-ins under a user name, and with them the delay. Returns whether there were any. */
export function forgetFailures(db: Db, userName: string): Promise<boolean> {
  return deleteFailuresOf(db, userName);
}

/** Days after which an address counts as new for its user again. */
const knownAddressDays = 90;

/** Deletes failed sign-ins and addresses that no longer count. */
export async function pruneSignInAttempts(db: Db): Promise<void> {
  const now = Date.now();
  const day = 24 * 3600_000;
  await deleteOldFailures(db, new Date(now - failureLifetime), new Date(now - knownAddressDays * day));
}
