import { mayWriteRecords } from '@twinward/contracts/access/access';
import { insufficientPrivilege } from '@twinward/contracts/core/error';
import {
  maximumSavedViews,
  type NewSavedView,
  type SavedView,
  type SavedViewChange,
} from '@twinward/contracts/records/saved-view';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found, orNameTaken, outdated } from '../../../platform/errors.ts';
import { recordAudit } from '../../system/audit/service.ts';
import { getType, type TypeDefinition } from '../record-type/service.ts';
import { assertReads } from '../relationship/service.ts';
import {
  countViews,
  deleteViewRow,
  insertView,
  lockView,
  type SavedViewRow,
  selectView,
  selectViews,
  updateViewRow,
} from './store.ts';

/** The user's own and the shared views of the list of a type. @throws AppError as `getListedType`. */
export async function listSavedViews(actor: Actor, typeName: string): Promise<SavedView[]> {
  const { db } = actor.tenant;
  const type = await getListedType(db, actor, typeName);
  return (await selectViews(db, type.id, actor.userId)).map((row) => toView(row, actor));
}

/**
 * @throws AppError as `getListedType`; `forbidden` to share without the right to write records of the type; `conflict`
 *   when the caption is in use, and above 100 views.
 */
export function createSavedView(
  actor: Actor,
  typeName: string,
  { caption, shared, parameters }: NewSavedView,
): Promise<SavedView> {
  return withTransaction(actor.tenant.db, async (db) => {
    const type = await getListedType(db, actor, typeName);
    if (shared) assertShares(actor, type);
    const privateTo = shared ? null : actor.userId;
    await assertRoom(db, type, privateTo);
    const id = await orNameTaken(
      insertView(db, {
        type_id: type.id,
        caption,
        parameters: JSON.stringify(parameters),
        private_to: privateTo,
        created_by: actor.userId,
      }),
      captionTaken(caption),
    );
    const view = await getView(db, actor, type, id);
    await recordAudit(db, actor, { action: 'create', ...subject(view), new: facts(type, view) });
    return view;
  });
}

/** @throws AppError as `createSavedView`; `not-found`; `forbidden` for a view of another user; `conflict` when outdated. */
export function updateSavedView(
  actor: Actor,
  typeName: string,
  id: number,
  { version, caption, shared, parameters }: SavedViewChange,
): Promise<SavedView> {
  return withTransaction(actor.tenant.db, async (db) => {
    const type = await getListedType(db, actor, typeName);
    const row = await lockChangeable(db, actor, type, id);
    const old = toView(row, actor);
    if (old.version !== version) throw outdated(`The view ${old.caption}`, version, old);
    // A view that is no longer shared belongs to the user who made it.
    const privateTo = shared ? null : (row.created_by ?? actor.userId);
    if (shared !== old.shared) {
      if (shared) assertShares(actor, type);
      await assertRoom(db, type, privateTo);
    }
    const change = { caption, parameters: JSON.stringify(parameters), private_to: privateTo };
    await orNameTaken(updateViewRow(db, id, change), captionTaken(caption));
    const view = { ...old, caption, shared, parameters, version: version + 1 };
    await recordAudit(db, actor, {
      action: 'update',
      ...subject(view),
      old: facts(type, old),
      new: facts(type, view),
    });
    return view;
  });
}

/** @throws AppError as `getListedType`; `not-found`; `forbidden` for a view of another user. */
export function deleteSavedView(actor: Actor, typeName: string, id: number): Promise<void> {
  return withTransaction(actor.tenant.db, async (db) => {
    const type = await getListedType(db, actor, typeName);
    const old = toView(await lockChangeable(db, actor, type, id), actor);
    await deleteViewRow(db, id);
    await recordAudit(db, actor, { action: 'delete', ...subject(old), old: facts(type, old) });
  });
}

/** A type whose list the user may read. @throws AppError `not-found`; `forbidden`. */
async function getListedType(db: Db, actor: Actor, name: string): Promise<TypeDefinition> {
  const type = await getType(db, name);
  await assertReads(db, actor, type.name);
  return type;
}

/** @throws AppError `forbidden`. */
function assertShares(actor: Actor, type: TypeDefinition): void {
  if (!mayWriteRecords(actor, type)) throw new AppError('forbidden', insufficientPrivilege);
}

/** @throws AppError `conflict`. */
async function assertRoom(db: Db, type: TypeDefinition, privateTo: number | null): Promise<void> {
  if ((await countViews(db, type.id, privateTo)) >= maximumSavedViews)
    throw new AppError('conflict', `At most ${maximumSavedViews} views of a list can be saved.`);
}

const captionTaken = (caption: string): string => `There is a view ${caption} already.`;

async function getView(db: Db, actor: Actor, type: TypeDefinition, id: number): Promise<SavedView> {
  return toView(found(await selectView(db, type.id, actor.userId, id), 'View'), actor);
}

/** @throws AppError `not-found`; `forbidden`. */
async function lockChangeable(db: Db, actor: Actor, type: TypeDefinition, id: number): Promise<SavedViewRow> {
  const row = found(await lockView(db, type.id, actor.userId, id), 'View');
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

const subject = ({ id, caption }: SavedView) => ({
  entityType: 'saved-view' as const,
  entityId: id,
  entityName: caption,
});

const facts = ({ name }: TypeDefinition, { caption, shared, parameters }: SavedView) => ({
  recordType: name,
  caption,
  shared,
  parameters,
});
