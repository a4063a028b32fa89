import type {
  EditedList,
  ListItemChange,
  ListItemUse,
  NewValueList,
  ValueList,
  ValueListChange,
} from '@twinward/contracts/system/value-list';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found, outdated } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { type AuditActor, EntityAudit } from '../audit/service.ts';
import { listItemReplaced, listUsed } from './events.ts';
import { describeUses, itemProblems, lockProblems, toItemChange, toStored } from './items.ts';
import { getValueList, getValueListByName } from './read.ts';
import {
  deleteItems,
  deleteListRow,
  insertList,
  lockItems,
  lockListRow,
  selectItems,
  updateList,
  upsertItems,
} from './store.ts';

/** Returns a list with the records that use its items. @throws AppError `not-found`. */
export async function getEditedList(db: Db, name: string): Promise<EditedList> {
  return withUses(db, await getValueListByName(db, name));
}

async function withUses(db: Db, list: ValueList): Promise<EditedList> {
  return { ...list, uses: await listUses(db, list) };
}

async function listUses(db: Db, { id, name, configuration }: ValueList): Promise<ListItemUse[]> {
  const answers = await listUsed.ask(db, { listId: id, listName: name, items: configuration.items });
  return answers.flat();
}

/** @throws AppError `conflict` if the name is in use; `invalid-request` for invalid items. */
export function createValueList(actor: Actor, list: NewValueList): Promise<EditedList> {
  return withTransaction(actor.tenant.db, async (db) => {
    const { name, description, dataType, kind, configuration } = list;
    if (dataType === 'N' && kind !== 'plain') {
      refuseProblems([{ path: 'dataType', message: 'Only a plain list can hold numbers.' }]);
    }
    const id = await insertList(db, { name, description, data_type: dataType, kind });
    if (id === null) throw new AppError('conflict', 'A list with that name already exists.');
    const made = await getValueList(db, id);
    await writeConfiguration(db, made, { description, configuration });
    return audited(db, actor, id);
  });
}

/**
 * Updates a list at the given version, with all of its items.
 * @throws AppError `not-found`; `conflict` at another version, and for locked items; `invalid-request`.
 */
export function updateValueList(
  actor: Actor,
  id: number,
  { version, ...change }: ValueListChange,
): Promise<EditedList> {
  return withTransaction(actor.tenant.db, async (db) => {
    const before = await lockList(db, id, version);
    await writeConfiguration(db, before, change);
    return audited(db, actor, id, before);
  });
}

/**
 * Updates the items of a list in the caller's transaction.
 * @param change returns the new items for the current ones
 * @throws AppError `not-found`; `conflict` for locked items; `invalid-request`.
 */
export async function updateItems(
  db: Db,
  by: AuditActor,
  id: number,
  change: (items: ListItemChange[]) => ListItemChange[],
): Promise<void> {
  const { description, configuration } = await lockList(db, id);
  const { categories, items } = configuration;
  const before = await getValueList(db, id);
  await writeConfiguration(db, before, {
    description,
    configuration: { categories, items: change(items.map(toItemChange)) },
  });
  await audited(db, by, id, before);
}

/** @throws AppError `not-found`; `conflict` for a built-in list, or one in use. */
export async function deleteValueList(actor: Actor, id: number): Promise<void> {
  await withTransaction(actor.tenant.db, async (db) => {
    const list = await lockList(db, id);
    if (list.isStandard) throw new AppError('conflict', 'The product’s own lists can’t be deleted.');
    await lockItems(
      db,
      list.configuration.items.map((item) => item.id),
    );
    const uses = await listUses(db, list);
    if (uses.length > 0) throw new AppError('conflict', `${list.name} is used by ${describeUses(uses)}.`);
    await deleteListRow(db, id);
    await audit.deleted(db, actor, list);
  });
}

/**
 * Replaces an item by another item of its category wherever it is used, and deprecates it.
 * @throws AppError `not-found`; `conflict` at another version; `invalid-request` if the other item is the same, of
 *   another category, or deprecated.
 */
export function replaceListItem(
  actor: Actor,
  { id, itemId }: { id: number; itemId: number },
  { by, version }: { by: number; version: number },
): Promise<EditedList> {
  return withTransaction(actor.tenant.db, async (db) => {
    const before = await lockList(db, id, version);
    const { items } = before.configuration;
    const item = found(
      items.find((one) => one.id === itemId),
      'Item',
    );
    const replacement = items.find((one) => one.id === by);
    if (!replacement || replacement === item || replacement.category !== item.category) {
      refuseProblems([{ path: 'by', message: 'Please choose another item of its category.' }]);
    }
    if (replacement!.isDeprecated) {
      refuseProblems([{ path: 'by', message: 'Please choose an item that is not deprecated.' }]);
    }
    await lockItems(db, [item.id, replacement!.id]);
    await listItemReplaced.emit(db, {
      by: actor,
      listId: id,
      listName: before.name,
      item,
      replacement: replacement!,
    });
    await writeConfiguration(db, before, {
      description: before.description,
      configuration: {
        categories: before.configuration.categories,
        items: items.map(toItemChange).map((one) => {
          if (one.id === item.id) return { ...one, isDeprecated: true, default: false };
          return one.id === by ? { ...one, default: one.default || item.default } : one;
        }),
      },
    });
    return audited(db, actor, id, before);
  });
}

/** Locks a list for a change. @throws AppError `not-found`; `conflict` at another version. */
async function lockList(db: Db, id: number, version?: number): Promise<ValueList> {
  found(await lockListRow(db, id), 'List');
  const list = await getValueList(db, id);
  if (version !== undefined && version !== list.version) {
    throw outdated(`The list ${list.name}`, version, await withUses(db, list));
  }
  return list;
}

/** Stores the description, categories and items of a list. */
async function writeConfiguration(
  db: Db,
  before: ValueList,
  { description, configuration }: Omit<ValueListChange, 'version'>,
): Promise<void> {
  const { categories } = configuration;
  const list = { ...before, categories };
  const problems =
    new Set(categories).size === categories.length
      ? []
      : [{ path: 'configuration.categories', message: 'Please enter a unique value.' }];
  const had = before.configuration.categories;
  if (
    before.isStandard &&
    (had.length !== categories.length || had.some((one) => !categories.includes(one)))
  ) {
    problems.push({
      path: 'configuration.categories',
      message: `The categories of ${before.name} are fixed${had.length === 0 ? '.' : `: ${had.join(', ')}.`}`,
    });
  }
  const rows = new Map((await selectItems(db, before.id)).map((row) => [row.id, row]));
  configuration.items.forEach((item, index) => {
    if (item.id !== undefined && !rows.has(item.id)) {
      problems.push({
        path: `configuration.items.${index}.id`,
        message: `There is no item ${item.id} in the list.`,
      });
    }
  });
  const after = toStored(list, configuration.items, rows);
  refuseProblems([...problems, ...itemProblems(list, after)]);
  const kept = new Set(after.map((item) => item.id));
  const left = [...rows.keys()].filter((id) => !kept.has(id));
  await lockItems(db, left);
  const locked = lockProblems(list, [...rows.values()], after, await listUses(db, before));
  if (locked.length > 0) throw new AppError('conflict', locked.join(' '));
  await deleteItems(db, left);
  await upsertItems(db, before.id, after);
  await updateList(db, before.id, { description, categories });
}

async function audited(db: Db, by: AuditActor, id: number, before?: ValueList): Promise<EditedList> {
  const list = await getValueList(db, id);
  await audit.saved(db, by, before, list);
  return withUses(db, list);
}

/** Records a list with one field per item, so that only changed items are recorded. */
const audit = new EntityAudit(
  'list',
  ({ id: listId, name, description, dataType, kind, configuration: { categories, items } }: ValueList) => ({
    id: listId,
    name,
    facts: {
      name,
      description,
      dataType,
      kind,
      categories,
      order: items.map((item) => item.id),
      ...Object.fromEntries(items.map(({ id, ...item }) => [`item ${id}`, item])),
    },
  }),
);
