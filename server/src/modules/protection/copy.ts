import type { Protection } from '@twinward/contracts/protection';
import type { ThresholdAction, ThresholdActionChange } from '@twinward/contracts/threshold';
import type { Db } from '../../platform/database.ts';
import { protectionOf } from './read.ts';
import { findAliasesOfTwin, findProtectionsOfTwin } from './store.ts';
import { storeProtection } from './write.ts';

/**
 * Copies the protections of a twin to another that has inputs of the same names, in the caller's transaction; what
 * they are evaluated on is what those are mapped to. Pattern protections stay behind: their training is of the
 * asset. Links to failure modes and activities are the first twin's, and are left out.
 * @returns the new id of each protection by the old one.
 */
export async function copyProtections(
  db: Db,
  sourceTwinId: number,
  twinId: number,
): Promise<Map<number, number>> {
  const { records } = await findProtectionsOfTwin(db, sourceTwinId, 10_000, 0);
  const aliases = new Map((await findAliasesOfTwin(db, twinId)).map(({ id, name }) => [name, id]));
  const ids = new Map<number, number>();
  for (const row of records) {
    const protection = protectionOf(row);
    const { name, description, type, active, defaultLevel, startDate } = protection;
    if (type === 'pattern') continue;
    const settings = settingsOn(protection, aliases);
    const id = await storeProtection(db, {
      twinId,
      name,
      description,
      type,
      active,
      defaultLevel,
      startDate,
      thresholds: protection.thresholds.map(({ id: _, actions, ...threshold }) => ({
        ...threshold,
        actions: actions.map(withoutLinks),
      })),
      tagAliasIds: settings.map(({ tagAliasId }) => tagAliasId),
      aliases: settings,
      failureModeIds: [],
    });
    ids.set(row.id, id);
  }
  return ids;
}

function settingsOn({ aliases }: Protection, idsByName: ReadonlyMap<string, number>) {
  return aliases.flatMap(({ alias, type: _, tagId: __, tagName: ___, unit: ____, ...setting }) => {
    const tagAliasId = idsByName.get(alias);
    return tagAliasId === undefined ? [] : [{ ...setting, tagAliasId }];
  });
}

function withoutLinks({ id: _, ...action }: ThresholdAction): ThresholdActionChange {
  return action.type === 'notify' ? action : { ...action, activityId: null, failureModeIds: [] };
}
