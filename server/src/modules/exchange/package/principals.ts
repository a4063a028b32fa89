import type { ModelDefinition } from '@twinward/contracts/library/definition';
import { compareTexts } from '@twinward/domain/exchange/json';
import { listUserIds } from '@twinward/domain/library/principals';
import type { Db } from '../../../platform/database/database.ts';
import { findUserReferences } from '../../access/user/service.ts';
import type { KindCall } from './kind.ts';

/** Returns the names of the users in actions, by id. */
export async function readUserNames(
  db: Db,
  definitions: readonly ModelDefinition[],
): Promise<Map<number, string>> {
  const ids = [...new Set(definitions.flatMap(listUserIds))];
  const found = ids.length === 0 ? [] : ((await findUserReferences(db, { type: 'user', ids })) ?? []);
  return new Map(found.map(({ id, caption }) => [id, caption]));
}

/** Returns the users in the actions of a record, and their places by id, from 1. */
export function placeUsers(
  definitions: readonly ModelDefinition[],
  names: ReadonlyMap<number, string>,
): { users: string[]; places: ReadonlyMap<number, number> } {
  const named = new Set(definitions.flatMap(listUserIds).flatMap((id) => names.get(id) ?? []));
  const users = [...named].sort(compareTexts);
  return { users, places: new Map([...names].map(([id, name]) => [id, users.indexOf(name) + 1])) };
}

/** Returns the ids that the users of a record have here, by their places; users left out have none. */
export async function findUserIds(call: KindCall, users: readonly string[]): Promise<Map<number, number>> {
  const ids = new Map<number, number>();
  for (const [index, name] of users.entries()) {
    const id = await call.userId(name);
    if (id !== null) ids.set(index + 1, id);
  }
  return ids;
}
