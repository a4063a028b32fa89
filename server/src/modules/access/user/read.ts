import type { ManagedUser, User } from '@twinward/contracts/access/user';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { Db } from '../../../platform/database/database.ts';
import { found } from '../../../platform/errors.ts';
import { type ManagedRow, selectManagedUser, selectUserPage, type UserRow } from './store.ts';

/** Returns a page of users, with the fields for user managers. */
export async function listUsers(db: Db, request: ListRequest): Promise<Page<ManagedUser>> {
  const { records, total } = await selectUserPage(db, request);
  return { records: records.map(toManaged), total };
}

/** @throws AppError `not-found`. */
export async function getManagedUser(db: Db, id: number): Promise<ManagedUser> {
  return toManaged(found(await selectManagedUser(db, id), 'User'));
}

export function toUser(row: UserRow): User {
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

function toManaged(row: ManagedRow): ManagedUser {
  return {
    ...toUser(row),
    directRecordTypes: row.direct_record_types,
    signInDelayedUntil: row.delayed_until?.toISOString() ?? null,
  };
}
