import { renameAlias } from '@twinward/domain/language';
import type { Db } from '../../../platform/database/database.ts';
import { publish } from '../../../platform/live/live-events.ts';
import { countChanges, replaceInputs, updateThreshold } from '../definition/service.ts';
import { requestEvaluation } from '../evaluation/service.ts';
import { findUsersOfAlias } from './store.ts';

/** The protections of a twin that read an alias, by name. */
export async function readUsersOfAlias(
  db: Db,
  twinId: number,
  alias: string,
): Promise<{ id: number; name: string }[]> {
  const users = await findUsersOfAlias(db, twinId, alias);
  return users.map(({ id, name }) => ({ id, name }));
}

/** What became of an alias of a twin. */
export interface AliasMove {
  from: string;
  to: string;
  mappedTagId: number | null;
}

/**
 * Has the protections of a twin follow an alias to its new name and tag, which it has already: their logic is
 * written anew, and they are evaluated over all points, in the caller's transaction.
 */
export async function followAlias(db: Db, twinId: number, { from, to }: AliasMove): Promise<void> {
  const users = await findUsersOfAlias(db, twinId, to);
  if (users.length === 0) return;
  if (from !== to) {
    for (const { id, logic } of users.flatMap(({ thresholds }) => thresholds)) {
      const renamed = renameAlias(logic, from, to);
      if (renamed !== logic) await updateThreshold(db, id, { logic: renamed });
    }
  }
  const ids = users.map(({ id }) => id);
  await replaceInputs(db, ids);
  await countChanges(db, ids, 'aliases-dirty');
  for (const id of ids) await requestEvaluation(db, id);
  await publish(db, { type: 'evaluated', twinIds: [twinId], protectionIds: ids });
}
