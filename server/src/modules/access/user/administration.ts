import type { ManagedUser, NewUser, UserChange } from '@twinward/contracts/access/user';
import { insufficientPrivilege } from '@twinward/contracts/core/error';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { assertGroups, assertRecordTypes, setUserGroups } from '../group/service.ts';
import * as sessions from '../session/service.ts';
import { clearFailures } from '../sign-in-attempt/service.ts';
import { mailEmailChanged } from './account-mail.ts';
import { userTimeZoneChanged } from './events.ts';
import { getManagedUser } from './read.ts';
import { assertPassword, updatePassword } from './service.ts';
import {
  countAdministrators,
  deleteUserRecordType,
  insertUser,
  lockAdministrators,
  replaceRecordTypes,
  selectAdministratorIds,
  updateUserRow,
} from './store.ts';

const audit = new EntityAudit('user');

/** Creates and updates users, for user managers. */

type Fields = Omit<ManagedUser, 'id' | 'systemUser' | 'assignedRecordTypes' | 'signInDelayedUntil'>;

const initial: Omit<Fields, 'userName'> = {
  email: null,
  firstName: '',
  lastName: '',
  middleName: '',
  timeZone: 'UTC',
  mobilePhone: null,
  enabled: true,
  isAdmin: false,
  allowDirectLogin: true,
  external: false,
  assignedGroups: [],
  directRecordTypes: [],
};

/**
 * Creates a user.
 * @throws AppError `invalid-request` naming each invalid field; `conflict` if the name is in use; `forbidden` for an
 *   administrator, unless the actor is one.
 */
export async function createUser(
  actor: Actor,
  { newPassword, temporaryPassword, ...fields }: NewUser,
): Promise<ManagedUser> {
  return withTransaction(actor.tenant.db, async (transaction) => {
    const user = merge({ ...initial, userName: fields.userName }, fields);
    if (user.isAdmin) assertAdministrator(actor);
    await assertFields(transaction, user);
    const id = await insertUser(transaction, toColumns(user));
    if (id === null) throw nameTaken();
    await setUserGroups(transaction, id, user.assignedGroups);
    await replaceRecordTypes(transaction, id, user.directRecordTypes);
    const set = await setPassword(transaction, actor, { ...user, id }, { newPassword, temporaryPassword });
    return audited(transaction, actor, id, null, set);
  });
}

/** Deletes a user's failed sign-ins. @throws AppError `not-found`. */
export async function unlockUser(actor: Actor, id: number): Promise<void> {
  await withTransaction(actor.tenant.db, async (transaction) => {
    const { userName } = await getManagedUser(transaction, id);
    if (!(await clearFailures(transaction, userName))) return;
    await audit.record(transaction, actor, 'unlock', { id, name: userName });
  });
}

/**
 * Ends all sessions of another user.
 * @throws AppError `not-found`; `forbidden` for an administrator's sessions, unless the actor is one; `conflict` for
 *   the actor's own.
 */
export async function endUserSessions(actor: Actor, id: number): Promise<void> {
  await withTransaction(actor.tenant.db, async (transaction) => {
    const user = await getManagedUser(transaction, id);
    if (user.isAdmin) assertAdministrator(actor);
    if (id === actor.userId) {
      throw new AppError('conflict', 'End your own sessions in your user settings.');
    }
    const ended = await sessions.endSessions(transaction, id);
    await audit.record(
      transaction,
      actor,
      'sign-out',
      { id, name: user.userName },
      { new: { sessions: ended } },
    );
  });
}

/**
 * Ends all sessions except the actor's own; administrators' sessions only if the actor is one.
 * @returns the number of ended sessions.
 */
export async function endAllSessions(actor: Actor): Promise<{ ended: number }> {
  return withTransaction(actor.tenant.db, async (transaction) => {
    const except = actor.isAdmin ? [] : await selectAdministratorIds(transaction);
    const ended = await sessions.endAllSessions(transaction, actor.session.idHash, except);
    await audit.record(
      transaction,
      actor,
      'sign-out',
      { id: '', name: actor.isAdmin ? 'All users' : 'All users but administrators' },
      { new: { sessions: ended } },
    );
    return { ended };
  });
}

/**
 * Updates a user. Disabling a user, a new password, or revoking direct sign-in ends their sessions at once.
 * @throws AppError as `createUser`; `conflict` if no administrator would be left.
 */
export async function updateUser(
  actor: Actor,
  id: number,
  { newPassword, temporaryPassword, ...change }: UserChange,
): Promise<ManagedUser> {
  return withTransaction(actor.tenant.db, async (transaction) => {
    // Prevents that two administrators remove each other's right concurrently.
    await lockAdministrators(transaction);
    const old = await getManagedUser(transaction, id);
    const user = merge(old, change);
    if (old.isAdmin || user.isAdmin) assertAdministrator(actor);
    if (old.systemUser && user.userName !== old.userName) {
      throw new AppError('conflict', 'The name of the system’s own user stays as it is.');
    }
    await assertFields(transaction, user);
    if (!(await rename(transaction, id, user))) throw nameTaken();
    if ((await countAdministrators(transaction)) === 0) {
      throw new AppError('conflict', 'At least one administrator must be able to sign in.');
    }
    await setUserGroups(transaction, id, user.assignedGroups);
    await replaceRecordTypes(transaction, id, user.directRecordTypes);
    if (user.external && !old.external) await updateUserRow(transaction, id, { password_hash: null });
    const set = await setPassword(transaction, actor, { ...user, id }, { newPassword, temporaryPassword });
    if (user.timeZone !== old.timeZone) await userTimeZoneChanged.emit(transaction, { userId: id });
    if (!user.enabled || (old.allowDirectLogin && !user.allowDirectLogin)) {
      await sessions.endSessions(transaction, id);
    }
    await mailEmailChanged(transaction, { userName: user.userName, old: old.email, email: user.email });
    return audited(transaction, actor, id, old, set);
  });
}

function merge<T extends Fields>(old: T, change: Omit<UserChange, keyof PasswordChange>): T {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...old, ...Object.fromEntries(given) };
}

function assertAdministrator(actor: Actor): void {
  if (!actor.isAdmin) throw new AppError('forbidden', insufficientPrivilege);
}

async function assertFields(db: Db, user: Fields): Promise<void> {
  await assertGroups(db, user.assignedGroups, 'assignedGroups');
  await assertRecordTypes(db, user.directRecordTypes, 'directRecordTypes');
}

type PasswordChange = Pick<UserChange, 'newPassword' | 'temporaryPassword'>;

/** Sets a password if one is given. @returns the facts for the audit trail. */
async function setPassword(
  db: Db,
  actor: Actor,
  user: Fields & { id: number },
  { newPassword, temporaryPassword = user.id !== actor.userId }: PasswordChange,
): Promise<object> {
  if (newPassword === undefined) return {};
  if (user.external) {
    refuseProblems([{ path: 'newPassword', message: 'External users have no password in Twinward.' }]);
  }
  await assertPassword(db, newPassword, user);
  await updatePassword(db, user, newPassword, { isTemporary: temporaryPassword });
  return { passwordChanged: true, temporaryPassword };
}

async function rename(db: Db, id: number, user: Fields): Promise<boolean> {
  try {
    await updateUserRow(db, id, toColumns(user));
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === '23505') return false;
    throw error;
  }
}

function nameTaken(): AppError {
  return new AppError('conflict', 'A user with that name already exists.');
}

async function audited(
  db: Db,
  actor: Actor,
  id: number,
  old: ManagedUser | null,
  passwordSet: object,
): Promise<ManagedUser> {
  const user = await getManagedUser(db, id);
  await audit.record(
    db,
    actor,
    old ? 'update' : 'create',
    { id, name: user.userName },
    { ...(old ? { old } : {}), new: { ...user, ...passwordSet } },
  );
  return user;
}

function toColumns(user: Fields) {
  return {
    user_name: user.userName,
    email: user.email || null,
    first_name: user.firstName,
    last_name: user.lastName,
    middle_name: user.middleName,
    time_zone: user.timeZone,
    mobile_phone: user.mobilePhone || null,
    enabled: user.enabled,
    is_admin: user.isAdmin,
    allow_direct_login: user.allowDirectLogin,
    external: user.external,
  };
}

/** Removes a deleted record type from all users. */
export const unassignRecordType = deleteUserRecordType;
