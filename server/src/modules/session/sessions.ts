import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { AuditAction } from '@twinward/contracts/audit';
import type { LoginRequest, LoginResponse, SessionState } from '@twinward/contracts/session';
import { buildVersion } from '@twinward/contracts/version';
import type { Actor, Authenticate, Credentials } from '../../platform/actor.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { publishTo } from '../../platform/live-events.ts';
import { verifyPassword } from '../../platform/passwords.ts';
import type { Tenant, Tenants } from '../../platform/tenants.ts';
import { recordAudit } from '../audit/service.ts';
import { readVideoSettings } from '../help/service.ts';
import { readLibraryStatus } from '../library/service.ts';
import { readPermissions, readSignIn } from '../user/service.ts';
import { Attempts } from './attempts.ts';
import type { SignInOrigin } from './service.ts';
import { deleteExpiredSessions, deleteSession, extendSession, insertSession, readSession } from './store.ts';

/** A working day and its handover: who leaves a screen open overnight signs in again. */
export const sessionLifetime = 12 * 3600_000;
/** Only so long before its end may a session be kept alive. */
const keepAliveWindow = 5 * 60_000;
/** A refusal takes at least so long, whatever was wrong, so that its time tells nothing. */
const refusalTime = 250;

const refusal = 'The database, user name or password is wrong.';

function hashOf(sessionId: string): Buffer {
  return createHash('sha256').update(sessionId).digest();
}

/** Signs in and out, and tells who is behind a session. */
export class Sessions {
  readonly #tenants: Tenants;
  readonly #onPremise: boolean;
  readonly #attempts = new Attempts();

  constructor(tenants: Tenants, { onPremise }: Pick<Config, 'onPremise'>) {
    this.#tenants = tenants;
    this.#onPremise = onPremise;
  }

  /**
   * Opens a session.
   * @throws AppError `sign-in-failed`, the same for a wrong database, user or password and for a user who
   * may not sign in; `too-many-requests` after too many failures of one name.
   */
  async signIn(request: LoginRequest, origin: SignInOrigin): Promise<LoginResponse> {
    const { tenant, id, userName } = await this.#verify(request, origin);
    return this.#open(tenant, id, userName, origin);
  }

  /** Tries credentials of the actor's tenant as signing in does, and opens no session. @throws as `signIn`. */
  async test(
    { tenant }: Actor,
    credentials: Omit<LoginRequest, 'databaseName'>,
    origin: SignInOrigin,
  ): Promise<void> {
    await this.#verify({ databaseName: tenant.name, ...credentials }, origin);
  }

  async #verify(
    { databaseName, userName, password }: LoginRequest,
    origin: SignInOrigin,
  ): Promise<{ tenant: Tenant; id: number; userName: string }> {
    const started = Date.now();
    const name = `${databaseName}\n${userName.toLowerCase()}`;
    const wait = this.#attempts.waitingTime(name, started);
    if (wait > 0) {
      const minutes = Math.ceil(wait / 60_000);
      throw new AppError(
        'too-many-requests',
        `Too many failed attempts. Please try again in ${minutes} minutes.`,
      );
    }
    // Counted before the password is looked at: many tries at once are as many.
    this.#attempts.failed(name, started);
    const tenant = await this.#tenants.get(databaseName);
    const user = tenant && (await readSignIn(tenant.db, userName));
    const matches = await verifyPassword(user?.passwordHash ?? null, password);
    if (!tenant || !user || !matches || !user.enabled || !user.allowDirectLogin) {
      if (tenant && user) await auditSession(tenant.db, 'sign-in-failed', user.id, user.userName, origin);
      await delay(started + refusalTime - Date.now());
      throw new AppError('sign-in-failed', refusal);
    }
    this.#attempts.succeeded(name);
    return { tenant, id: user.id, userName: user.userName };
  }

  /** Opens a session of a user who has shown who they are. @throws AppError `sign-in-failed` when they may not. */
  openOf = async (tenant: Tenant, userId: number, origin: SignInOrigin): Promise<LoginResponse> => {
    const user = await readPermissions(tenant.db, userId);
    if (!user) throw new AppError('sign-in-failed', refusal);
    return this.#open(tenant, userId, user.userName, origin);
  };

  async #open(
    tenant: Tenant,
    userId: number,
    userName: string,
    origin: SignInOrigin,
  ): Promise<LoginResponse> {
    const id = randomBytes(32).toString('base64url');
    await tenant.db.transaction().execute(async (transaction) => {
      await deleteExpiredSessions(transaction);
      await insertSession(transaction, {
        id_hash: hashOf(id),
        user_id: userId,
        expires_at: new Date(Date.now() + sessionLifetime),
        address: origin.address,
        user_agent: origin.userAgent.slice(0, 300),
      });
      await auditSession(transaction, 'sign-in', userId, userName, origin);
    });
    return { id, timeLeft: sessionLifetime };
  }

  authenticate: Authenticate = async ({ databaseName, sessionId }: Credentials): Promise<Actor | null> => {
    const tenant = await this.#tenants.get(databaseName);
    if (!tenant) return null;
    const idHash = hashOf(sessionId);
    const session = await readSession(tenant.db, idHash);
    const user = session && (await readPermissions(tenant.db, session.user_id));
    if (!user) return null;
    return { ...user, tenant, session: { idHash, expiresAt: session.expires_at } };
  };

  async state({ tenant, session }: Actor): Promise<SessionState> {
    const [{ path }, libraryStatus] = await Promise.all([
      readVideoSettings(tenant.db),
      readLibraryStatus(tenant.db),
    ]);
    return {
      databaseName: tenant.name,
      expiration: session.expiresAt.toISOString(),
      timeLeft: Math.max(0, session.expiresAt.getTime() - Date.now()),
      onPremise: this.#onPremise,
      version: buildVersion,
      videoPath: path,
      libraryStatus,
    };
  }

  /** Starts the session's time anew when it is within the last 5 minutes; otherwise leaves it as it is. */
  async keepAlive(actor: Actor): Promise<SessionState> {
    const now = Date.now();
    const { idHash, expiresAt } = actor.session;
    if (expiresAt.getTime() - now > keepAliveWindow) return this.state(actor);
    const extended = new Date(now + sessionLifetime);
    await extendSession(actor.tenant.db, idHash, extended);
    return this.state({ ...actor, session: { idHash, expiresAt: extended } });
  }

  async signOut({ tenant, session, userId, userName }: Actor): Promise<void> {
    await tenant.db.transaction().execute(async (transaction) => {
      await deleteSession(transaction, session.idHash);
      await publishTo(transaction, { type: 'sessions' }, [userId]);
      await auditSession(transaction, 'sign-out', userId, userName);
    });
  }
}

/** Notes a sign-in or sign-out; what was typed in vain is no part of it. */
async function auditSession(
  db: Db,
  action: AuditAction,
  userId: number,
  userName: string,
  origin?: SignInOrigin,
): Promise<void> {
  await recordAudit(
    db,
    { userId, userName },
    {
      action,
      entityType: 'user',
      entityId: userId,
      entityName: userName,
      ...(origin ? { new: { address: origin.address } } : {}),
    },
  );
}
