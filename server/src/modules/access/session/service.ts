import type { LoginResponse, OwnSession } from '@twinward/contracts/access/session';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { found } from '../../../platform/errors.ts';
import { readCredentials } from '../../../platform/http/routing.ts';
import { publishTo } from '../../../platform/live/live-events.ts';
import { hashToken, newToken } from '../../../platform/tokens.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { calculateExpiry, getSessionSettings } from './settings.ts';

export { getSignInRules } from './settings.ts';

import {
  deleteAllSessions,
  deleteExpiredSessions,
  deleteSession,
  deleteSessionByPublicId,
  deleteUserSessions,
  insertSession,
  selectUserSessions,
  updateExpiry,
} from './store.ts';

const audit = new EntityAudit('user');

/** Milliseconds before its end within which a session can be extended. */
const keepAliveWindow = 5 * 60_000;

/** The origin of a sign-in request. */
export interface SignInOrigin {
  address: string;
  userAgent: string;
  /** Scheme, host and port of the requesting page. */
  page: string;
  /** Hash of the browser's earlier session; null if the browser sends none. */
  earlierSession: Buffer | null;
}

export function toOrigin({
  ip,
  headers,
  protocol,
  host,
}: Pick<FastifyRequest, 'ip' | 'headers' | 'protocol' | 'host'>): SignInOrigin {
  const page = headers.origin ?? `${protocol}://${host}`;
  const earlier = readCredentials({ headers });
  const earlierSession = earlier && hashToken(earlier.sessionId);
  return { address: ip, userAgent: headers['user-agent'] ?? '', page, earlierSession };
}

/**
 * Opens a session in the caller's transaction, and ends the browser's earlier one.
 * @returns the session's id, which only the browser keeps, and its remaining milliseconds.
 */
export async function openSession(
  db: Db,
  userId: number,
  { address, userAgent, earlierSession }: SignInOrigin,
): Promise<LoginResponse> {
  const id = newToken();
  const now = Date.now();
  const expiresAt = calculateExpiry(await getSessionSettings(db), new Date(now), now);
  await deleteExpiredSessions(db);
  if (earlierSession) await endSession(db, earlierSession);
  await insertSession(db, {
    id_hash: hashToken(id),
    user_id: userId,
    expires_at: expiresAt,
    address,
    user_agent: userAgent.slice(0, 300),
  });
  return { id, timeLeft: expiresAt.getTime() - now };
}

/** Extends the actor's session if it is within its last 5 minutes. @returns its end. */
export async function extendSession({ tenant, session }: Actor): Promise<Date> {
  const now = Date.now();
  const { idHash, createdAt, expiresAt } = session;
  if (expiresAt.getTime() - now > keepAliveWindow) return expiresAt;
  const extended = calculateExpiry(await getSessionSettings(tenant.db), createdAt, now);
  await updateExpiry(tenant.db, idHash, extended);
  return extended;
}

/** Ends a session if it exists, in the caller's transaction. */
export async function endSession(db: Db, idHash: Buffer): Promise<void> {
  const userId = await deleteSession(db, idHash);
  if (userId !== null) await publishTo(db, { type: 'sessions' }, [userId]);
}

/** Returns the actor's open sessions, latest first. */
export async function listOwnSessions({ tenant, userId, session }: Actor): Promise<OwnSession[]> {
  const rows = await selectUserSessions(tenant.db, userId);
  return rows.map((row) => ({
    id: row.public_id,
    current: row.id_hash.equals(session.idHash),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    address: row.address,
    userAgent: row.user_agent,
  }));
}

/** @throws AppError `not-found` if the actor has no such session, even if another user does. */
export async function endOwnSession(actor: Actor, publicId: string): Promise<void> {
  await withTransaction(actor.tenant.db, async (transaction) => {
    found((await deleteSessionByPublicId(transaction, actor.userId, publicId)) || null, 'Session');
    await publishTo(transaction, { type: 'sessions' }, [actor.userId]);
    await auditEnd(transaction, actor);
  });
}

/** Ends all sessions of the actor except the current one. */
export async function endOtherSessions(actor: Actor): Promise<void> {
  await withTransaction(actor.tenant.db, async (transaction) => {
    const count = await endSessions(transaction, actor.userId, actor.session.idHash);
    if (count > 0) await auditEnd(transaction, actor);
  });
}

async function auditEnd(db: Db, actor: Actor): Promise<void> {
  const { userId, userName } = actor;
  await audit.record(db, actor, 'sign-out', { id: userId, name: userName }, { new: { elsewhere: true } });
}

/** Ends the sessions of a user, except `kept`, in the caller's transaction. @returns the number of ended sessions. */
export async function endSessions(db: Db, userId: number, kept: Buffer | null = null): Promise<number> {
  const count = await deleteUserSessions(db, userId, kept);
  await publishTo(db, { type: 'sessions' }, [userId]);
  return count;
}

/**
 * Ends the sessions of all users except some, and except `kept`, in the caller's transaction.
 * @returns the number of ended sessions.
 */
export async function endAllSessions(
  db: Db,
  kept: Buffer,
  exceptUserIds: readonly number[],
): Promise<number> {
  const users = await deleteAllSessions(db, kept, exceptUserIds);
  await publishTo(db, { type: 'sessions' }, [...new Set(users)]);
  return users.length;
}

/** Returns the hashes of the user's open sessions, in hexadecimal digits. */
export async function listOpenSessions({ tenant, userId }: Actor): Promise<string[]> {
  return (await selectUserSessions(tenant.db, userId)).map((session) => session.id_hash.toString('hex'));
}
