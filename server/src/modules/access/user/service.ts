import type { Permissions } from '@twinward/contracts/access/access';
import type { CurrentUser, Profile, ProfileChange, User } from '@twinward/contracts/access/user';
import { passwordProblem } from '@twinward/domain/rules/password';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { hashPassword, isOutdated, verifyPassword } from '../../../platform/passwords.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import type { Reference, ReferencesAsked } from '../../records/field/service.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { endSessions, getSignInRules, listOwnSessions } from '../session/service.ts';
import { reserveAttempt, succeedAttempt } from '../sign-in-attempt/service.ts';
import { mailEmailChanged, mailPasswordChanged } from './account-mail.ts';
import { isBreached } from './breached-passwords.ts';
import { requestEmailChange } from './email-change.ts';
import { userTimeZoneChanged } from './events.ts';
import { isEasyToGuess } from './password-strength.ts';
import { toUser } from './read.ts';
import {
  insertUser,
  replacePasswordHash,
  selectByNameOrEmail,
  selectEnabledUsers,
  selectProofs,
  selectSignIn,
  selectSystemUserName,
  selectTimeZone,
  selectUser,
  selectUserNames,
  type UserRow,
  updateUserRow,
} from './store.ts';

export { useBreachedPasswords } from './breached-passwords.ts';
export { listUsers } from './read.ts';
export { createServiceUser, type ServiceUser, updateServiceUser } from './service-user.ts';
export { selectUsers } from './store.ts';

const audit = new EntityAudit('user');

export async function getUser(db: Db, id: number): Promise<User> {
  return toUser(found(await selectUser(db, id), 'User'));
}

/** Returns the time zone in which a user sees times. @throws AppError `not-found`. */
export async function getUserTimeZone(db: Db, id: number): Promise<string> {
  return found(await selectTimeZone(db, id), 'User');
}

export async function getCurrentUser(actor: Actor): Promise<CurrentUser> {
  const user = await getUser(actor.tenant.db, actor.userId);
  return { ...user, hasRecordAccess: user.isAdmin || user.assignedRecordTypes.length > 0 };
}

/** Returns the data of a user that a sign-in checks; null if the name does not exist. */
export async function getSignIn(db: Db, userName: string) {
  const row = await selectSignIn(db, userName);
  return (
    row && {
      id: row.id,
      userName: row.user_name,
      passwordHash: row.password_hash,
      enabled: row.enabled,
      allowDirectLogin: row.allow_direct_login,
    }
  );
}

/** Returns a user with their permissions; null if the user does not exist or is disabled. */
export async function getPermissions(db: Db, id: number): Promise<UserPermissions | null> {
  const row = await selectUser(db, id);
  return row && toUserPermissions(row);
}

/** Returns the permissions of a user; null if the user is disabled. */
export function toUserPermissions(row: UserRow): UserPermissions | null {
  if (!row.enabled) return null;
  return {
    ...toPermissions(row),
    userName: row.user_name,
    external: row.external,
    mustChangePassword: row.password_temporary && !row.external,
  };
}

interface UserPermissions extends Permissions {
  userId: number;
  userName: string;
  external: boolean;
  /** Whether another user set the password. */
  mustChangePassword: boolean;
}

const toPermissions = (row: UserRow): Permissions & { userId: number } => ({
  userId: row.id,
  isAdmin: row.is_admin,
  groups: row.groups,
  recordTypes: row.record_types,
});

/** Returns the permissions of enabled users, by id or as members of groups. */
export const listPermissions = async (
  db: Db,
  which: { userIds: readonly number[]; groups: readonly string[] },
): Promise<(Permissions & { userId: number })[]> => (await selectEnabledUsers(db, which)).map(toPermissions);

/**
 * Creates the first administrator. Returns false if the name is in use.
 * @param isTemporary whether the password must be changed at the first sign-in
 */
export async function createAdministrator(
  db: Db,
  password: string,
  { userName = 'admin', isTemporary = false } = {},
): Promise<boolean> {
  const passwordHash = await hashPassword(password);
  const id = await insertUser(db, {
    user_name: userName,
    first_name: 'System',
    last_name: 'Administrator',
    is_admin: true,
    system_user: true,
    password_hash: passwordHash,
    password_temporary: isTemporary,
  });
  return id !== null;
}

/**
 * Returns the id of a disabled user in whose name the application itself acts. Creates the user if the name does not
 * exist.
 */
export async function ensureDisabledUser(
  db: Db,
  { userName, firstName, lastName }: { userName: string; firstName: string; lastName: string },
): Promise<number> {
  const id = await insertUser(db, {
    user_name: userName,
    first_name: firstName,
    last_name: lastName,
    enabled: false,
    allow_direct_login: false,
  });
  return id ?? (await selectSignIn(db, userName))!.id;
}

/** Returns the name of the first administrator; null before the first is created. */
export const getAdministratorName = selectSystemUserName;

/**
 * Updates the actor's own profile. A new e-mail address requires the password, and takes effect when it is confirmed
 * with a mailed link; removing the address takes effect at once.
 * @throws AppError `invalid-request` naming each invalid field; `conflict` if a new address requires a more recent
 *   sign-in.
 */
export async function updateProfile(
  actor: Actor,
  { currentPassword, ...change }: ProfileChange & { currentPassword?: string | undefined },
): Promise<User> {
  const before = await getUser(actor.tenant.db, actor.userId);
  const changesEmail = change.email !== undefined && (change.email || null) !== before.email;
  if (changesEmail && before.external) assertFreshSignIn(actor);
  if (changesEmail && !before.external) {
    if (!currentPassword) refuseProblems([{ path: 'currentPassword', message: 'Required.' }]);
    else await confirmOwnPassword(actor, currentPassword, 'currentPassword');
  }
  return withTransaction(actor.tenant.db, async (transaction) => {
    const old = await getUser(transaction, actor.userId);
    const wanted = applyChange(old, change);
    const email = changesEmail ? wanted.email || null : old.email;
    const isOtherEmail = email !== old.email;
    if (isOtherEmail && email !== null) await requestEmailChange(transaction, actor.tenant, actor, email);
    if (isOtherEmail && email === null) {
      await mailEmailChanged(transaction, { userName: actor.userName, old: old.email, email });
    }
    const changed = { ...wanted, email: email === null ? null : old.email };
    await updateUserRow(transaction, actor.userId, profileColumns(changed));
    if (changed.timeZone !== old.timeZone) {
      await userTimeZoneChanged.emit(transaction, { userId: actor.userId });
    }
    const updated = await getUser(transaction, actor.userId);
    await audit.changed(
      transaction,
      actor,
      { id: actor.userId, name: actor.userName },
      { old: { ...old }, new: { ...updated } },
    );
    return updated;
  });
}

/** Returns the profile after a change. */
function applyChange(old: User, change: ProfileChange): Profile {
  return {
    firstName: change.firstName ?? old.firstName,
    lastName: change.lastName ?? old.lastName,
    middleName: change.middleName ?? old.middleName,
    email: change.email === undefined ? old.email : change.email,
    mobilePhone: change.mobilePhone === undefined ? old.mobilePhone : change.mobilePhone,
    timeZone: change.timeZone ?? old.timeZone,
  };
}

function profileColumns(profile: Profile) {
  return {
    first_name: profile.firstName,
    last_name: profile.lastName,
    middle_name: profile.middleName,
    email: profile.email || null,
    mobile_phone: profile.mobilePhone || null,
    time_zone: profile.timeZone,
  };
}

/**
 * Changes the actor's own password, and ends their other sessions.
 * @throws AppError `invalid-request` if the current password is wrong or the new one breaks a rule; `conflict` for an
 *   external user.
 */
export async function updateOwnPassword(
  actor: Actor,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const { db } = actor.tenant;
  const user = await getUser(db, actor.userId);
  if (user.external) throw new AppError('conflict', 'Your password is kept by your identity provider.');
  await confirmOwnPassword(actor, currentPassword, 'currentPassword');
  await assertPassword(db, newPassword, user);
  if (actor.session.mustChangePassword && newPassword === currentPassword) {
    refuseProblems([
      { path: 'newPassword', message: 'This password was set for you. Please choose another.' },
    ]);
  }
  await withTransaction(db, async (transaction) => {
    await updatePassword(transaction, user, newPassword, { kept: actor.session.idHash });
    await audit.record(transaction, actor, 'change-password', { id: user.id, name: user.userName });
  });
}

/** Milliseconds after a sign-in within which no further second factor is required */
const freshness = 10 * 60_000;

function assertFreshSignIn({ session }: Actor): void {
  if (Date.now() - session.createdAt.getTime() <= freshness) return;
  throw new AppError(
    'conflict',
    'You signed in more than 10 minutes ago. Please sign out, sign in again, and then change this.',
  );
}

/**
 * Verifies the password of a signed-in user. A user with a second factor must have signed in recently. Failures delay
 * further attempts like those of a sign-in.
 * @param path path of the password in the request
 * @throws AppError `invalid-request` if it is wrong; `too-many-requests` while attempts are delayed; `conflict` for an
 *   external user, or if the sign-in is too old.
 */
export async function confirmOwnPassword(actor: Actor, password: string, path = 'password'): Promise<void> {
  const {
    tenant: { db },
    userId,
    userName,
  } = actor;
  const proofs = await selectProofs(db, userId);
  if (!proofs?.password_hash) {
    throw new AppError(
      'conflict',
      'You sign in by your organization, which keeps your password and asks for a second factor.',
    );
  }
  if (proofs.has_second_factor) assertFreshSignIn(actor);
  const attempt = { userName, address: null, userId };
  const { startsDelay } = await reserveAttempt(db, attempt);
  if (await verifyPassword(proofs.password_hash, password)) return succeedAttempt(db, attempt);
  if (startsDelay) await auditDelay(actor);
  const name = path === 'currentPassword' ? 'current password' : 'password';
  refuseProblems([{ path, message: `The ${name} is wrong.` }]);
}

/** Records a delay. The actor is the system, since another person may be using the session. */
async function auditDelay(actor: Actor): Promise<void> {
  const current = (await listOwnSessions(actor)).find((session) => session.current);
  await audit.record(
    actor.tenant.db,
    null,
    'sign-in-delayed',
    { id: actor.userId, name: actor.userName },
    { new: { address: current?.address ?? '' } },
  );
}

/** Returns the enabled external user with the name; null if none exists. */
export async function getExternalUser(
  db: Db,
  userName: string,
): Promise<{ id: number; userName: string } | null> {
  const row = await selectSignIn(db, userName);
  return row?.enabled && row.external ? { id: row.id, userName: row.user_name } : null;
}

/**
 * Returns the user who may reset their password, by user name or by an e-mail address that only one user has; null if
 * no such user exists.
 */
export async function getResettable(
  db: Db,
  nameOrEmail: string,
): Promise<{ id: number; userName: string; email: string } | null> {
  const row = await selectByNameOrEmail(db, nameOrEmail);
  if (!row?.email || !row.enabled || !row.allow_direct_login || row.external) return null;
  return { id: row.id, userName: row.user_name, email: row.email };
}

/**
 * Sets a new password without the old one, and ends the user's sessions.
 * @returns false if the user may not have a password.
 * @throws AppError `invalid-request` naming the rule that the password breaks.
 */
export async function replacePassword(db: Db, userId: number, newPassword: string): Promise<boolean> {
  const user = await selectUser(db, userId);
  if (!user?.enabled || !user.allow_direct_login || user.external) return false;
  const owner = { id: userId, userName: user.user_name, email: user.email };
  await assertPassword(db, newPassword, owner);
  await updatePassword(db, owner, newPassword);
  await audit.record(db, { userId, userName: user.user_name }, 'reset-password', {
    id: userId,
    name: user.user_name,
  });
  return true;
}

/** Returns the rule that a new password breaks, or why it is not safe; null if it is valid. */
export async function newPasswordProblem(
  newPassword: string,
  owner: { userName: string; email: string | null },
  minimum?: number,
): Promise<string | null> {
  const known = [owner.userName, owner.email].filter((text) => text !== null);
  const problem = passwordProblem(newPassword, owner, undefined, minimum);
  if (problem !== null) return problem;
  if (isEasyToGuess(newPassword, known)) return 'This password is easy to guess. Please choose another.';
  return (await isBreached(newPassword))
    ? 'This password is known from a breach. Please choose another.'
    : null;
}

/** @throws AppError `invalid-request` naming the rule that the password breaks. */
export async function assertPassword(
  db: Db,
  newPassword: string,
  owner: { userName: string; email: string | null },
): Promise<void> {
  const { minimumPasswordLength } = await getSignInRules(db);
  const message = await newPasswordProblem(newPassword, owner, minimumPasswordLength);
  if (message !== null) refuseProblems([{ path: 'newPassword', message }]);
}

/**
 * Stores a password, ends the user's sessions except `kept`, and notifies the user by mail.
 * @param isTemporary whether the user must change it at the next sign-in
 */
export async function updatePassword(
  db: Db,
  user: { id: number; userName: string; email: string | null },
  newPassword: string,
  { kept = null, isTemporary = false }: { kept?: Buffer | null; isTemporary?: boolean } = {},
): Promise<void> {
  const passwordHash = await hashPassword(newPassword);
  await updateUserRow(db, user.id, { password_hash: passwordHash, password_temporary: isTemporary });
  await endSessions(db, user.id, kept);
  await mailPasswordChanged(db, user);
}

/**
 * Replaces a password hash that has outdated parameters, while the password is known.
 * @returns the user's hash.
 */
export async function updatePasswordHash(
  db: Db,
  user: { id: number; passwordHash: string | null },
  password: string,
): Promise<string | null> {
  if (user.passwordHash === null || !isOutdated(user.passwordHash)) return user.passwordHash;
  const passwordHash = await hashPassword(password);
  const isReplaced = await replacePasswordHash(db, user.id, user.passwordHash, passwordHash);
  return isReplaced ? passwordHash : user.passwordHash;
}

/** Returns users by id, or by user name as in files; null for other record types. */
export async function findUserReferences(
  db: Db,
  { type, ...which }: ReferencesAsked,
): Promise<Reference[] | null> {
  if (type !== 'user') return null;
  const rows = await selectUserNames(db, which);
  return rows.map((row) => ({ id: row.id, caption: row.user_name, text: row.user_name }));
}
