import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { AuditAction } from '@twinward/contracts/audit';
import type { SecondFactorProof } from '@twinward/contracts/second-factor';
import type { LoginAnswer, LoginRequest, LoginResponse, SessionState } from '@twinward/contracts/session';
import { buildVersion } from '@twinward/contracts/version';
import type { Actor, Authenticate, Credentials } from '../../platform/actor.ts';
import type { Config } from '../../platform/config.ts';
import { type Db, inTransaction } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { publishTo } from '../../platform/live-events.ts';
import { verifyPassword } from '../../platform/passwords.ts';
import { refuseProblems } from '../../platform/rules.ts';
import type { Tenant, Tenants } from '../../platform/tenants.ts';
import { recordAudit } from '../audit/service.ts';
import { readVideoSettings } from '../help/service.ts';
import { readLibraryStatus } from '../library/service.ts';
import {
  completeSecondStep,
  hasSecondFactor,
  isBegunWith,
  isEnrolmentDue,
  startSecondStep,
  takeSignIn,
} from '../second-factor/service.ts';
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

const wrongProof: Record<SecondFactorProof['type'], string> = {
  totp: 'The code is wrong or was used already. Enter the code that the app shows now.',
  'recovery-code': 'The recovery code is wrong or was used already.',
  passkey: 'The passkey could not be verified. Please try again.',
};

type SignInUser = NonNullable<Awaited<ReturnType<typeof readSignIn>>>;

const attemptsKey = (databaseName: string, userName: string) => `${databaseName}\n${userName.toLowerCase()}`;

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
   * Opens a session, or begins the second step for a user with a second factor.
   * @throws AppError `sign-in-failed`, the same for a wrong database, user or password and for a user who
   * may not sign in; `too-many-requests` after too many failures of one name.
   */
  async signIn(request: LoginRequest, origin: SignInOrigin): Promise<LoginAnswer> {
    const { tenant, user } = await this.#verify(request, origin);
    const secondFactor = await startSecondStep(tenant, user, origin.page);
    return secondFactor ? { secondFactor } : this.#open(tenant.db, user.id, user.userName, origin);
  }

  /**
   * Opens the session of a sign-in that waits for its second factor.
   * @throws AppError `sign-in-failed` when the sign-in is over and has to begin anew; `second-factor-failed` when
   * the second factor is wrong; `too-many-requests` after too many failures of the user.
   */
  async completeSignIn(
    { databaseName, challenge, proof }: { databaseName: string; challenge: string; proof: SecondFactorProof },
    origin: SignInOrigin,
  ): Promise<LoginResponse> {
    const tenant = await this.#tenants.get(databaseName);
    const pending = tenant && (await takeSignIn(tenant.db, challenge));
    const permissions = pending && (await readPermissions(tenant.db, pending.userId));
    const user = permissions && (await readSignIn(tenant.db, permissions.userName));
    if (!tenant || !pending || !user?.allowDirectLogin || !isBegunWith(pending, user.passwordHash)) {
      throw new AppError(
        'sign-in-failed',
        'The sign-in took too long, was tried too often or was used already. Please sign in again.',
      );
    }
    const { db, secrets } = tenant;
    const key = attemptsKey(databaseName, user.userName);
    this.#countAttempt(key);
    const session = await db
      .transaction()
      .execute(async (transaction) =>
        (await completeSecondStep(transaction, secrets, pending, proof))
          ? this.#open(transaction, user.id, user.userName, origin)
          : null,
      );
    if (!session) {
      await auditSession(db, 'sign-in-failed', user.id, user.userName, origin);
      throw new AppError('second-factor-failed', wrongProof[proof.type]);
    }
    this.#attempts.succeeded(key);
    return session;
  }

  /**
   * Asks a signed-in user for their password again.
   * @throws AppError `invalid-request` when it is wrong; `too-many-requests` after too many failures; `conflict`
   * for a user whose password is not kept here.
   */
  confirmPassword = async ({ tenant, userName }: Actor, password: string): Promise<void> => {
    const user = await readSignIn(tenant.db, userName);
    if (!user?.passwordHash) {
      throw new AppError(
        'conflict',
        'You sign in by your organization, which keeps your password and asks for a second factor.',
      );
    }
    const key = attemptsKey(tenant.name, userName);
    this.#countAttempt(key);
    if (!(await verifyPassword(user.passwordHash, password))) {
      refuseProblems([{ path: 'password', message: 'The password is wrong.' }]);
    }
    this.#attempts.succeeded(key);
  };

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
  ): Promise<{ tenant: Tenant; user: SignInUser }> {
    const started = Date.now();
    const key = attemptsKey(databaseName, userName);
    this.#countAttempt(key);
    const tenant = await this.#tenants.get(databaseName);
    const user = tenant && (await readSignIn(tenant.db, userName));
    const matches = await verifyPassword(user?.passwordHash ?? null, password);
    if (!tenant || !user || !matches || !user.enabled || !user.allowDirectLogin) {
      if (tenant && user) await auditSession(tenant.db, 'sign-in-failed', user.id, user.userName, origin);
      await delay(started + refusalTime - Date.now());
      throw new AppError('sign-in-failed', refusal);
    }
    // With a second factor only that ends the count: else a known password would allow any number of codes.
    if (!(await hasSecondFactor(tenant.db, user.id))) this.#attempts.succeeded(key);
    return { tenant, user };
  }

  /**
   * Counts an attempt as failed before it is verified, so that many at once are as many.
   * @throws AppError `too-many-requests` after too many.
   */
  #countAttempt(key: string): void {
    const now = Date.now();
    const wait = this.#attempts.waitingTime(key, now);
    if (wait > 0) {
      const minutes = Math.ceil(wait / 60_000);
      throw new AppError(
        'too-many-requests',
        `Too many failed attempts. Please try again in ${minutes} minutes.`,
      );
    }
    this.#attempts.failed(key, now);
  }

  /** Opens a session of a user who has shown who they are. @throws AppError `sign-in-failed` when they may not. */
  openOf = async (tenant: Tenant, userId: number, origin: SignInOrigin): Promise<LoginResponse> => {
    const user = await readPermissions(tenant.db, userId);
    if (!user) throw new AppError('sign-in-failed', refusal);
    return this.#open(tenant.db, userId, user.userName, origin);
  };

  async #open(db: Db, userId: number, userName: string, origin: SignInOrigin): Promise<LoginResponse> {
    const id = randomBytes(32).toString('base64url');
    await inTransaction(db, async (transaction) => {
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
    const mustEnrol = await isEnrolmentDue(tenant.db, user);
    return { ...user, tenant, session: { idHash, expiresAt: session.expires_at, mustEnrol } };
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
      mustEnrol: session.mustEnrol,
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
    return this.state({ ...actor, session: { ...actor.session, expiresAt: extended } });
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
