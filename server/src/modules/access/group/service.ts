import { recordTypes } from '@twinward/contracts/access/access';
import type { Group, GroupChange, GroupSummary, NewGroup } from '@twinward/contracts/access/group';
import type { AssignableType } from '@twinward/contracts/access/security';
import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { fromRow } from '../../../platform/database/from-row.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { listTypes } from '../../records/record-type/service.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import {
  deleteGroupRecordType,
  deleteGroupRow,
  type GroupRow,
  insertGroup,
  lockGroup,
  replaceGroupRecordTypes,
  replaceMembers,
  replaceUserGroups,
  selectGroup,
  selectGroupPage,
  selectUnknownGroup,
  selectUnknownUser,
  updateGroupRow,
} from './store.ts';

export async function listGroups(db: Db, request: ListRequest): Promise<Page<GroupSummary>> {
  const { records, total } = await selectGroupPage(db, request);
  return { records: records.map(toSummary), total };
}

/** @throws AppError `not-found`. */
export async function getGroup(db: Db, name: string): Promise<Group> {
  const row = found(await selectGroup(db, name), 'Group');
  return { ...toSummary(row), userIds: row.user_ids };
}

/** @throws AppError `invalid-request` naming each invalid field; `conflict` if the name is in use. */
export async function createGroup(actor: Actor, group: NewGroup): Promise<Group> {
  return withTransaction(actor.tenant.db, async (transaction) => {
    const { name } = group;
    const fields = { name, caption: group.caption ?? name, description: group.description ?? '' };
    if (!(await insertGroup(transaction, fields))) {
      throw new AppError('conflict', 'A group with that name already exists.');
    }
    await assign(transaction, name, group);
    return audited(transaction, actor, name);
  });
}

/** @throws AppError as `createGroup`, and `not-found`. */
export async function updateGroup(actor: Actor, name: string, change: GroupChange): Promise<Group> {
  return withTransaction(actor.tenant.db, async (transaction) => {
    await lockGroup(transaction, name);
    const old = await getGroup(transaction, name);
    const fields = {
      name,
      caption: change.caption ?? old.caption,
      description: change.description ?? old.description,
    };
    const { caption, description } = fields;
    await updateGroupRow(transaction, name, { caption, description });
    await assign(transaction, name, change);
    return audited(transaction, actor, name, old);
  });
}

/** @throws AppError `not-found`; `conflict` for a built-in group. */
export async function deleteGroup(actor: Actor, name: string): Promise<void> {
  await withTransaction(actor.tenant.db, async (transaction) => {
    await lockGroup(transaction, name);
    const old = await getGroup(transaction, name);
    if (old.standard) throw new AppError('conflict', 'The product’s own groups can’t be deleted.');
    await deleteGroupRow(transaction, name);
    await audit.deleted(transaction, actor, old);
  });
}

/** Removes a deleted record type from all groups. */
export const unassignRecordType = deleteGroupRecordType;

/** Replaces the group memberships of a user. */
export const setUserGroups = replaceUserGroups;

/** @throws AppError `invalid-request` naming the first group that does not exist. */
export async function assertGroups(db: Db, names: readonly string[], path: string): Promise<void> {
  const unknown = await selectUnknownGroup(db, names);
  if (unknown !== null) refuseProblems([{ path, message: `There is no group '${unknown}'.` }]);
}

/**
 * Returns the record types that can be assigned to users and groups: built-in ones first, then custom ones by caption.
 */
export async function listAssignableTypes(db: Db): Promise<AssignableType[]> {
  const types = await listTypes(db);
  const captions = new Map(types.map(({ name, caption }) => [name, caption]));
  return [
    // Library models have no record type with fields.
    ...recordTypes.map((name) => ({ name, caption: captions.get(name) ?? 'Library model', isSystem: true })),
    ...types
      .filter(({ isSystem }) => !isSystem)
      .map(({ name, caption }) => ({ name, caption, isSystem: false }))
      .sort((one, other) => one.caption.localeCompare(other.caption)),
  ];
}

/** @throws AppError `invalid-request` naming the first record type that does not exist. */
export async function assertRecordTypes(db: Db, names: readonly string[], path: string): Promise<void> {
  const known = new Set((await listAssignableTypes(db)).map(({ name }) => name));
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined) refuseProblems([{ path, message: `There is no record type '${unknown}'.` }]);
}

async function assign(db: Db, name: string, { assignedRecordTypes, userIds }: GroupChange): Promise<void> {
  if (assignedRecordTypes) {
    await assertRecordTypes(db, assignedRecordTypes, 'assignedRecordTypes');
    await replaceGroupRecordTypes(db, name, assignedRecordTypes);
  }
  if (userIds) {
    const unknown = await selectUnknownUser(db, userIds);
    if (unknown !== null) refuseProblems([{ path: 'userIds', message: `There is no user ${unknown}.` }]);
    await replaceMembers(db, name, userIds);
  }
}

async function audited(db: Db, actor: Actor, name: string, old?: Group): Promise<Group> {
  const group = await getGroup(db, name);
  await audit.saved(db, actor, old, group);
  return group;
}

const audit = new EntityAudit('group', (group: Group) => ({
  id: group.name,
  name: group.caption,
  facts: { ...group },
}));

function toSummary({ record_types, ...row }: GroupRow): GroupSummary {
  return {
    ...fromRow(row),
    assignedRecordTypes: record_types,
  };
}
