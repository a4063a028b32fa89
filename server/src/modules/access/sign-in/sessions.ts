import type { SecondFactorProof } from '@twinward/contracts/access/second-factor';
import type {
  LoginAnswer,
  LoginRequest,
  LoginResponse,
  logout,
  SessionState,
} from '@twinward/contracts/access/session';
import type { RouteBody } from '@twinward/contracts/core/route';
import { buildVersion } from '@twinward/contracts/core/version';
import type { AuditAction } from '@twinward/contracts/system/audit';
import type { Actor, Authenticate, Credentials } from '../../../platform/actor.ts';
import type { ServerContext } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { hashToken } from '../../../platform/tokens.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { getVideoSettings } from '../../system/help/service.ts';
import { getLibraryStatus } from '../../system/library/service.ts';
import { parseSetting } from '../../system/setting/service.ts';
import {
  completeSecondStep,
  completeSignIn,
  isBegunWith,
  isEnrolmentDue,
  secondFactorSetting,
  startSecondStep,
} from '../second-factor/service.ts';
import { endSession, extendSession, openSession, type SignInOrigin } from '../session/service.ts';
import { reserveAttempt, succeedAttempt } from '../sign-in-attempt/service.ts';
import { getPermissions, getSignIn, toUserPermissions } from '../user/service.ts';
import { refusal, traceSignIn, verifyCredentials } from './credentials.ts';
import { selectSignedIn } from './store.ts';

const audit = new EntityAudit('user');

const wrongProof: Record<SecondFactorProof['type'], string> = {
  totp: 'The code is wrong or was already used. Enter the current code from the app.',
  'recovery-code': 'The recovery code is wrong or was already used.',
  passkey: 'The passkey could not be verified. Please try again.',
};

/** The factors that authenticated a sign-in, for the audit trail. */
type Factors = {
  method: 'password' | 'identity-provider';
  secondFactor?: SecondFactorProof['type'];
};

/** Signs users in and out, and returns the user of a session. */
export class Sessions {
  readonly #context: ServerContext;

  constructor(context: ServerContext) {
    this.#context = context;
  }

  /**
   * Opens a session, or starts the second step for a user with a second factor.
   * @throws AppError `sign-in-failed`, the same for a wrong database, user or password and for a user who may not sign
   *   in; `too-many-requests` after too many failures of a name.
   */
  async signIn(request: LoginRequest, origin: SignInOrigin): Promise<LoginAnswer> {
    const { tenant, user } = await verifyCredentials(this.#context, request, origin);
    const secondFactor = await startSecondStep(tenant, user, origin.page);
    return secondFactor
      ? { secondFactor }
      : this.#open(tenant.db, user.id, user.userName, origin, { method: 'password' });
  }

  /**
   * Opens the session of a sign-in that waits for its second factor.
   * @throws AppError `sign-in-failed` if the sign-in has expired and must be started again; `second-factor-failed` if
   *   the second factor is wrong; `too-many-requests` after too many failures of the user.
   */
  async completeSignIn(
    { databaseName, challenge, proof }: { databaseName: string; challenge: string; proof: SecondFactorProof },
    origin: SignInOrigin,
  ): Promise<LoginResponse> {
    const tenant = await this.#context.tenants.get(databaseName);
    const pending = tenant && (await completeSignIn(tenant.db, challenge));
    const permissions = pending && (await getPermissions(tenant.db, pending.userId));
    const user = permissions && (await getSignIn(tenant.db, permissions.userName));
    if (!tenant || !pending || !user?.allowDirectLogin || !isBegunWith(pending, user.passwordHash)) {
      throw new AppError(
        'sign-in-failed',
        'The sign-in took too long, was tried too often or was already used. Please sign in again.',
      );
    }
    const { db, secrets } = tenant;
    const attempt = { userName: user.userName, address: origin.address, userId: user.id };
    const { startsDelay } = await reserveAttempt(db, attempt);
    const session = await withTransaction(db, async (transaction) =>
      (await completeSecondStep(transaction, secrets, pending, proof))
        ? this.#open(transaction, user.id, user.userName, origin, {
            method: 'password',
            secondFactor: proof.type,
          })
        : null,
    );
    if (!session) {
      const { address } = origin;
      if (startsDelay)
        await traceSignIn(this.#context.log, tenant, { action: 'sign-in-delayed', user, address });
      await traceSignIn(this.#context.log, tenant, { action: 'sign-in-failed', user, address });
      throw new AppError('second-factor-failed', wrongProof[proof.type]);
    }
    // Also reverts the attempt of the password step.
    await succeedAttempt(db, attempt, 2);
    return session;
  }

  /** Tests credentials in the actor's tenant like a sign-in, without opening a session. @throws as `signIn`. */
  async test(
    actor: Actor,
    credentials: Omit<LoginRequest, 'databaseName'>,
    origin: SignInOrigin,
  ): Promise<void> {
    await verifyCredentials(
      this.#context,
      { databaseName: actor.tenant.name, ...credentials },
      origin,
      actor,
    );
  }

  /**
   * Opens a session for a user named by the identity provider.
   * @throws AppError `sign-in-failed` if the user may not sign in.
   */
  openExternal = async (tenant: Tenant, userId: number, origin: SignInOrigin): Promise<LoginResponse> => {
    const user = await getPermissions(tenant.db, userId);
    if (!user) throw new AppError('sign-in-failed', refusal);
    return this.#open(tenant.db, userId, user.userName, origin, { method: 'identity-provider' });
  };

  async #open(
    db: Db,
    userId: number,
    userName: string,
    origin: SignInOrigin,
    factors: Factors,
  ): Promise<LoginResponse> {
    return withTransaction(db, async (transaction) => {
      const session = await openSession(transaction, userId, origin);
      await auditSession(transaction, 'sign-in', userId, userName, { address: origin.address, ...factors });
      return session;
    });
  }

  authenticate: Authenticate = async ({ databaseName, sessionId }: Credentials): Promise<Actor | null> => {
    const tenant = await this.#context.tenants.get(databaseName);
    if (!tenant) return null;
    const idHash = hashToken(sessionId);
    const row = await selectSignedIn(tenant.db, idHash, secondFactorSetting.name);
    const user = row && toUserPermissions(row);
    if (!user) return null;
    const { mustChangePassword, ...permissions } = user;
    const { required } = parseSetting(secondFactorSetting, row.setting);
    // The password must be changed first, since a second factor requires the password.
    const mustEnrol = !mustChangePassword && (await isEnrolmentDue(tenant.db, required, user));
    return {
      ...permissions,
      tenant,
      session: {
        idHash,
        createdAt: row.session_created_at,
        expiresAt: row.session_expires_at,
        mustEnrol,
        mustChangePassword,
      },
    };
  };

  async state({ tenant, session }: Actor): Promise<SessionState> {
    const [{ path }, libraryStatus] = await Promise.all([
      getVideoSettings(tenant.db),
      getLibraryStatus(tenant.db),
    ]);
    return {
      databaseName: tenant.name,
      expiration: session.expiresAt.toISOString(),
      timeLeft: Math.max(0, session.expiresAt.getTime() - Date.now()),
      onPremise: this.#context.config.onPremise,
      version: buildVersion,
      mustEnrol: session.mustEnrol,
      mustChangePassword: session.mustChangePassword,
      videoPath: path,
      libraryStatus,
    };
  }

  /** Extends a session within its last 5 minutes; otherwise returns it unchanged. */
  async keepAlive(actor: Actor): Promise<SessionState> {
    const expiresAt = await extendSession(actor);
    return this.state({ ...actor, session: { ...actor.session, expiresAt } });
  }

  /** @throws AppError `invalid-request` if the body names another session or database than that of the call. */
  async signOut(actor: Actor, { databaseName, sessionId }: RouteBody<typeof logout>): Promise<void> {
    if (databaseName !== undefined && databaseName !== actor.tenant.name) {
      refuseProblems([
        { path: 'databaseName', message: `The database of this call is ${actor.tenant.name}.` },
      ]);
    }
    if (sessionId !== undefined && !hashToken(sessionId).equals(actor.session.idHash)) {
      refuseProblems([{ path: 'sessionId', message: 'Please give the session of this call.' }]);
    }
    await withTransaction(actor.tenant.db, async (transaction) => {
      await endSession(transaction, actor.session.idHash);
      await auditSession(transaction, 'sign-out', actor.userId, actor.userName);
    });
  }
}

/** Records a sign-in or sign-out in the audit trail. */
async function auditSession(
  db: Db,
  action: AuditAction,
  userId: number,
  userName: string,
  details?: { address: string } & Factors,
): Promise<void> {
  const subject = { id: userId, name: userName };
  await audit.record(db, { userId, userName }, action, subject, details && { new: { ...details } });
}
