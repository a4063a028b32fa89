import type { ValueList, ValueListItem } from '@twinward/contracts/system/value-list';
import type { Db } from '../../../platform/database/database.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { findItems, findList, findListByName } from './store.ts';

/** A list with its items, in order. @throws AppError `not-found` when there is no such list. */
export async function readValueList(db: Db, id: number): Promise<ValueList> {
  const list = found(await findList(db, id), 'List');
  return {
    id: list.id,
    isStandard: list.is_standard,
    name: list.name,
    description: list.description,
    dataType: list.data_type,
    configuration: { categories: list.categories, items: await findItems(db, id) },
  };
}

/**
 * The values of a list that a system knows, in order.
 * @throws AppError `not-found` when there is no such list, or it has no values of such a system.
 */
export async function readValues(db: Db, name: string, system: string): Promise<ValueListItem[]> {
  const list = found(await findListByName(db, name), 'List');
  if (!list.categories.includes(system)) {
    const known = list.categories.length === 0 ? 'none by system' : `those of ${list.categories.join(', ')}`;
    throw new AppError('not-found', `The list ${name} has no values of '${system}': it has ${known}.`);
  }
  return findItems(db, list.id, system);
}
