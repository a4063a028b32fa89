import { renameAlias } from '@twinward/domain/language';
import type { Db } from '../../../platform/database/database.ts';
import { publish } from '../../../platform/live/live-events.ts';
import type { AliasChange, AliasEvent } from '../../twins/alias/events.ts';
import { bumpVersions, replaceInputs, updateThreshold } from '../definition/service.ts';
import { assertNoOwnDeviation, requestEvaluation } from '../evaluation/service.ts';
import { convertLimitsOfAlias } from './limits.ts';
import { selectIsCounter, selectUsersOfAlias } from './store.ts';

/** Lists the names of the protections that read an alias of a twin. */
export async function listProtectionsOfAlias(db: Db, { alias }: AliasEvent): Promise<string[]> {
  if (alias.twinId === null) return [];
  return (await selectUsersOfAlias(db, alias.twinId, alias.name)).map(({ name }) => name);
}

/**
 * Updates the protections of a twin after an alias was renamed, mapped to another tag or set to another unit, like
 * `followAlias`. Converts their limits to the new unit if the user chose that.
 */
export async function followChangedAlias(db: Db, { by, before, now, limits }: AliasChange): Promise<void> {
  if (before.twinId === null) return;
  if (limits) await convertLimitsOfAlias(db, by, { before, now }, limits);
  await followAlias(db, before.twinId, { from: before.name, to: now.name });
}

/** Whether a protection reads an alias as a counter. */
export async function isCounterOfProtection(db: Db, { aliasId }: { aliasId: number }): Promise<boolean> {
  return selectIsCounter(db, aliasId);
}

/**
 * Updates the protections of a twin after the name or tag of an alias changed: rewrites their logic and marks them as
 * due from the beginning, in the caller's transaction.
 */
export async function followAlias(
  db: Db,
  twinId: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const users = await selectUsersOfAlias(db, twinId, to);
  if (users.length === 0) return;
  if (from !== to) {
    for (const { id, logic } of users.flatMap(({ thresholds }) => thresholds)) {
      const renamed = renameAlias(logic, from, to);
      if (renamed !== logic) await updateThreshold(db, id, { logic: renamed });
    }
  }
  const ids = users.map(({ id }) => id);
  await replaceInputs(db, ids);
  await assertNoOwnDeviation(db, ids);
  await bumpVersions(db, ids, 'aliases-dirty');
  for (const id of ids) await requestEvaluation(db, id);
  await publish(db, { type: 'evaluated', twinIds: [twinId], protectionIds: ids });
}
