import { hasAccess, mayWriteRecords } from '@twinward/contracts/access/access';
import { isNamedList, namedLists } from '@twinward/contracts/access/named-list';
import { insufficientPrivilege } from '@twinward/contracts/core/error';
import {
  maximumSavedViews,
  type NewSavedView,
  type SavedView,
  type SavedViewChange,
} from '@twinward/contracts/records/saved-view';
import { assertAccess } from '../../../platform/access.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found, orNameTaken, outdated } from '../../../platform/errors.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { getType } from '../record-type/service.ts';
import { assertReads } from '../relationship/service.ts';
import {
  countViews,
  deleteViewRow,
  insertView,
  type ListKey,
  lockView,
  type SavedViewRow,
  selectView,
  selectViews,
  updateViewRow,
} from './store.ts';

/**
 * Lists the user's own and the shared views of a list.
 * @throws AppError like `getList`.
 */
export async function listSavedViews(actor: Actor, listName: string): Promise<SavedView[]> {
  const { db } = actor.tenant;
  const list = await getList(db, actor, listName);
  return (await selectViews(db, list.key, actor.userId)).map((row) => toView(row, actor));
}

/**
 * @throws AppError like `getList`; `forbidden` to share a view without the right to write what the list shows;
 *   `conflict` if the caption is in use, or above 100 views.
 */
export function createSavedView(
  actor: Actor,
  listName: string,
  { caption, shared, parameters }: NewSavedView,
): Promise<SavedView> {
  return withTransaction(actor.tenant.db, async (db) => {
    const list = await getList(db, actor, listName);
    if (shared) assertShares(list);
    const privateTo = shared ? null : actor.userId;
    await assertRoom(db, list, privateTo);
    const id = await orNameTaken(
      insertView(db, {
        ...list.key,
        caption,
        parameters: JSON.stringify(parameters),
        private_to: privateTo,
        created_by: actor.userId,
      }),
      captionTaken(caption),
    );
    const view = await getView(db, actor, list, id);
    await audit.created(db, actor, { list, view });
    return view;
  });
}

/**
 * @throws AppError like `createSavedView`; `not-found`; `forbidden` for a view of another user; `conflict` if the
 *   version is outdated.
 */
export function updateSavedView(
  actor: Actor,
  listName: string,
  id: number,
  { version, caption, shared, parameters }: SavedViewChange,
): Promise<SavedView> {
  return withTransaction(actor.tenant.db, async (db) => {
    const list = await getList(db, actor, listName);
    const row = await lockChangeable(db, actor, list, id);
    const old = toView(row, actor);
    if (old.version !== version) throw outdated(`The view ${old.caption}`, version, old);
    // A view that is no longer shared belongs to its creator.
    const privateTo = shared ? null : (row.created_by ?? actor.userId);
    if (shared !== old.shared) {
      if (shared) assertShares(list);
      await assertRoom(db, list, privateTo);
    }
    const change = { caption, parameters: JSON.stringify(parameters), private_to: privateTo };
    await orNameTaken(updateViewRow(db, id, change), captionTaken(caption));
    const view = { ...old, caption, shared, parameters, version: version + 1 };
    await audit.updated(db, actor, { list, view: old }, { list, view });
    return view;
  });
}

/** @throws AppError like `getList`; `not-found`; `forbidden` for a view of another user. */
export function deleteSavedView(actor: Actor, listName: string, id: number): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    const list = await getList(db, actor, listName);
    const old = toView(await lockChangeable(db, actor, list, id), actor);
    await deleteViewRow(db, id);
    await audit.deleted(db, actor, { list, view: old });
  });
}

interface List {
  key: ListKey;
  name: string;
  mayShare: boolean;
}

/**
 * Returns a list that the user may read: that of a record type, or a named one.
 * @throws AppError `not-found`; `forbidden`.
 */
async function getList(db: Db, actor: Actor, name: string): Promise<List> {
  if (isNamedList(name)) {
    const { read, write } = namedLists[name];
    assertAccess(actor, read);
    return { key: { type_id: null, list: name }, name, mayShare: hasAccess(actor, write) };
  }
  const type = await getType(db, name);
  await assertReads(db, actor, type.name);
  return { key: { type_id: type.id, list: null }, name: type.name, mayShare: mayWriteRecords(actor, type) };
}

/** @throws AppError `forbidden`. */
function assertShares({ mayShare }: List): void {
  if (!mayShare) throw new AppError('forbidden', insufficientPrivilege);
}

/** @throws AppError `conflict`. */
async function assertRoom(db: Db, { key }: List, privateTo: number | null): Promise<void> {
  if ((await countViews(db, key, privateTo)) >= maximumSavedViews)
    throw new AppError('conflict', `At most ${maximumSavedViews} views of a list can be saved.`);
}

const captionTaken = (caption: string): string => `There is a view ${caption} already.`;

async function getView(db: Db, actor: Actor, { key }: List, id: number): Promise<SavedView> {
  return toView(found(await selectView(db, key, actor.userId, id), 'View'), actor);
}

/** @throws AppError `not-found`; `forbidden`. */
async function lockChangeable(db: Db, actor: Actor, { key }: List, id: number): Promise<SavedViewRow> {
  const row = found(await lockView(db, key, actor.userId, id), 'View');
  if (!mayChange(row, actor)) throw new AppError('forbidden', insufficientPrivilege);
  return row;
}

const mayChange = ({ private_to, created_by }: SavedViewRow, { userId, isAdmin }: Actor): boolean =>
  private_to === userId || created_by === userId || (private_to === null && isAdmin);

function toView(row: SavedViewRow, actor: Actor): SavedView {
  const { id, caption, parameters, private_to, user_name, version } = row;
  return {
    id,
    caption,
    shared: private_to === null,
    parameters,
    createdBy: user_name,
    mayChange: mayChange(row, actor),
    version,
  };
}

const audit = new EntityAudit('saved-view', ({ list, view }: { list: List; view: SavedView }) => ({
  id: view.id,
  name: view.caption,
  facts: {
    ...(list.key.list === null ? { recordType: list.name } : { list: list.name }),
    caption: view.caption,
    shared: view.shared,
    parameters: view.parameters,
  },
}));
