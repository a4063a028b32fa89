import type { ListRequest, Page } from '@twinward/contracts/core/list';
import type { ValueList, ValueListItem, ValueListSummary } from '@twinward/contracts/system/value-list';
import type { Db } from '../../../platform/database/database.ts';
import { fromRow } from '../../../platform/database/from-row.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { toItem } from './items.ts';
import { type ListRow, selectItems, selectList, selectListByName, selectListPage } from './store.ts';

/** Returns a list with its items, in order. @throws AppError `not-found`. */
export async function getValueList(db: Db, id: number): Promise<ValueList> {
  return withItems(db, found(await selectList(db, id), 'List'));
}

/** @throws AppError `not-found`. */
export async function getValueListByName(db: Db, name: string): Promise<ValueList> {
  return withItems(db, found(await selectListByName(db, name), 'List'));
}

async function withItems(db: Db, { categories, ...list }: ListRow): Promise<ValueList> {
  return {
    ...fromRow(list),
    configuration: { categories, items: (await selectItems(db, list.id)).map(toItem) },
  };
}

export async function listValueLists(db: Db, request: ListRequest): Promise<Page<ValueListSummary>> {
  const { records, total } = await selectListPage(db, request);
  return {
    records: records.map(({ version, ...row }) => fromRow(row)),
    total,
  };
}

/**
 * Returns the values of a list for a system, in order.
 * @throws AppError `not-found` if the list does not exist, or has no values for the system.
 */
export async function listValues(db: Db, name: string, system: string): Promise<ValueListItem[]> {
  const list = found(await selectListByName(db, name), 'List');
  if (!list.categories.includes(system)) {
    const known = list.categories.length === 0 ? 'none by system' : `those of ${list.categories.join(', ')}`;
    throw new AppError('not-found', `The list ${name} has no values of '${system}': it has ${known}.`);
  }
  return (await selectItems(db, list.id, system)).map(toItem);
}

/** Returns the captions of a list's values, by value. */
export async function listCaptions(db: Db, listId: number): Promise<ReadonlyMap<string, string>> {
  return new Map((await selectItems(db, listId)).map(({ value, caption }) => [value, caption]));
}
