import type { Protection } from '@twinward/contracts/protections/protection';
import type { ThresholdAction, ThresholdActionChange } from '@twinward/contracts/protections/threshold';
import type { Db } from '../../../platform/database/database.ts';
import { toProtection } from './read.ts';
import { selectAliasesOfTwin, selectProtectionsOfTwin } from './store.ts';
import { insertAndEvaluate } from './write.ts';

/** The ids of a twin's copy, by the ids of the original. */
export interface CopiedLinks {
  failureModeIds: ReadonlyMap<number, number>;
  activityIds: ReadonlyMap<number, number>;
}

/**
 * Copies the protections of a twin to another that has inputs of the same names, in the caller's transaction; they are
 * evaluated on the tags of those inputs. Pattern protections are not copied, since their training belongs to the asset.
 */
export async function copyProtections(
  db: Db,
  sourceTwinId: number,
  twinId: number,
  links: CopiedLinks,
): Promise<void> {
  const { records } = await selectProtectionsOfTwin(db, sourceTwinId, 10_000, 0);
  const aliases = new Map((await selectAliasesOfTwin(db, twinId)).map(({ id, name }) => [name, id]));
  for (const row of records) {
    const protection = toProtection(row);
    const { name, description, type, active, defaultLevel, startDate } = protection;
    if (type === 'pattern') continue;
    const settings = settingsOn(protection, aliases);
    await insertAndEvaluate(db, {
      twinId,
      name,
      description,
      type,
      active,
      defaultLevel,
      startDate,
      thresholds: protection.thresholds.map(({ id: _, actions, ...threshold }) => ({
        ...threshold,
        actions: actions.map((action) => linkedTo(links, action)),
      })),
      tagAliasIds: settings.map(({ tagAliasId }) => tagAliasId),
      aliases: settings,
      failureModeIds: protection.failureModeIds.flatMap((id) => links.failureModeIds.get(id) ?? []),
    });
  }
}

function settingsOn({ aliases }: Protection, idsByName: ReadonlyMap<string, number>) {
  return aliases.flatMap(({ alias, type: _, tagId: __, tagName: ___, unit: ____, ...setting }) => {
    const tagAliasId = idsByName.get(alias);
    return tagAliasId === undefined ? [] : [{ ...setting, tagAliasId }];
  });
}

function linkedTo(
  { failureModeIds, activityIds }: CopiedLinks,
  { id: _, ...action }: ThresholdAction,
): ThresholdActionChange {
  if (action.type === 'notify') return action;
  return {
    ...action,
    activityId: action.activityId === null ? null : (activityIds.get(action.activityId) ?? null),
    failureModeIds: action.failureModeIds.flatMap((id) => failureModeIds.get(id) ?? []),
  };
}
