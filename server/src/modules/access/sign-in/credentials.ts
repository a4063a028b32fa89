import { setTimeout as delay } from 'node:timers/promises';
import type { LoginRequest } from '@twinward/contracts/access/session';
import type { AuditAction } from '@twinward/contracts/system/audit';
import type { Actor } from '../../../platform/actor.ts';
import type { ServerContext } from '../../../platform/context.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { AppError } from '../../../platform/errors.ts';
import { verifyPassword } from '../../../platform/passwords.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { hasSecondFactor } from '../second-factor/service.ts';
import type { SignInOrigin } from '../session/service.ts';
import { reserveAttempt, succeedAttempt } from '../sign-in-attempt/service.ts';
import { getSignIn, updatePasswordHash } from '../user/service.ts';

const audit = new EntityAudit('user');

/** Minimum response time of a refusal in milliseconds, so that it does not reveal what was wrong */
const refusalTime = 250;

export const refusal = 'The database, user name or password is wrong.';

export type SignInUser = NonNullable<Awaited<ReturnType<typeof getSignIn>>>;

/**
 * Checks a user name and password. With a second factor, the attempt counts as failed until the factor succeeds too;
 * otherwise, a known password would allow unlimited guesses of codes.
 * @param tester the user who tests the credentials; null for a sign-in
 * @throws AppError `sign-in-failed`, the same for a wrong database, user or password and for a user who may not sign
 *   in; `too-many-requests` while attempts are delayed.
 */
export async function verifyCredentials(
  { tenants, log }: Pick<ServerContext, 'tenants' | 'log'>,
  { databaseName, userName, password }: LoginRequest,
  { address }: SignInOrigin,
  tester: Actor | null = null,
): Promise<{ tenant: Tenant; user: SignInUser }> {
  const started = Date.now();
  const tenant = await tenants.get(databaseName);
  const user = tenant && (await getSignIn(tenant.db, userName));
  const attempt = { userName, address, userId: user?.id ?? null };
  const trace = (action: AuditAction) => traceSignIn(log, tenant, { action, user, address, tester });
  if (tenant) {
    const { startsDelay } = await reserveAttempt(tenant.db, attempt);
    if (startsDelay) await trace('sign-in-delayed');
  }
  const matches = await verifyPassword(user?.passwordHash ?? null, password);
  if (!tenant || !user || !matches || !user.enabled || !user.allowDirectLogin) {
    await trace('sign-in-failed');
    await delay(started + refusalTime - Date.now());
    throw new AppError('sign-in-failed', refusal);
  }
  if (tester) await trace('test-sign-in');
  if (tester || !(await hasSecondFactor(tenant.db, user.id))) {
    await succeedAttempt(tenant.db, { ...attempt, userId: user.id });
  }
  return {
    tenant,
    user: { ...user, passwordHash: await updatePasswordHash(tenant.db, user, password) },
  };
}

/**
 * Records a refused or tested sign-in in the log and the audit trail. The actor is the tester or null, never the user
 * of the entered name. The name of an unknown user is omitted, since it may be a mistyped password.
 */
export async function traceSignIn(
  log: ServerContext['log'],
  tenant: Tenant | null,
  entry: {
    action: AuditAction;
    user: { id: number; userName: string } | null;
    address: string;
    tester?: Actor | null;
  },
): Promise<void> {
  const { action, user, address, tester = null } = entry;
  if (action !== 'test-sign-in') {
    log.warn({ tenant: tenant?.name ?? null, userId: user?.id ?? null, address }, action);
  }
  if (!tenant) return;
  await audit.record(
    tenant.db,
    tester,
    action,
    { id: user?.id ?? '', name: user?.userName ?? 'Unknown user' },
    { new: { address, ...(tester ? { test: true } : {}) } },
  );
}
