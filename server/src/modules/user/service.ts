import type { Permissions } from '@twinward/contracts/access';
import type { User } from '@twinward/contracts/user';
import type { Db } from '../../platform/database.ts';
import { found } from '../../platform/errors.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { findSignIn, findUser, insertUser } from './store.ts';

export const administratorName = 'admin';

export async function readUser(db: Db, id: number): Promise<User> {
  const row = found(await findUser(db, id), 'User');
  return {
    id: row.id,
    userName: row.user_name,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    middleName: row.middle_name,
    timeZone: row.time_zone,
    mobilePhone: row.mobile_phone,
    enabled: row.enabled,
    systemUser: row.system_user,
    isAdmin: row.is_admin,
    assignedGroups: row.groups,
    assignedRecordTypes: row.record_types,
    allowDirectLogin: row.allow_direct_login,
    external: row.external,
  };
}

/** What signing in asks of a user; null when there is none of that name. */
export async function readSignIn(db: Db, userName: string) {
  const row = await findSignIn(db, userName);
  return (
    row && {
      id: row.id,
      passwordHash: row.password_hash,
      enabled: row.enabled,
      allowDirectLogin: row.allow_direct_login,
    }
  );
}

/** Who the user is and what they may do; null when there is none or they are disabled. */
export async function readPermissions(
  db: Db,
  id: number,
): Promise<(Permissions & { userId: number; userName: string }) | null> {
  const row = await findUser(db, id);
  if (!row?.enabled) return null;
  return {
    userId: row.id,
    userName: row.user_name,
    isAdmin: row.is_admin,
    groups: row.groups,
    recordTypes: row.record_types,
  };
}

/** Makes the administrator. Returns false when there is one already, whose password stays as it is. */
export async function createAdministrator(db: Db, password: string): Promise<boolean> {
  const passwordHash = await hashPassword(password);
  const id = await insertUser(db, {
    userName: administratorName,
    firstName: 'System',
    lastName: 'Administrator',
    isAdmin: true,
    systemUser: true,
    passwordHash,
  });
  return id !== null;
}

/** Whether the tenant has its administrator. */
export async function hasAdministrator(db: Db): Promise<boolean> {
  return (await findSignIn(db, administratorName)) !== null;
}
