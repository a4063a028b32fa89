import { renameAlias } from '@twinward/domain/language';
import type { Db } from '../../../platform/database/database.ts';
import { publish } from '../../../platform/live/live-events.ts';
import type { AliasChange, AliasEvent } from '../../twins/alias/events.ts';
import { bumpVersions, replaceInputs, updateThreshold } from '../definition/service.ts';
import { requestEvaluation } from '../evaluation/service.ts';
import { selectUsersInUnits, selectUsersOfAlias } from './store.ts';

/** The names of the protections that read an alias of a twin. */
export async function listProtectionsOfAlias(db: Db, { alias }: AliasEvent): Promise<string[]> {
  if (alias.twinId === null) return [];
  return (await selectUsersOfAlias(db, alias.twinId, alias.name)).map(({ name }) => name);
}

/** Has the protections of a twin follow an alias that got another name, tag or unit, as `followAlias` does. */
export async function followChangedAlias(db: Db, { before, now }: AliasChange): Promise<void> {
  if (before.twinId !== null) await followAlias(db, before.twinId, { from: before.name, to: now.name });
}

/**
 * Updates the protections of a twin after an alias got its new name and tag: rewrites their logic and marks them as due
 * from the beginning, in the caller's transaction.
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
  await reevaluate(
    db,
    users.map(({ id }) => ({ id, twinId })),
  );
}

/** Evaluates the protections that read a tag in another unit than its own, once its own changed. */
export async function followTagUnit(db: Db, { tagId }: { tagId: number }): Promise<void> {
  await reevaluate(db, await selectUsersInUnits(db, tagId));
}

/** Evaluates protections over all points, after a change of their inputs. */
async function reevaluate(db: Db, protections: readonly { id: number; twinId: number }[]): Promise<void> {
  if (protections.length === 0) return;
  const ids = protections.map(({ id }) => id);
  await replaceInputs(db, ids);
  await bumpVersions(db, ids, 'aliases-dirty');
  for (const id of ids) await requestEvaluation(db, id);
  const twinIds = [...new Set(protections.map(({ twinId }) => twinId))];
  await publish(db, { type: 'evaluated', twinIds, protectionIds: ids });
}
