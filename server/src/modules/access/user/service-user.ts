import type { Db } from '../../../platform/database/database.ts';
import { AppError, orNameTaken } from '../../../platform/errors.ts';
import { assertGroups, assertRecordTypes, setUserGroups } from '../group/service.ts';
import { insertUser, replaceRecordTypes, updateUserRow } from './store.ts';

/** The fields of a service account's user. */
export interface ServiceUser {
  name: string;
  groups: readonly string[];
  recordTypes: readonly string[];
}

/**
 * Creates the user of a service account, who cannot sign in.
 * @returns the id.
 * @throws AppError `invalid-request` naming each invalid field; `conflict` if the name is in use.
 */
export async function createServiceUser(db: Db, user: ServiceUser): Promise<number> {
  const id = await insertUser(db, { user_name: user.name, allow_direct_login: false, is_service: true });
  if (id === null) throw new AppError('conflict', nameTaken(user));
  await assign(db, id, user);
  return id;
}

/** @throws AppError as `createServiceUser`. */
export async function updateServiceUser(db: Db, id: number, user: ServiceUser): Promise<void> {
  await orNameTaken(updateUserRow(db, id, { user_name: user.name }), nameTaken(user));
  await assign(db, id, user);
}

async function assign(db: Db, id: number, { groups, recordTypes }: ServiceUser): Promise<void> {
  await assertGroups(db, groups, 'groups');
  await assertRecordTypes(db, recordTypes, 'recordTypes');
  await setUserGroups(db, id, groups);
  await replaceRecordTypes(db, id, recordTypes);
}

const nameTaken = ({ name }: ServiceUser): string => `There is a user or service account ${name} already.`;
