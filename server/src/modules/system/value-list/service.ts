import type { ValueList, ValueListItem } from '@twinward/contracts/system/value-list';
import type { Db } from '../../../platform/database/database.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { selectItems, selectList, selectListByName } from './store.ts';

/** A list with its items, in order. @throws AppError `not-found`. */
export async function getValueList(db: Db, id: number): Promise<ValueList> {
  const list = found(await selectList(db, id), 'List');
  return {
    id: list.id,
    isStandard: list.is_standard,
    name: list.name,
    description: list.description,
    dataType: list.data_type,
    configuration: { categories: list.categories, items: await selectItems(db, id) },
  };
}

/**
 * The values of a list for a system, in order.
 * @throws AppError `not-found` if the list does not exist, or has no values for the system.
 */
export async function listValues(db: Db, name: string, system: string): Promise<ValueListItem[]> {
  const list = found(await selectListByName(db, name), 'List');
  if (!list.categories.includes(system)) {
    const known = list.categories.length === 0 ? 'none by system' : `those of ${list.categories.join(', ')}`;
    throw new AppError('not-found', `The list ${name} has no values of '${system}': it has ${known}.`);
  }
  return selectItems(db, list.id, system);
}
